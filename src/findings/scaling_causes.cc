// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// In a summary, causes are put together by functions as far as that run needs it, and another run may need it
// less. Here causes of all runs are put together once: their call trees become one tree (align.h), each call
// path of it has its shares of the runs' times added up, and these are put together by functions. Functions
// are known from a report, so each call path is looked up in the largest run that has it.

#include "findings/scaling_causes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "findings/align.h"
#include "findings/considerable.h"
#include "findings/function_groups.h"
#include "findings/gaps.h"
#include "findings/root_causes.h"
#include "findings/summary.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

/// Has what a call path, or several, cost in each run.
struct Costs {
  explicit Costs(size_t runs) : seconds(runs), shares(runs) {}

  std::vector<double> seconds;
  std::vector<double> shares;  ///< Has those of all time, without waiting that is expected.

  void add(const Costs& other) {
    for (size_t run = 0; run < seconds.size(); ++run) {
      seconds[run] += other.seconds[run];
      shares[run] += other.shares[run];
    }
  }
  double largest_share() const { return std::ranges::max(shares); }
  double sum_of_shares() const {
    double sum = 0;
    for (const double share : shares) sum += share;
    return sum;
  }
};

using CostsByRow = std::map<size_t, Costs>;

/// Returns the costs by row of the tree that the reports have in common; `runs` are in the order of its
/// reports.
CostsByRow costs_by_row(const AlignedTree& tree, std::span<const Space* const> runs) {
  CostsByRow by_row;
  for (size_t run = 0; run < runs.size(); ++run) {
    const double time = runs[run]->total(runs[run]->report().find_metric("time"));
    for (const RootCause& cause : root_causes(*runs[run])) {
      const size_t row = tree.row_of[run][cause.path.index()];
      Costs& costs = by_row.try_emplace(row, runs.size()).first->second;
      costs.seconds[run] += cause.seconds;
      if (time > 0) costs.shares[run] += (cause.seconds - cause.expected) / time;
    }
  }
  return by_row;
}

struct NamedCosts {
  std::string name;
  bool with_calls = false;
  Costs costs;
};

/// Puts the costs of rows together that are known from one report.
std::vector<NamedCosts> grouped(const Report& report, const std::vector<CallPathId>& paths,
                                const std::vector<const Costs*>& costs) {
  std::vector<GroupedValue> values;
  for (size_t i = 0; i < paths.size(); ++i)
    values.push_back({paths[i], costs[i]->sum_of_shares(), off_core_kind(report, paths[i])});
  std::vector<NamedCosts> all;
  for (const ValueGroup& group : group_by_function(report, values)) {
    Costs sum(costs.front()->seconds.size());
    for (const size_t member : group.members) sum.add(*costs[member]);
    const std::string& common = group.common.name;
    all.push_back({common.empty() ? report.path_name(paths[group.members.front()]) : common,
                   !common.empty() && group.common.with_calls, std::move(sum)});
  }
  return all;
}

/// Adds groups of one report to those of others, by their names.
void merge(std::vector<NamedCosts>& all, std::vector<NamedCosts> more) {
  for (NamedCosts& each : more) {
    const auto same = std::ranges::find_if(all, [&](const NamedCosts& other) {
      return other.name == each.name && other.with_calls == each.with_calls;
    });
    if (same == all.end())
      all.push_back(std::move(each));
    else
      same->costs.add(each.costs);
  }
}

}  // namespace

std::vector<ScalingCause> causes_of_runs(std::span<const Space* const> runs) {
  const std::vector<const Space*> largest_first(runs.rbegin(), runs.rend());
  std::vector<const Report*> reports;
  for (const Space* run : largest_first) reports.push_back(&run->report());
  const AlignedTree tree = align_call_paths(reports);
  const CostsByRow by_row = costs_by_row(tree, largest_first);

  std::vector<NamedCosts> all;
  for (size_t report = 0; report < reports.size(); ++report) {
    std::vector<CallPathId> paths;
    std::vector<const Costs*> costs;
    for (const auto& [row, cost] : by_row) {
      if (tree.rows[row].report != report) continue;
      paths.emplace_back(tree.rows[row].position);
      costs.push_back(&cost);
    }
    if (!paths.empty()) merge(all, grouped(*reports[report], paths, costs));
  }
  std::ranges::stable_sort(all, std::greater(),
                           [](const NamedCosts& each) { return each.costs.largest_share(); });

  std::vector<ScalingCause> causes;
  for (NamedCosts& each : all) {
    if (causes.size() == kLargestShown || each.costs.largest_share() < kVisible) break;
    std::ranges::reverse(each.costs.seconds);
    causes.push_back({std::move(each.name), each.with_calls, std::move(each.costs.seconds)});
  }
  return causes;
}

}  // namespace latecomer::findings
