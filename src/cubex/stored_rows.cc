// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/stored_rows.h"

#include <fmt/format.h>

#include <bit>
#include <fstream>

#include "base/bytes.h"
#include "cubex/deflate.h"
#include "cubex/value_type.h"

namespace latecomer::cubex {

std::vector<double> StoredRows::read(const report::Report& report, report::Report::RowKey key) {
  const auto extent = extents_.find(key);
  if (extent == extents_.end()) return {};
  Bytes stream(extent->second.size);
  std::ifstream in(file_, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(extent->second.offset));
  in.read(reinterpret_cast<char*>(stream.data()), static_cast<std::streamsize>(stream.size()));
  if (!in) return fail("cannot be read again");
  const ValueType type = *value_type(stored_type(report.metrics[key.first.index()].data_type));
  Bytes row(report.locations.size() * type.bytes);
  if (!decompress(stream, row)) return fail("is not what was written");
  std::vector<double> values(report.locations.size());
  decode_values(type, row, std::endian::native == std::endian::big, values);
  return values;
}

std::vector<double> StoredRows::fail(const char* what) {
  if (status_) status_ = Error{fmt::format("{}: {}", file_.string(), what)};
  return {};
}

}  // namespace latecomer::cubex
