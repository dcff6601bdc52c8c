// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/correct_clocks.h"

#include <algorithm>
#include <cstdlib>

#include "analyze/clocks/clock_network.h"
#include "analyze/clocks/estimate_latency.h"
#include "analyze/clocks/logical_clock.h"
#include "analyze/condense/run_extent.h"

namespace latecomer::analyze {

namespace {

using trace::SystemNodeId;

/// What was done because of violations between two nodes, in ticks; plain, to be exchanged.
struct Moves {
  int64_t events_shifted = 0;
  int64_t intervals_changed = 0;
  int64_t largest_change = 0;
  int64_t changes = 0;  ///< the sum
};

/// What is known of two nodes, on one rank.
struct PairRow {
  uint32_t cause = UINT32_MAX;
  uint32_t effect = UINT32_MAX;
  report::ConditionCounts found{};
  report::ConditionCounts left{};
  int64_t largest_error = 0;
  Moves moves;
};

class PairTable {
 public:
  PairRow& operator[](const NodePair& pair) {
    PairRow& row = rows_[pair];
    row.cause = pair.first.value;
    row.effect = pair.second.value;
    return row;
  }
  void merge(const PairRow& other) {
    PairRow& row = (*this)[{SystemNodeId(other.cause), SystemNodeId(other.effect)}];
    for (size_t kind = 0; kind < report::kClockConditions; ++kind) {
      row.found[kind] += other.found[kind];
      row.left[kind] += other.left[kind];
    }
    row.largest_error = std::max(row.largest_error, other.largest_error);
    row.moves.events_shifted += other.moves.events_shifted;
    row.moves.intervals_changed += other.moves.intervals_changed;
    row.moves.largest_change = std::max(row.moves.largest_change, other.moves.largest_change);
    row.moves.changes += other.moves.changes;
  }
  /// In the order of the pairs.
  std::vector<PairRow> rows() const {
    std::vector<PairRow> rows;
    for (const auto& [pair, row] : rows_) rows.push_back(row);
    return rows;
  }

 private:
  std::map<NodePair, PairRow> rows_;
};

/// Sum over all ranks.
PairTable combine(const PairTable& mine, Comm& comm) {
  PairTable all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<PairRow>(mine.rows()))) {
    for (const PairRow& row : from_bytes<PairRow>(bytes)) all.merge(row);
  }
  return all;
}

void add_violations(const ClockCheck& check, report::ConditionCounts PairRow::*counts, PairTable& table) {
  for (const auto& [pair, violations] : check.violations) {
    PairRow& row = table[pair];
    row.*counts = violations.counts;
    if (counts == &PairRow::found) row.largest_error = violations.largest.count;
  }
}

double length_of_run(const LocalTrace& trace, Comm& comm) {
  const RunExtent run = run_extent(trace, comm);
  return (run.end - run.begin).seconds(trace.definitions.ticks_per_second);
}

/// Counts what was shifted on one location, and what that did to its intervals.
void add_moves(const std::vector<Shift>& shifts, SystemNodeId here, PairTable& table) {
  for (size_t i = 0; i < shifts.size(); ++i) {
    if (shifts[i].amount != Ticks()) ++table[{shifts[i].origin, here}].moves.events_shifted;
    const int64_t change = i == 0 ? 0 : std::abs((shifts[i].amount - shifts[i - 1].amount).count);
    if (change == 0) continue;
    const SystemNodeId origin = shifts[i].origin.valid() ? shifts[i].origin : shifts[i - 1].origin;
    Moves& moves = table[{origin, here}].moves;
    ++moves.intervals_changed;
    moves.largest_change = std::max(moves.largest_change, change);
    moves.changes += change;
  }
}

PointTimes point_times(const std::vector<ClockPoint>& points, const std::vector<Shift>& shifts) {
  PointTimes times;
  const bool moves =
      std::any_of(shifts.begin(), shifts.end(), [](const Shift& shift) { return shift.amount != Ticks(); });
  if (!moves) return times;
  times.points = points;
  times.corrected.reserve(points.size());
  for (size_t i = 0; i < points.size(); ++i) times.corrected.push_back(points[i].time + shifts[i].amount);
  return times;
}

