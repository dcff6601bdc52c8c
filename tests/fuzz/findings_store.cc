// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/findings_store.h"

#include <string>

#include "report/metrics.h"
#include "store/read_findings.h"

using namespace latecomer;

namespace {

/// Takes the bytes for numbers of a table, and for packed ones.
template <class Row>
void read_table(const std::string& bytes, const report::Report& report) {
  const size_t columns = Row::kColumns;
  std::vector<store::Column> plain(columns);
  for (size_t i = 0; i < bytes.size(); ++i) plain[i % columns].push_back(static_cast<signed char>(bytes[i]));
  (void)Row::rows(plain, report);
  const Result<std::vector<store::Column>> unpacked = store::unpack(bytes, columns, store::kMostNumbers);
  if (unpacked) (void)Row::rows(*unpacked, report);
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
  read_table<store::Wait>(bytes, report);
  read_table<store::Delay>(bytes, report);
  read_table<store::Stretch>(bytes, report);
  read_table<store::Message>(bytes, report);
  read_table<store::ProbedMessage>(bytes, report);
  read_table<store::PartitionTransfer>(bytes, report);
  read_table<store::CollectivePart>(bytes, report);
  read_table<store::Consequence>(bytes, report);
  return 0;
}
