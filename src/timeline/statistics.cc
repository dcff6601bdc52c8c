// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/statistics.h"

#include <algorithm>

#include "timeline/wait_rows.h"

namespace latecomer::timeline {

namespace {

Ticks common(const store::Interval& a, const store::Interval& b) {
  return std::max(Ticks(), std::min(a.end, b.end) - std::max(a.begin, b.begin));
}

void add_activity(const store::Activity& row, const store::Interval& when, WindowStatistics& statistics) {
  const Ticks time = common(row.interval(), when);
  const Ticks known = scale(time, Ticks(row.share), Ticks(store::Activity::kWhole));
  statistics.by_path[row.path] += known;
  statistics.unknown += time - known;
}

void add_wait(const store::WaitSummary& row, const store::Interval& when, WindowStatistics& statistics) {
  const Ticks length = row.end - row.begin;
  const Ticks time = common(row.interval(), when);
  if (row.count > 1) statistics.waits_are_exact = false;
  statistics.waits[row.metric] += length == Ticks() ? row.amount : scale(row.amount, time, length);
}

}  // namespace

Result<WindowStatistics> window_statistics(const Run& run, ActivitySource& activities, const Window& window) {
  WindowStatistics statistics;
  TRY(const Activities rows, activities.read(window));
  for (const std::vector<store::Activity>& of_location : rows.of_locations)
    for (const store::Activity& row : of_location) add_activity(row, window.when, statistics);
  TRY(const auto waits, read_waits(run, window));
  for (const std::vector<store::WaitSummary>& of_location : waits)
    for (const store::WaitSummary& row : of_location) add_wait(row, window.when, statistics);
  return statistics;
}

}  // namespace latecomer::timeline