/// Looks again at all times of counterparts.
void renew(const LocalTrace& trace, const CommMembers& members, Comm& comm, Matches& matches) {
  AnomalyReport known;  // what does not match has been counted
  renew_times(trace, comm, matches.messages);
  matches.partitions = match_partitions(trace, matches.messages, comm);
  matches.collectives = match_collectives(trace, members, comm, known);
  matches.teams = match_teams(trace, known);
}

bool has_to_run(const ClockOptions& options, const ClockCheck& check, Comm& comm) {
  if (options.mode == ClockMode::logical) return true;
  int64_t violated[] = {check.violated()};
  comm.sum(violated);
  return options.mode == ClockMode::automatic && violated[0] > 0;
}

std::string name_of(ClockMode mode) {
  switch (mode) {
    case ClockMode::automatic:
      return "auto";
    case ClockMode::interpolate:
      return "interpolate";
    case ClockMode::logical:
      return "logical";
    case ClockMode::off:
      return "off";
  }
  return "auto";
}

std::vector<report::ClockPair> pairs_of(const PairTable& table, uint64_t ticks_per_second) {
  std::vector<report::ClockPair> pairs;
  const auto seconds = [&](int64_t ticks) { return Ticks(ticks).seconds(ticks_per_second); };
  for (const PairRow& row : table.rows()) {
    report::ClockPair pair;
    pair.cause = report::SystemNodeId(row.cause);
    pair.effect = report::SystemNodeId(row.effect);
    pair.found = row.found;
    pair.left = row.left;
    pair.largest_error = seconds(row.largest_error);
    pair.events_shifted = row.moves.events_shifted;
    pair.intervals_changed = row.moves.intervals_changed;
    pair.largest_change = seconds(row.moves.largest_change);
    if (row.moves.intervals_changed > 0)
      pair.mean_change = seconds(row.moves.changes) / static_cast<double>(row.moves.intervals_changed);
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

CorrectedClocks correct_clocks(LocalTrace& trace, const CommMembers& members, Matches& matches,
                               const ClockOptions& options, Comm& comm) {
  CorrectedClocks result;
  result.before = check_clocks(trace, matches);
  result.times.resize(trace.locations.size());
  report::ClockReport& report = result.report;
  report.mode = name_of(options.mode);
  report.checked = result.before.checked;
  comm.sum(report.checked);
  const uint64_t ticks_per_second = trace.definitions.ticks_per_second;
  report.length_before = length_of_run(trace, comm);

  PairTable table;
  add_violations(result.before, &PairRow::found, table);
  int64_t largest_shift[] = {0};
  report.corrected = has_to_run(options, result.before, comm);
  if (report.corrected) {
    const Latency latency = options.latency ? *options.latency : estimate_latency(trace, matches, comm);
    report.control_factor = options.control_factor;
    report.latency_within = latency.within;
    report.latency_between = latency.between;
    const ClockNetwork network(trace, members, matches, latency, comm);
    Shifts shifts = advance_late_effects(network, trace, options.control_factor, comm);
    smooth_jumps(network, options.stretch, comm, shifts);
    for (size_t l = 0; l < shifts.size(); ++l) {
      add_moves(shifts[l], node_of(trace.definitions, trace.locations[l].id), table);
      result.times[l] = point_times(network.points(l), shifts[l]);
      for (const Shift& shift : shifts[l]) largest_shift[0] = std::max(largest_shift[0], shift.amount.count);
    }
    correct_times(trace, result.times);
    renew(trace, members, comm, matches);
  }
  // Whether nothing is left is not taken for granted.
  add_violations(report.corrected ? check_clocks(trace, matches) : result.before, &PairRow::left, table);
  comm.max(largest_shift);
  report.largest_shift = Ticks(largest_shift[0]).seconds(ticks_per_second);
  report.length_after = length_of_run(trace, comm);
  report.pairs = pairs_of(combine(table, comm), ticks_per_second);
  return result;
}

}  // namespace latecomer::analyze
