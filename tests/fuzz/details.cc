// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/details.h"

#include "report/metrics.h"

using namespace latecomer::report;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Report report;
  report.metrics = builtin_metrics();
  report.call_paths.resize(8, {CallPathId(), RegionId(0)});
  report.location_groups.resize(8);
  report.locations.resize(8);
  report.files[std::string(kDetailsFile)] = {reinterpret_cast<const char*>(data), size};
  (void)read_details(report);
  return 0;
}
