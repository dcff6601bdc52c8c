// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/felt_at.h"

#include <algorithm>
#include <map>
#include <utility>

#include "findings/gaps.h"

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

void add_ranks(std::vector<int64_t>& to, const std::vector<int64_t>& ranks) {
  to.insert(to.end(), ranks.begin(), ranks.end());
  std::ranges::sort(to);
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

std::vector<FeltAt> by_function(const Report& report, const std::vector<FeltAt>& felt) {
  std::vector<GroupedValue> values;
  for (const FeltAt& each : felt) values.push_back({each.path, each.seconds, each.kind.index()});
  std::vector<FeltAt> sums;
  for (ValueGroup& group : group_by_function(report, values)) {
    FeltAt sum = felt[group.members.front()];
    for (const size_t member : group.members) add_ranks(sum.ranks, felt[member].ranks);
    sum.seconds = group.seconds;
    sum.common = std::move(group.common);
    sums.push_back(std::move(sum));
  }
  return sums;
}

}  // namespace

std::vector<FeltAt> felt_at(const Report& report, const std::vector<store::Consequence>& consequences,
                            const std::vector<CallPathId>& delays) {
  std::map<std::pair<CallPathId, MetricId>, FeltAt> felt;
  const MeasuredPaths measured(report);
  for (const store::Consequence& each : consequences) {
    const MetricId kind = outermost_kind(report, each.metric);
    if (std::ranges::count(delays, measured.around(each.delay)) == 0 || !kind.valid()) continue;
    FeltAt& at_path = felt.try_emplace({each.path, kind}, FeltAt{each.path, kind}).first->second;
    at_path.seconds += each.seconds;
    std::vector<int64_t> ranks;
    for (const LocationGroupId rank : each.ranks) ranks.push_back(report.location_groups[rank.index()].rank);
    add_ranks(at_path.ranks, ranks);
  }
  std::vector<FeltAt> all;
  for (auto& [key, at_path] : felt) all.push_back(std::move(at_path));
  return by_function(report, all);
}

}  // namespace latecomer::findings
