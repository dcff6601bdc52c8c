// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "example.h"

#include <algorithm>
#include <vector>

#include "report/metrics.h"

namespace latecomer::text {

using namespace report;

namespace {

constexpr CallPathId kMain(0);
constexpr CallPathId kReceive(1);
constexpr CallPathId kBarrier(2);

void put(Report& report, const std::vector<Builtin>& metrics, CallPathId path,
         const std::vector<double>& values) {
  for (Builtin metric : metrics) {
    std::vector<double> of_all = values;
    of_all.resize(report.locations.size());
    report.set_row(metric_id(metric), path, of_all);
  }
}

}  // namespace

Report example_without_values() {
  Report report;
  report.metrics = builtin_metrics();
  report.regions.resize(3);
  report.regions[0].name = "main";
  report.regions[1].name = "MPI_Recv";
  report.regions[2].name = "MPI_Barrier";
  report.call_paths = {{CallPathId(), RegionId(0)}, {kMain, RegionId(1)}, {kMain, RegionId(2)}};
  report.system_nodes = {{"machine", "machine", SystemNodeId()}};
  for (int64_t rank = 0; rank < 3; ++rank) {
    const size_t group = report.location_groups.size();
    report.location_groups.push_back({"MPI Rank " + std::to_string(rank), "process", rank, SystemNodeId(0)});
    report.locations.push_back({"Master thread", "thread", 0, LocationGroupId(group)});
  }
  report.attributes["latecomer.run_seconds"] = "10";
  return report;
}

Report example_report() {
  Report report = example_without_values();
  add_example_values(report);
  return report;
}

void add_example_values(Report& report) {
  using enum Builtin;
  put(report, {time, execution, comp}, kMain, {4, 8, 6});
  put(report, {time, execution, mpi, mpi_communication, mpi_point2point}, kReceive, {6, 1, 0});
  put(report, {mpi_latesender}, kReceive, {6, 0, 0});
  put(report, {mpi_latesender_wo, mpi_lswo_same, mpi_lswo_same_avoidable}, kReceive, {2, 0, 0});
  put(report, {time, execution, mpi, mpi_synchronization, mpi_sync_collective}, kBarrier, {0, 1, 4});
  put(report, {mpi_barrier_wait}, kBarrier, {0, 1, 3});
  put(report, {visits}, kReceive, {5, 1, 0});
}

}  // namespace latecomer::text
