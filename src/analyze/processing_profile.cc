// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Profiles of arbitrary intervals.
//
// The problem: delay analysis asks for the profile of millions of overlapping intervals of a location;
// walking through each would cost its length.
//
// The idea: cut the waits out of the location's segments, and sum up what is left in a tree: pieces, sums of
// 16 pieces, sums of 16 sums, ... An interval is a part of a piece at either end, and in between a few whole
// nodes of every level:
//
//     level 1   [       A       ][       B       ][       C       ]
//     level 0   [a][a][a][a][a][a][b][b][b][b][b][b][c][c][c][c][c][c]
//     interval              (----------------------------]            = a part, a, B, c, a part
//
// Cost: building O(entries log n), a query O(log n x call paths).

#include "analyze/processing_profile.h"

#include <algorithm>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

constexpr size_t kFanout = 16;

}  // namespace

std::vector<PathTime> PathTimes::take() {
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  std::vector<PathTime> taken;
  taken.reserve(touched_.size());
  for (const CallPathId path : touched_) {
    Ticks& time = times_[path.index()];
    if (time != Ticks()) taken.push_back({path, time});
    time = Ticks();
  }
  touched_.clear();
  return taken;
}

ProcessingProfile::ProcessingProfile(const CondensedLocation& location, const std::vector<WaitState>& waits) {
  levels_.emplace_back();
  cut_out_waits(location, waits);
  size_t paths = 0;
  for (const PathTime& entry : levels_[0].entries) paths = std::max(paths, entry.path.index() + 1);
  build_sums(paths);
}

void ProcessingProfile::add_piece(Ticks begin, std::span<const PathTime> entries) {
  begin_.push_back(begin);
  levels_[0].entries.insert(levels_[0].entries.end(), entries.begin(), entries.end());
  levels_[0].close();
}

void ProcessingProfile::cut_out_waits(const CondensedLocation& location,
                                      const std::vector<WaitState>& waits) {
  const Segments& segments = location.segments;
  std::vector<PathTime> rest;
  size_t wait = 0;
  for (size_t i = 0; i + 1 < segments.boundary.size(); ++i) {
    Ticks begin = segments.boundary[i];
    const Ticks end = segments.boundary[i + 1];
    if (begin == end) continue;
    rest.clear();
    for (size_t e = segments.first_entry[i]; e < segments.first_entry[i + 1]; ++e) {
      if (segments.entries[e].time != Ticks())
        rest.push_back({segments.entries[e].path, segments.entries[e].time});
    }
    std::sort(rest.begin(), rest.end(), [](const PathTime& a, const PathTime& b) { return a.path < b.path; });
    for (; wait < waits.size() && waits[wait].end <= end; ++wait) {
      const CallPathId path = location.calls[waits[wait].call].path;
      const auto own =
          std::find_if(rest.begin(), rest.end(), [&](const PathTime& each) { return each.path == path; });
      if (own == rest.end()) continue;
      // A call's own time before the wait is a piece of its own; what remains after the last wait is another.
      const Ticks start = std::max(begin, waits[wait].end - waits[wait].amount);
      const PathTime before{path, std::min(start - begin, own->time)};
      if (before.time > Ticks()) add_piece(begin, std::span(&before, 1));
      add_piece(start, {});
      own->time = std::max(Ticks(), own->time - (waits[wait].end - begin));
      begin = waits[wait].end;
    }
    std::erase_if(rest, [](const PathTime& each) { return each.time == Ticks(); });
    if (begin < end) add_piece(begin, rest);
  }
  begin_.push_back(segments.boundary.back());
}

void ProcessingProfile::build_sums(size_t paths) {
  PathTimes sum(paths);
  while (levels_.back().size() > kFanout) {
    const Level& below = levels_.back();
    Level level;
    for (size_t i = 0; i < below.size(); ++i) {
      for (const PathTime& entry : below[i]) sum.add(entry.path, entry.time);
      if ((i + 1) % kFanout != 0 && i + 1 != below.size()) continue;
      const std::vector<PathTime> node = sum.take();
      level.entries.insert(level.entries.end(), node.begin(), node.end());
      level.close();
    }
    levels_.push_back(std::move(level));
  }
}

void ProcessingProfile::add(Ticks from, Ticks to, PathTimes& times) const {
  from = std::max(from, begin_.front());
  to = std::min(to, begin_.back());
  if (levels_[0].size() == 0 || from >= to) return;
  const auto piece_at = [&](Ticks time) {
    return static_cast<size_t>(std::upper_bound(begin_.begin(), begin_.end() - 1, time) - begin_.begin()) - 1;
  };
  const size_t first = piece_at(from);
  const size_t last = piece_at(to);
  if (first == last) return add_part(first, from, to, times);
  add_part(first, from, begin_[first + 1], times);
  add_whole(first + 1, last, times);
  add_part(last, begin_[last], to, times);
}

void ProcessingProfile::add_part(size_t piece, Ticks from, Ticks to, PathTimes& times) const {
  const std::span<const PathTime> entries = levels_[0][piece];
  const int64_t length = (begin_[piece + 1] - begin_[piece]).count;
  const int64_t part = (to - from).count;
  if (part == 0) return;
  if (part == length) {
    for (const PathTime& entry : entries) times.add(entry.path, entry.time);
  } else if (entries.size() == 1) {
    times.add(entries[0].path, Ticks(part));
  } else {  // what happened when within a segment is not known: its call paths share the part
    for (const PathTime& entry : entries) {
      const double share = static_cast<double>(part) / static_cast<double>(length);
      times.add(entry.path, Ticks(static_cast<int64_t>(share * static_cast<double>(entry.time.count))));
    }
  }
}

void ProcessingProfile::add_whole(size_t begin, size_t end, PathTimes& times) const {
  for (size_t level = 0; begin < end; ++level) {
    const auto add_node = [&](size_t i) {
      for (const PathTime& entry : levels_[level][i]) times.add(entry.path, entry.time);
    };
    const bool top = level + 1 == levels_.size();
    while (begin < end && (top || begin % kFanout != 0)) add_node(begin++);
    while (begin < end && end % kFanout != 0) add_node(--end);
    begin /= kFanout;
    end /= kFanout;
  }
}

std::vector<ProcessingProfile> processing_profiles(const std::vector<CondensedLocation>& locations,
                                                   const WaitStates& waits) {
  std::vector<ProcessingProfile> profiles(locations.size());
  parallel_for(locations.size(), [&](size_t l) { profiles[l] = ProcessingProfile(locations[l], waits[l]); });
  return profiles;
}

}  // namespace latecomer::analyze
