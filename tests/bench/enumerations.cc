// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cubex/reader.h"
#include "query/advice.h"
#include "query/distribution.h"
#include "query/space.h"
#include "report_queries.h"
#include "support/run_ranks.h"
#include "synthetic_report.h"

namespace latecomer::bench {

namespace {

using namespace query;
using namespace report;

/// What ranks got from others for one question, counted on threads as ranks.
Traffic counted(const Report& report, Distribution distribution, int ranks, const auto& question) {
  std::vector<CommStats> of_ranks(static_cast<size_t>(ranks));
  run_ranks(ranks, [&](Comm& comm) {
    question(Space(report, comm, owners(distribution, report.call_paths, ranks)));
    of_ranks[static_cast<size_t>(comm.rank())] = comm.stats();
  });
  Traffic all;
  for (const CommStats& each : of_ranks) {
    all.messages += static_cast<uint64_t>(each.messages);
    all.bytes += static_cast<uint64_t>(each.bytes);
  }
  return all;
}

std::string text_of(const Traffic& traffic) {
  return fmt::format("{:>6} {:>10.3f}", traffic.messages, static_cast<double>(traffic.bytes) / 1e6);
}

/// A metric of doubles with the most rows.
MetricId metric_to_ask(const Report& report) {
  std::vector<size_t> rows(report.metrics.size());
  for (const RowKey& key : report.stored_rows()) ++rows[key.first.index()];
  return MetricId(static_cast<size_t>(std::ranges::max_element(rows) - rows.begin()));
}

void print_tree(const std::string& name, const Report& report) {
  const MetricId metric = metric_to_ask(report);
  fmt::print("\n{}: {} call paths x {} locations\n{:>5}  {:<14}{:>6}{:>8}{:>8}{:>9}{:>18}{:>18}\n", name,
             report.call_paths.size(), report.locations.size(), "ranks", "", "rows", "values", "MB", "remote",
             "call paths", "locations");
  for (const int ranks : {1, 2, 4, 8, 16, 32, 64}) {
    for (const Balance& each : balances(report, ranks)) {
      const Traffic call_paths = counted(report, each.distribution, ranks, [&](const Space& space) {
        space.by_call_path(metric, Below::included);
      });
      const Traffic locations =
          counted(report, each.distribution, ranks, [&](const Space& space) { space.by_location(metric); });
      fmt::print("{:>5}  {:<14}{:>6.2f}{:>8.2f}{:>8.2f}{:>9} {} {}\n", ranks, name_of(each.distribution),
                 each.rows, each.values, static_cast<double>(each.busiest) / 1e6, each.remote_children,
                 text_of(call_paths), text_of(locations));
    }
  }
}

Report with_rows(Report report) {
  for (size_t i = 0; i < report.call_paths.size(); ++i)
    report.set_column(MetricId(0), CallPathId(i), synthetic_row(report, CallPathId(i)));
  return report;
}

}  // namespace

Status measure_enumerations(std::span<const std::string> files) {
  fmt::print(
      "rows, values: largest / mean. MB: values that the busiest rank goes through. remote: call paths whose "
      "parent another rank has. Then messages and MB of a question for a metric at all call paths, and for "
      "all "
      "locations.\n");
  for (const Shape shape : {Shape::linear, Shape::flat, Shape::binary})
    print_tree(name_of(shape), with_rows(synthetic_report(shape, 1024, 10'000)));
  for (const std::string& file : files) {
    TRY(const Report report, cubex::read_cubex(file));
    print_tree(file, report);
  }
  return {};
}

}  // namespace latecomer::bench
