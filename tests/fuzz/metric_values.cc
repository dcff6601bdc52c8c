// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The index and the data of a metric: a byte for the data type, one for the length of the index, and both.

#include <algorithm>

#include "cubex/metric_rows.h"

using namespace latecomer;

namespace {

cubex::MemberSource member(const char* name, std::span<const std::byte> content) {
  return {name, content.size(), [content](uint64_t offset, uint64_t size) -> Result<Bytes> {
            const auto part = content.subspan(offset, size);
            return Bytes(part.begin(), part.end());
          }};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr const char* kTypes[] = {"DOUBLE", "UINT64", "INT8", "TAU_ATOMIC", "NDOUBLES(3)", "HISTOGRAM(2)"};
  if (size < 2) return 0;
  const std::span<const std::byte> rest = std::as_bytes(std::span(data, size).subspan(2));
  const size_t index = std::min<size_t>(data[1], rest.size());
  const std::vector<report::CallPathId> order = {report::CallPathId(0), report::CallPathId(1),
                                                 report::CallPathId(2), report::CallPathId(3)};
  const Result<cubex::MetricRows> rows =
      cubex::MetricRows::open(member("0.index", rest.first(index)), member("0.data", rest.subspan(index)),
                              *report::DataType::named(kTypes[data[0] % std::size(kTypes)]), order, 3);
  if (!rows) return 0;
  for (const report::CallPathId path : order) (void)rows->read(path, {0, 3});
  return 0;
}
