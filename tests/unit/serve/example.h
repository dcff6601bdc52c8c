// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "report/report.h"

namespace latecomer::serve {

/// main { solve { MPI_Recv, solve { MPI_Recv } }, MPI_Recv } on two nodes with a rank each, rank 0 with two
/// threads. Own times of the three threads, and the waiting in them:
///
///     0 main              1   2   3
///     1   solve          10  20  30
///     2     MPI_Recv    100   0 300      wait  50 0 200
///     3     solve         0   0   5
///     4       MPI_Recv    0   7   0      wait   0 7   0
///     5   MPI_Recv        4   0   0
///
/// The metric "longest" has maxima, and "share" is wait / time.
inline report::Report example() {
  using namespace report;
  Report report;
  report.metrics.resize(4);
  const char* ids[] = {"time", "wait", "longest", "share"};
  for (size_t i = 0; i < 4; ++i) {
    report.metrics[i].id = ids[i];
    report.metrics[i].unit = "sec";
    report.metrics[i].data_type = "DOUBLE";
  }
  report.metrics[1].parent = MetricId(0);
  report.metrics[2].data_type = "MAXDOUBLE";
  report.metrics[3].kind = MetricKind::postderived;
  report.metrics[3].expression = "metric::wait() / metric::time()";
  for (const char* name : {"main", "solve", "MPI_Recv"}) report.regions.push_back({.name = name});
  const CallPathId none;
  report.call_paths = {{none, RegionId(0)},          {CallPathId(0), RegionId(1)},
                       {CallPathId(1), RegionId(2)}, {CallPathId(1), RegionId(1)},
                       {CallPathId(3), RegionId(2)}, {CallPathId(0), RegionId(2)}};
  report.system_nodes = {
      {"machine", "machine", {}}, {"node a", "node", SystemNodeId(0)}, {"node b", "node", SystemNodeId(0)}};
  report.location_groups = {{"MPI Rank 0", "process", 0, SystemNodeId(1)},
                            {"MPI Rank 1", "process", 1, SystemNodeId(2)}};
  report.locations = {{"thread 0", "thread", 0, LocationGroupId(0)},
                      {"thread 1", "thread", 1, LocationGroupId(0)},
                      {"thread 0", "thread", 0, LocationGroupId(1)}};
  const auto put = [&](size_t metric, size_t path, const std::vector<double>& values) {
    report.set_row(MetricId(metric), CallPathId(path), values);
  };
  put(0, 0, {1, 2, 3});
  put(0, 1, {10, 20, 30});
  put(0, 2, {100, 0, 300});
  put(0, 3, {0, 0, 5});
  put(0, 4, {0, 7, 0});
  put(0, 5, {4, 0, 0});
  put(1, 2, {50, 0, 200});
  put(1, 4, {0, 7, 0});
  put(2, 0, {1, 2, 3});
  put(2, 2, {9, 4, 1});
  return report;
}

}  // namespace latecomer::serve
