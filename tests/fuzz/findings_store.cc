// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/findings_store.h"

#include <string>
#include <utility>

#include "report/metrics.h"
#include "store/all_tables.h"
#include "store/read_findings.h"

using namespace latecomer;

namespace {

/// Takes the bytes for numbers of a table, and for packed ones.
template <class Row>
void read_table(const std::string& bytes, const report::Report& report) {
  const store::Shape& shape = store::shape_of<Row>();
  const auto read = [&](std::vector<store::Column> columns) {
    if (store::from_stored(columns, shape)) (void)store::rows_of<Row>(columns, shape, report);
  };
  std::vector<store::Column> plain(shape.size());
  for (size_t i = 0; i < bytes.size(); ++i)
    plain[i % shape.size()].push_back(static_cast<signed char>(bytes[i]));
  read(std::move(plain));
  Result<std::vector<store::Column>> unpacked = store::unpack(bytes, shape.size(), store::kMostNumbers);
  if (unpacked) read(std::move(*unpacked));
}

report::Report definitions() {
  report::Report report;
  report.metrics = report::builtin_metrics();
  report.call_paths.resize(8, {report::CallPathId(), report::RegionId(0)});
  report.location_groups.resize(8);
  report.locations.resize(8);
  return report;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static report::Report report = definitions();
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  report.files[std::string(store::kStoreFile)] = bytes;
  (void)store::read_critical_path(report);
  (void)store::read_consequences(report);
  (void)store::parse_schema(bytes);
  store::for_each_row_type([&]<class Row>(const Row& /*type*/) { read_table<Row>(bytes, report); });
  return 0;
}
