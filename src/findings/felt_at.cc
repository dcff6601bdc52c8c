// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/felt_at.h"

#include <algorithm>

#include "findings/gaps.h"
#include "findings/wait_states.h"

namespace latecomer::findings {

using namespace report;

namespace {

/// Returns the outermost kind that contains a kind of wait states, such as "Late Sender".
MetricId outermost_kind(const Report& report, MetricId metric) {
  const std::vector<MetricId> outermost = outermost_waits(report);
  while (metric.valid() && std::find(outermost.begin(), outermost.end(), metric) == outermost.end())
    metric = report.metrics[metric.index()].parent;
  return metric;
}

}  // namespace

std::vector<FeltAt> felt_at(const Report& report, const std::vector<store::Consequence>& consequences,
                            CallPathId delay) {
  std::vector<FeltAt> felt;
  const std::vector<CallPathId> gaps = gaps_around(report);
  for (const store::Consequence& each : consequences) {
    const MetricId kind = outermost_kind(report, each.metric);
    if (gaps[each.delay.index()] != delay || !kind.valid()) continue;
    auto at_path = std::find_if(felt.begin(), felt.end(), [&](const FeltAt& known) {
      return known.path == each.path && known.kind == kind;
    });
    if (at_path == felt.end()) at_path = felt.insert(at_path, {each.path, kind, 0, {}});
    at_path->seconds += each.seconds;
    for (const LocationGroupId rank : each.ranks)
      at_path->ranks.push_back(report.location_groups[rank.index()].rank);
  }
  for (FeltAt& at_path : felt) {
    std::sort(at_path.ranks.begin(), at_path.ranks.end());
    at_path.ranks.erase(std::unique(at_path.ranks.begin(), at_path.ranks.end()), at_path.ranks.end());
  }
  std::stable_sort(felt.begin(), felt.end(),
                   [](const FeltAt& a, const FeltAt& b) { return a.seconds > b.seconds; });
  return felt;
}

}  // namespace latecomer::findings
