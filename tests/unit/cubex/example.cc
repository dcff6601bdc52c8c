// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "example.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace latecomer::cubex {

using namespace report;

namespace {

Metric metric(const char* id, MetricKind kind, const char* type) {
  Metric metric;
  metric.id = id;
  metric.name = std::string("Name of ") + id;
  metric.unit = "sec";
  metric.data_type = type;
  metric.kind = kind;
  return metric;
}

void fill(Report& report, MetricId metric, CallPathId path, double first, double step) {
  std::vector<double> values;
  for (size_t i = 0; i < report.locations.size(); ++i)
    values.push_back(first + static_cast<double>(i) * step);
  report.set_row(metric, path, values);
}

void add_values(Report& report) {
  for (size_t m = 0; m < report.metrics.size(); ++m) {
    for (size_t p = m % 2; p < report.call_paths.size(); p += 2) {
      const bool counts = report.metrics[m].data_type == "INTEGER";
      fill(report, MetricId(m), CallPathId(p), static_cast<double>(m + p), counts ? 1 : 0.1);
    }
  }
  fill(report, MetricId(0), CallPathId(2), 0, 0);
  std::vector<double> only_last(report.locations.size());
  only_last.back() = 1e-300;
  report.set_row(MetricId(0), CallPathId(3), only_last);
}

}  // namespace

Report example_report() {
  Report report;
  report.metrics = {
      metric("time", MetricKind::exclusive, "FLOAT"), metric("mpi", MetricKind::exclusive, "FLOAT"),
      metric("visits", MetricKind::exclusive, "INTEGER"), metric("whole", MetricKind::inclusive, "FLOAT"),
      metric("longest", MetricKind::exclusive, "MAXDOUBLE")};
  report.metrics[1].parent = MetricId(0);
  report.metrics[1].description = "Time in MPI & <its> calls";
  report.metrics[1].remedy = "Call it \"less\" often.";
  report.regions.resize(3);
  report.regions[0].name = "main";
  report.regions[1].name = "std::map<int, A&&>::operator[]";
  report.regions[2].name = "MPI_Recv";
  report.regions[2].paradigm = "mpi";
  report.regions[2].module = "wave.c";
  report.regions[2].begin_line = 7;
  //  0 main: 1 operator[] (2 MPI_Recv, 3 operator[]), 4 MPI_Recv; 5 main
  report.call_paths = {{CallPathId(), RegionId(0)},  {CallPathId(0), RegionId(1)},
                       {CallPathId(1), RegionId(2)}, {CallPathId(1), RegionId(1)},
                       {CallPathId(0), RegionId(2)}, {CallPathId(), RegionId(0)}};
  report.system_nodes = {{"machine", "machine", SystemNodeId()}, {"node a", "node", SystemNodeId(0)}};
  for (int64_t rank = 0; rank < 3; ++rank) {
    report.location_groups.push_back({"MPI Rank " + std::to_string(rank), "process", rank, SystemNodeId(1)});
  }
  for (size_t group : {0, 0, 1, 2, 2}) {
    report.locations.push_back({"thread", "thread", 0, LocationGroupId(group)});
  }
  report.attributes["latecomer.run_seconds"] = "1.5";
  report.files["notes.txt"] = "a further member";
  add_values(report);
  return report;
}

ReportShare share_of(const Report& whole, const Comm& comm) {
  const size_t count = whole.locations.size();
  const size_t rank = static_cast<size_t>(comm.rank());
  const size_t ranks = static_cast<size_t>(comm.size());
  ReportShare share{.report = whole, .first_location = count * rank / ranks};
  share.location_count = count * (rank + 1) / ranks - share.first_location;
  for (const RowKey& key : whole.stored_rows()) {
    const Row values = whole.column(key.first, key.second);
    Column own(values->type(), share.location_count);
    for (size_t i = 0; i < own.size(); ++i) own.set(i, *values, share.first_location + i);
    share.rows[key] = std::make_shared<const Column>(std::move(own));
  }
  return share;
}

std::string file_content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::filesystem::path test_file(const std::string& name) {
  return std::filesystem::path(testing::TempDir()) / ("latecomer_" + std::to_string(getpid()) + "_" + name);
}

}  // namespace latecomer::cubex
