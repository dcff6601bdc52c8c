// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/advice_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace query;

namespace {

constexpr size_t kMetrics = 10;  ///< Is how many metrics are listed.

std::string size_text(uint64_t bytes) {
  return bytes_text(static_cast<double>(bytes));
}

std::string metrics_table(const report::Report& report, const std::vector<MetricSize>& metrics) {
  const auto line = [](const auto&... cells) { return table_line({-34, 10, 14, 14}, {cells...}); };
  std::string text = line("Metrics with values", "rows", "stored", "values");
  for (size_t i = 0; i < std::min(metrics.size(), kMetrics); ++i) {
    const MetricSize& each = metrics[i];
    text += line("  " + report.metrics[each.metric.index()].id, grouped(each.rows), size_text(each.stored),
                 size_text(each.values));
  }
  if (metrics.size() > kMetrics) text += fmt::format("  and {} more\n", metrics.size() - kMetrics);
  return text;
}

std::string balances_table(const Advice& advice) {
  const std::string ranks = "On " + count_of(static_cast<size_t>(advice.ranks), "rank");
  const auto line = [](const auto&... cells) { return table_line({-16, 7, 8, 11, 19, 19}, {cells...}); };
  std::string text = line(ranks, "rows,", "values,", "children", "call paths,", "locations,") +
                     line("", "largest", "largest", "elsewhere", "messages", "messages");
  for (const Balance& each : advice.balances) {
    const auto traffic = [](const Traffic& of) {
      return fmt::format("{} {:>7}", of.messages, size_text(of.bytes));
    };
    text += line(fmt::format("  {}", name_of(each.distribution)), fmt::format("{:.2f}", each.rows),
                 fmt::format("{:.2f}", each.values), grouped(each.remote_children), traffic(each.call_paths),
                 traffic(each.locations));
  }
  return text +
         wrapped(
             "largest: a rank's share / mean; elsewhere: with a parent that another rank has; messages "
             "to all ranks, for a metric's values at all call paths, or all locations",
             "  ");
}

}  // namespace

std::string advice_text(const report::Report& report, const Advice& advice) {
  std::string text = fmt::format("{} in {}, {}\n", count_of(advice.call_paths, "call path"),
                                 count_of(advice.depth, "level"), count_of(advice.locations, "location")) +
                     fmt::format("{:.1f} children of a call path that has some, {} at most\n\n",
                                 advice.mean_children, grouped(advice.most_children));
  text += metrics_table(report, advice.metrics) + "\n" + balances_table(advice) + "\n";
  text += wrapped(
      fmt::format("definitions {}, a row {}, results of a metric {}", size_text(advice.definition_bytes),
                  size_text(advice.row_bytes), size_text(advice.result_bytes)),
      "Memory of a rank: ");
  text += fmt::format("\nAdvice: {}, --distribute={}\n", count_of(static_cast<size_t>(advice.ranks), "rank"),
                      name_of(advice.distribution));
  for (const std::string& reason : advice.reasons) text += wrapped(reason, "  - ");
  return text;
}

}  // namespace latecomer::text
