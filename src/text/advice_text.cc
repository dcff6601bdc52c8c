// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/advice_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings/json.h"
#include "text/text.h"

namespace latecomer::text {

using namespace query;
using findings::Json;

namespace {

constexpr size_t kMetrics = 10;  ///< Is how many metrics are listed.

std::string size_text(uint64_t bytes) {
  return bytes_text(static_cast<double>(bytes));
}

std::string metrics_table(const report::Report& report, const std::vector<MetricSize>& metrics) {
  std::string text =
      fmt::format("{:<34}{:>10}{:>14}{:>14}\n", "Metrics with values", "rows", "stored", "values");
  for (size_t i = 0; i < std::min(metrics.size(), kMetrics); ++i) {
    const MetricSize& each = metrics[i];
    text +=
        fmt::format("{}{:>10}{:>14}{:>14}\n", in_column("  " + report.metrics[each.metric.index()].id, 34),
                    grouped(each.rows), size_text(each.stored), size_text(each.values));
  }
  if (metrics.size() > kMetrics) text += fmt::format("  and {} more\n", metrics.size() - kMetrics);
  return text;
}

std::string balances_table(const Advice& advice) {
  const std::string ranks = "On " + count_of(static_cast<size_t>(advice.ranks), "rank");
  std::string text = fmt::format("{:<16}{:>7}{:>8}{:>11}{:>19}{:>19}\n", ranks, "rows,", "values,",
                                 "children", "call paths,", "locations,") +
                     fmt::format("{:<16}{:>7}{:>8}{:>11}{:>19}{:>19}\n", "", "largest", "largest",
                                 "elsewhere", "messages", "messages");
  for (const Balance& each : advice.balances) {
    const auto traffic = [](const Traffic& of) {
      return fmt::format("{} {:>7}", of.messages, size_text(of.bytes));
    };
    text += fmt::format("  {:<14}{:>7.2f}{:>8.2f}{:>11}{:>19}{:>19}\n", name_of(each.distribution), each.rows,
                        each.values, grouped(each.remote_children), traffic(each.call_paths),
                        traffic(each.locations));
  }
  return text +
         wrapped(
             "largest: a rank's share / mean; elsewhere: with a parent that another rank has; messages "
             "to all ranks, for a metric's values at all call paths, or all locations",
             "  ");
}

Json traffic_json(const Traffic& traffic) {
  return {{"messages", traffic.messages}, {"bytes", traffic.bytes}};
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

std::string advice_json(const report::Report& report, const Advice& advice) {
  Json metrics = Json::array();
  for (const MetricSize& each : advice.metrics)
    metrics.push_back({{"id", report.metrics[each.metric.index()].id},
                       {"rows", each.rows},
                       {"stored_bytes", each.stored},
                       {"value_bytes", each.values},
                       {"compressed_bytes", each.compressed}});
  Json distributions = Json::array();
  for (const Balance& each : advice.balances)
    distributions.push_back({{"name", name_of(each.distribution)},
                             {"row_balance", each.rows},
                             {"value_balance", each.values},
                             {"busiest_bytes", each.busiest},
                             {"remote_children", each.remote_children},
                             {"for_call_paths", traffic_json(each.call_paths)},
                             {"for_locations", traffic_json(each.locations)}});
  const Json all = {{"version", 1},
                    {"advice",
                     {{"ranks", advice.ranks},
                      {"distribution", name_of(advice.distribution)},
                      {"reasons", advice.reasons},
                      {"call_paths", advice.call_paths},
                      {"depth", advice.depth},
                      {"mean_children", advice.mean_children},
                      {"most_children", advice.most_children},
                      {"locations", advice.locations},
                      {"definition_bytes", advice.definition_bytes},
                      {"row_bytes", advice.row_bytes},
                      {"result_bytes", advice.result_bytes},
                      {"metrics", metrics},
                      {"distributions", distributions}}}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace latecomer::text
