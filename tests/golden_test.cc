// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Compares our reports of traces that Score-P recorded with what Scalasca's analyzer finds in them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "otf2/archive_reader.h"
#include "report/metrics.h"
#include "support/directories.h"

namespace latecomer {
namespace {

namespace fs = std::filesystem;

/// (metric, call path, location) -> value
using Values = std::map<std::tuple<std::string, std::string, size_t>, double>;

bool is_impact(const std::string& metric) {
  static const std::set<std::string> metrics = {"critical_path_activities", "critical_imbalance_impact",
                                                "inter_partition_imbalance", "non_critical_path_activities"};
  return metrics.contains(metric);
}

/// The metrics in which both analyzers mean the same: times, visits, counts, bytes, the wait states of MPI
/// and the performance impact.
bool is_comparable(const std::string& metric) {
  if (is_impact(metric)) return true;
  return metric == "time" || metric == "visits" || metric.starts_with("syncs") ||
         metric.starts_with("comms") || metric.starts_with("bytes") ||
         (metric.starts_with("mpi_") && metric.find("_propagating") == std::string::npos &&
          metric.find("direct") == std::string::npos);
}

Values read_expected(const fs::path& path) {
  Values values;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);  // column names
  while (std::getline(in, line)) {
    std::istringstream columns(line);
    std::string metric, cnode, call_path, location, name, value;
    std::getline(columns, metric, '\t');
    std::getline(columns, cnode, '\t');
    std::getline(columns, call_path, '\t');
    std::getline(columns, location, '\t');
    std::getline(columns, name, '\t');
    std::getline(columns, value, '\t');
    if (metric == "mpi_earlyreduce") metric = "mpi_earlyreduce_first";  // 2.5 counted until the first sender
    if (is_comparable(metric)) values[{metric, call_path.substr(1), std::stoul(location)}] = std::stod(value);
  }
  return values;
}

/// Our values of all comparable metrics that are not zero.
Values all_values(const report::Report& report) {
  Values values;
  for (const report::RowKey& key : report.stored_rows()) {
    const report::Row row = report.column(key.first, key.second);
    const std::string& metric = report.metrics[key.first.index()].id;
    if (!is_comparable(metric)) continue;
    for (size_t l = 0; l < row->size(); ++l) {
      if (row->number(l) != 0) values[{metric, report.path_name(key.second), l}] = row->number(l);
    }
  }
  return values;
}

double tolerance(const std::string& metric, double value) {
  const bool whole = metric == "visits" || metric.starts_with("syncs") || metric.starts_with("comms") ||
                     metric.starts_with("bytes") || metric.ends_with("_count");
  return whole ? 0 : std::max(1e-6, 1e-4 * std::abs(value));
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, AgreesWithTheReferenceAnalyzer) {
  const fs::path data = fs::path(source_path("tests/golden")) / GetParam();
  const Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(data);
  ASSERT_TRUE(trace) << trace.error().message;
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const report::Report report = report::with_own_values(analyze::analyze(**trace, *comm, timings));

  const Values expected = read_expected(data / "expected.tsv");
  ASSERT_GT(expected.size(), 200u);
  Values found = all_values(report);
  // The path of the reference analyzer stays in MPI_Scan, whose waiting it takes for processing.
  const bool same_path = GetParam() != "waits_basic";
  std::map<std::string, bool>
      compared;  // the metrics of the reference; its other ones it leaves out when zero
  for (const auto& [place, value] : expected) {
    const auto& [metric, path, location] = place;
    if (is_impact(metric) && !same_path) continue;
    compared[metric] = true;
    EXPECT_NEAR(found[place], value, tolerance(metric, value))
        << metric << " at " << path << ", location " << location;
  }
  for (const auto& [place, value] : found) {
    const auto& [metric, path, location] = place;
    if (!compared.contains(metric) || expected.contains(place)) continue;
    EXPECT_NEAR(value, 0, tolerance(metric, 0)) << metric << " at " << path << ", location " << location;
  }
}

INSTANTIATE_TEST_SUITE_P(ScoreP, Golden, testing::Values("waits_basic", "halo_4"));

}  // namespace
}  // namespace latecomer
