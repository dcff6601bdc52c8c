// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A location's activities are levels of detail: each is made of the one before it, with a fourth of its rows
// or so, until a picture of the whole run has enough of them. Cost: O(rows of the first level).

#include "analyze/results/store_timelines.h"

#include <iterator>
#include <memory>
#include <utility>

#include "analyze/model/recorded_timeline.h"
#include "analyze/results/table_chunks.h"
#include "base/parallel.h"
#include "store/activity_level.h"
#include "store/timeline_tables.h"

namespace latecomer::analyze {

namespace {

void add_levels(report::LocationId location, const store::ActivityLevel& first,
                std::vector<store::Chunk>& chunks) {
  using store::Activity;
  if (first.rows().empty()) return;
  store::add_chunks<Activity>(location, first.rows(), chunks,
                              store::level_table(Activity::kTable, first.resolution()));
  add_coarser_levels(location, std::vector(first.rows().begin(), first.rows().end()), first.resolution(),
                     store::reduced, chunks);
}

/// Returns the times that are known, of points and between them, in their order.
std::vector<store::ClockCorrection> known_times(const PointTimes& times) {
  std::vector<store::ClockCorrection> known;
  known.reserve(times.points.size() + times.between.size());
  auto between = times.between.begin();
  for (size_t i = 0; i < times.points.size(); ++i) {
    for (; between != times.between.end() && between->time < times.points[i].time; ++between)
      known.push_back({between->time, between->corrected});
    known.push_back({times.points[i].time, times.corrected[i]});
  }
  return known;
}

/// Returns those whose correction differs from that of the times around them, so that the others follow.
std::vector<store::ClockCorrection> corrections(const PointTimes& times) {
  const std::vector<store::ClockCorrection> known = known_times(times);
  std::vector<store::ClockCorrection> rows;
  const auto shift = [&](size_t i) { return known[i].after - known[i].before; };
  for (size_t i = 0; i < known.size(); ++i) {
    const bool is_within = i > 0 && i + 1 < known.size();
    if (is_within && shift(i - 1) == shift(i) && shift(i) == shift(i + 1)) continue;
    // Of points that were recorded at one time, what lies between others has the correction of the first.
    if (rows.empty() || rows.back().before != known[i].before) rows.push_back(known[i]);
  }
  return rows;
}

std::vector<store::ReadPoint> in_tree_of_all(std::vector<store::ReadPoint> points,
                                             const std::vector<CallPathId>& paths) {
  for (store::ReadPoint& point : points) {
    if (point.base.valid()) point.base = paths[point.base.index()];
    for (store::ReadPoint::OpenCall& call : point.calls) call.path = paths[call.path.index()];
  }
  return points;
}

std::vector<store::Fork> forks(const LocalLocation& location) {
  const auto in_tree_of_all = [&](CallPathId path) {
    return path.valid() ? location.paths[path.index()] : path;
  };
  std::vector<store::Fork> rows;
  for (const TeamFork& fork : location.threads.forks)
    rows.push_back(
        {fork.time, fork.end, fork.team.value, in_tree_of_all(fork.path), in_tree_of_all(fork.region)});
  return rows;
}

std::vector<store::CallTreeNode> call_tree_rows(const CallTree& tree) {
  std::vector<store::CallTreeNode> rows;
  rows.reserve(tree.nodes().size());
  for (const CallTree::Node& node : tree.nodes())
    rows.push_back({node.parent, node.region.value, node.from.value, node.to.value, node.caller.value,
                    static_cast<uint32_t>(node.kind)});
  return rows;
}

template <class Row>
void add_rows(report::LocationId location, const std::vector<Row>& rows, std::vector<store::Chunk>& chunks) {
  if (!rows.empty()) store::add_chunks<Row>(location, rows, chunks);
}

}  // namespace

std::vector<store::Chunk> store_timelines(CondensedTrace& trace, const std::vector<PointTimes>& times) {
  std::vector<std::vector<store::Chunk>> of_locations(trace.locations.size());
  parallel_for(of_locations.size(), [&](size_t l) {
    CondensedLocation& location = trace.locations[l];
    const report::LocationId id = stored_id(location.id);
    std::vector<store::Chunk>& chunks = of_locations[l];
    if (const std::shared_ptr<RecordedTimeline> recorded = std::exchange(location.recorded, nullptr)) {
      add_levels(id, recorded->activities, chunks);
      add_rows(id, in_tree_of_all(std::move(recorded->read_points), location.paths), chunks);
      add_rows(id, recorded->states, chunks);
    }
    add_rows(id, forks(location), chunks);
    if (l < times.size()) add_rows(id, corrections(times[l]), chunks);
  });
  std::vector<store::Chunk> all;
  if (trace.is_local(trace::LocationId(0)))
    add_rows(report::LocationId(0), call_tree_rows(trace.call_tree), all);
  for (std::vector<store::Chunk>& some : of_locations) std::ranges::move(some, std::back_inserter(all));
  return all;
}

}  // namespace latecomer::analyze
