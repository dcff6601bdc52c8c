// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "report/metrics.h"
#include "report/report.h"

namespace latecomer::tests {

/// Changes a single value of a report in memory.
inline void set_value(report::Report& report, report::MetricId metric, report::CallPathId path,
                      size_t location, double value) {
  std::vector<double> values = report.row(metric, path);
  values.resize(report.locations.size());
  values[location] = value;
  report.set_row(metric, path, values);
}

/// Returns a report without values of two processes of one thread each, with the call paths main and, called
/// by it, MPI_Recv.
inline report::Report two_processes() {
  using namespace report;
  Report report;
  report.metrics = builtin_metrics();
  report.regions.resize(2);
  report.regions[0].name = "main";
  report.regions[1].name = "MPI_Recv";
  report.call_paths = {{CallPathId(), RegionId(0)}, {CallPathId(0), RegionId(1)}};
  report.location_groups.resize(2);
  report.location_groups[1].rank = 1;
  report.locations = {{"", "", 0, LocationGroupId(0)}, {"", "", 0, LocationGroupId(1)}};
  return report;
}

}  // namespace latecomer::tests
