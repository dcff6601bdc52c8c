// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Each location's rows are spread over the bins that they lie in. A row of several activities has the time
// that is known to be on its path spread evenly; the rest is unknown.
//
// Cost: O(rows + locations · bins · kinds).

#include "timeline/bins.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/parallel.h"
#include "timeline/wait_rows.h"

namespace latecomer::timeline {

namespace {

constexpr uint64_t kMostEvents = 400'000;  ///< Is the most events that are read for one answer.
constexpr uint64_t kMostRows = 250'000;    ///< Is about the most rows of a level of detail.
constexpr size_t kLocationsAtOnce = 256;   ///< Counts locations whose bins are in memory.

/// Divides a window into bins, whose edges are whole ticks.
class Edges {
 public:
  Edges(const store::Interval& when, size_t bins)
      : when_(when), bins_(static_cast<int64_t>(bins)), length_(when.end - when.begin) {}

  Ticks edge(size_t i) const {
    return when_.begin + scale(length_, Ticks(static_cast<int64_t>(i)), Ticks(bins_));
  }
  /// Returns the last bin that begins at that time or before.
  size_t bin_of(Ticks time) const {
    auto i = static_cast<size_t>(scale(time - when_.begin, Ticks(bins_), length_).count);
    while (i + 1 < static_cast<size_t>(bins_) && edge(i + 1) <= time) ++i;
    return std::min(i, static_cast<size_t>(bins_) - 1);
  }
  const store::Interval& when() const { return when_; }
  size_t size() const { return static_cast<size_t>(bins_); }

 private:
  store::Interval when_;
  int64_t bins_;
  Ticks length_;
};

/// Calls `add(bin, common)` for each bin that has some time in common with an interval.
template <class Add>
void spread(const Edges& edges, const store::Interval& interval, const Add& add) {
  const Ticks begin = std::max(interval.begin, edges.when().begin);
  const Ticks end = std::min(interval.end, edges.when().end);
  if (begin >= end) return;
  for (size_t i = edges.bin_of(begin); i < edges.size() && edges.edge(i) < end; ++i) {
    const Ticks common = std::min(end, edges.edge(i + 1)) - std::max(begin, edges.edge(i));
    if (common > Ticks()) add(i, common);
  }
}

/// Holds what one location did: by bin, by kind in each, and what is unknown last.
struct OfLocation {
  std::vector<Ticks> by_bin;
  std::map<report::CallPathId, Ticks> by_path;
};

OfLocation spread_activities(const std::vector<store::Activity>& rows, const Edges& edges,
                             const CallPathKinds& kinds) {
  OfLocation all{std::vector<Ticks>(edges.size() * (kinds.kinds + 1)), {}};
  for (const store::Activity& row : rows) {
    const uint8_t kind = row.path.valid() ? kinds.of_path[row.path.index()] : kinds.none;
    spread(edges, row.interval(), [&](size_t bin, Ticks time) {
      const Ticks known = scale(time, Ticks(row.share), Ticks(store::Activity::kWhole));
      Ticks* const of_bin = &all.by_bin[bin * (kinds.kinds + 1)];
      of_bin[kind] += known;
      of_bin[kinds.kinds] += time - known;
      if (row.path.valid()) all.by_path[row.path] += known;
    });
  }
  return all;
}

void add_location(const OfLocation& of, const CallPathKinds& kinds, TimeBins& all) {
  for (size_t b = 0; b < all.bins.size(); ++b) {
    TimeBins::Bin& bin = all.bins[b];
    const Ticks* const own = &of.by_bin[b * (kinds.kinds + 1)];
    for (size_t k = 0; k < kinds.kinds; ++k) bin.by_kind[k] += own[k];
    bin.unknown += own[kinds.kinds];
    bin.largest_computation = std::max(bin.largest_computation, own[kinds.computation]);
    bin.largest_possible = std::max(bin.largest_possible, own[kinds.computation] + own[kinds.kinds]);
  }
  for (const auto& [path, time] : of.by_path) all.by_path[path.index()] += time;
}

void add_wait(const store::WaitSummary& row, const Edges& edges, TimeBins& all) {
  const Ticks length = row.end - row.begin;
  if (row.count > 1) all.waits_are_exact = false;
  spread(edges, row.interval(),
         [&](size_t bin, Ticks time) { all.bins[bin].waits[row.metric] += scale(row.amount, time, length); });
}

/// Returns about how many events there are, as if they were spread evenly over the run.
uint64_t events_about(const Run& run, const Locations& locations, const store::Interval& when) {
  uint64_t events = 0;
  for (const report::LocationId location : locations)
    events += run.trace().definitions().locations[location.index()].events;
  const double part = static_cast<double>((when.end - when.begin).count) /
                      static_cast<double>(std::max<int64_t>(run.clock().run_length().count, 1));
  return static_cast<uint64_t>(static_cast<double>(events) * std::min(part, 1.0));
}

Ticks resolution_for(const Run& run, const Locations& locations, const store::Interval& when) {
  if (run.has_events() && events_about(run, locations, when) <= kMostEvents) return Ticks(1);
  const auto rows =
      static_cast<double>((when.end - when.begin).count) * static_cast<double>(locations.size());
  const auto resolution = static_cast<uint64_t>(rows / static_cast<double>(kMostRows));
  return Ticks(static_cast<int64_t>(std::bit_floor(std::max<uint64_t>(resolution, 1))));
}

}  // namespace

Result<TimeBins> read_bins(const Run& run, ActivitySource& activities, const Locations& locations,
                           const store::Interval& when, size_t bins, const CallPathKinds& kinds) {
  const size_t ticks = static_cast<size_t>(std::max<int64_t>((when.end - when.begin).count, 1));
  const Edges edges(when, std::clamp<size_t>(bins, 1, ticks));
  const Window window{locations, when, resolution_for(run, locations, when)};
  TimeBins all;
  for (size_t i = 0; i < edges.size() && when.begin < when.end; ++i)
    all.bins.push_back(
        {.begin = edges.edge(i), .end = edges.edge(i + 1), .by_kind = std::vector<Ticks>(kinds.kinds)});
  all.by_path.resize(run.report().call_paths.size());
  if (all.bins.empty()) return all;
  TRY(const Activities rows, activities.read(window));
  all.problem = rows.problem;
  for (size_t first = 0; first < locations.size(); first += kLocationsAtOnce) {
    std::vector<OfLocation> some(std::min(locations.size() - first, kLocationsAtOnce));
    parallel_for(some.size(),
                 [&](size_t i) { some[i] = spread_activities(rows.of_locations[first + i], edges, kinds); });
    for (const OfLocation& of : some) add_location(of, kinds, all);
  }
  TRY(const auto waits, read_waits(run, window));
  for (const std::vector<store::WaitSummary>& of_location : waits)
    for (const store::WaitSummary& row : of_location) add_wait(row, edges, all);
  return all;
}

}  // namespace latecomer::timeline
