// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/clock_pairs.h"

#include <algorithm>
#include <cstdlib>

namespace latecomer::analyze {

using trace::SystemNodeId;

ClockPairs::Row& ClockPairs::row(const NodePair& pair) {
  return rows_.try_emplace(pair, Row{pair.first.value, pair.second.value}).first->second;
}

void ClockPairs::add_found(const ClockCheck& check) {
  for (const auto& [pair, violations] : check.violations) {
    row(pair).found = violations.counts;
    row(pair).largest_error = violations.largest.count;
  }
}

void ClockPairs::add_left(const ClockCheck& check) {
  for (const auto& [pair, violations] : check.violations) row(pair).left = violations.counts;
}

void ClockPairs::add_moves(const std::vector<Shift>& shifts, SystemNodeId here) {
  for (size_t i = 0; i < shifts.size(); ++i) {
    if (shifts[i].amount != Ticks()) ++row({shifts[i].origin, here}).events_shifted;
    const int64_t change = i == 0 ? 0 : std::abs((shifts[i].amount - shifts[i - 1].amount).count);
    if (change == 0) continue;
    const SystemNodeId origin = shifts[i].origin.valid() ? shifts[i].origin : shifts[i - 1].origin;
    Row& changed = row({origin, here});
    ++changed.intervals_changed;
    changed.largest_change = std::max(changed.largest_change, change);
    changed.changes += change;
  }
}

void ClockPairs::merge(const Row& other) {
  Row& sum = row({SystemNodeId(other.cause), SystemNodeId(other.effect)});
  for (size_t kind = 0; kind < report::kClockConditions; ++kind) {
    sum.found[kind] += other.found[kind];
    sum.left[kind] += other.left[kind];
  }
  sum.largest_error = std::max(sum.largest_error, other.largest_error);
  sum.events_shifted += other.events_shifted;
  sum.intervals_changed += other.intervals_changed;
  sum.largest_change = std::max(sum.largest_change, other.largest_change);
  sum.changes += other.changes;
}

std::vector<report::ClockPair> ClockPairs::combine(uint64_t ticks_per_second, Comm& comm) const {
  std::vector<Row> mine;
  for (const auto& [pair, row] : rows_) mine.push_back(row);
  ClockPairs all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Row>(mine))) {
    for (const Row& row : from_bytes<Row>(bytes)) all.merge(row);
  }
  std::vector<report::ClockPair> pairs;
  for (const auto& [pair, row] : all.rows_) pairs.push_back(describe(row, ticks_per_second));
  return pairs;
}

report::ClockPair ClockPairs::describe(const Row& row, uint64_t ticks_per_second) {
  const auto seconds = [&](int64_t ticks) { return Ticks(ticks).seconds(ticks_per_second); };
  const bool changed = row.intervals_changed > 0;
  return {.cause = report::SystemNodeId(row.cause),
          .effect = report::SystemNodeId(row.effect),
          .found = row.found,
          .left = row.left,
          .largest_error = seconds(row.largest_error),
          .events_shifted = row.events_shifted,
          .intervals_changed = row.intervals_changed,
          .largest_change = seconds(row.largest_change),
          .mean_change = changed ? seconds(row.changes) / static_cast<double>(row.intervals_changed) : 0};
}

}  // namespace latecomer::analyze
