// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Whether the clocks agree with what happened.
//
// The problem: no clock of another node can be trusted, but some things cannot have happened in any other
// order: a message is received after it was sent, nobody leaves a barrier that somebody has not entered.
//
//     node a:  ......... | Send >                   by the clocks the message was received at 3
//     node b:  ... Recv > |                         and sent at 9: the clocks are off by at least 6
//
// The idea: every effect knows the time of its cause (dependences), so each condition is one comparison where
// the effect is. Cost: O(operations).

#include "analyze/clocks/check_clocks.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::ClockCondition;
using trace::LocationId;

/// Goes through the effects on one location.
class LocationCheck {
 public:
  LocationCheck(const Dependences& dependences, size_t l, ClockCheck& out)
      : dependences_(dependences), trace_(dependences.trace()), location_(trace_.locations[l].id), out_(out) {
    out_.by_path.emplace_back();
    out_.contradictions.emplace_back();
    dependences.for_each_effect(l, [&](const Dependence& each) { check(each); });
  }

 private:
  /// Counts one that is violated on the effect's call path.
  void check(const Dependence& each) {
    if (each.caused_by == location_) return;
    const ClockCondition kind = condition_of(each.kind);
    if (each.contradicted || trace_.share_clock(each.caused_by, location_)) return contradict(kind, each);
    ++out_.checked[static_cast<size_t>(kind)];
    if (each.caused <= each.effected) return;
    Violations& violations = out_.violations[{node_of(trace_.definitions, each.caused_by),
                                              node_of(trace_.definitions, location_)}];
    ++violations.counts[static_cast<size_t>(kind)];
    violations.largest = std::max(violations.largest, each.caused - each.effected);
    const CallPathId at = dependences_.path_of(each);
    if (at.valid()) ++out_.by_path.back()[{kind, at}];
    out_.spans.push_back({each.effected, each.caused});
  }

  /// Counts a violation of locations with one clock.
  void contradict(ClockCondition kind, const Dependence& each) {
    if (each.caused <= each.effected) return;
    Contradiction& same = out_.contradictions.back()[{kind, dependences_.path_of(each)}];
    ++same.count;
    if (each.caused - each.effected <= same.largest) return;
    same.largest = each.caused - each.effected;
    same.cause = each.caused_by;
  }

  const Dependences& dependences_;
  const CondensedTrace& trace_;
  const LocationId location_;
  ClockCheck& out_;
};

void add(ClockCheck& all, ClockCheck&& part) {
  for (size_t kind = 0; kind < report::kClockConditions; ++kind) all.checked[kind] += part.checked[kind];
  for (const auto& [pair, violations] : part.violations) {
    Violations& sum = all.violations[pair];
    for (size_t kind = 0; kind < report::kClockConditions; ++kind)
      sum.counts[kind] += violations.counts[kind];
    sum.largest = std::max(sum.largest, violations.largest);
  }
  all.spans.insert(all.spans.end(), part.spans.begin(), part.spans.end());
  all.by_path.push_back(std::move(part.by_path.front()));
  all.contradictions.push_back(std::move(part.contradictions.front()));
}

}  // namespace

int64_t ClockCheck::violated() const {
  int64_t all = 0;
  for (const auto& [pair, each] : violations)
    all = std::accumulate(each.counts.begin(), each.counts.end(), all);
  return all;
}

ClockCheck check_clocks(const Dependences& dependences) {
  std::vector<ClockCheck> parts(dependences.trace().locations.size());
  parallel_for(parts.size(), [&](size_t l) { LocationCheck(dependences, l, parts[l]); });
  ClockCheck all;
  for (ClockCheck& part : parts) add(all, std::move(part));
  return all;
}

}  // namespace latecomer::analyze
