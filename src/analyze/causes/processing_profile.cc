// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Profiles of arbitrary intervals.
//
// The problem: delay analysis asks for the profile of millions of overlapping intervals of a location;
// walking through each would cost its length.
//
// The idea: sum up the location's segments, less the waits in them, in a tree: sums of 8 segments, sums of 8
// sums, ... An interval is a part of a segment at either end, and in between a few whole segments and whole
// nodes of every level:
//
//     level 0   [       A       ][       B       ][       C       ]
//     segments  [a][a][a][a][a][a][b][b][b][b][b][b][c][c][c][c][c][c]
//     interval              (----------------------------]            = a part, a, B, c, a part
//
// A segment with waits is cut into pieces when it is looked at; most are never looked at again once they are
// in a sum, and storing the pieces would cost more than cutting.
//
// Cost: building O(entries), a query O(log n x call paths).

#include "analyze/causes/processing_profile.h"

#include "base/parallel.h"
#include "base/search_near.h"

namespace latecomer::analyze {

namespace {

constexpr size_t kFanout = 8;

}  // namespace

std::vector<PathTime> PathTimes::take() {
  std::vector<PathTime> taken;
  drain([&](const PathTime& each) { taken.push_back(each); });
  return taken;
}

ProcessingProfile::ProcessingProfile(const CondensedLocation& location, const std::vector<WaitState>& waits)
    : location_(&location), waits_(&waits) {
  build_sums();
}

/// Visits the pieces of a segment in order. `wait` is the first wait that ends after the segment's begin, and
/// becomes the first that ends after its end.
template <class Visit>
void ProcessingProfile::cut(size_t segment, size_t& wait, const Visit& visit) const {
  const Segments& segments = location_->segments;
  Ticks begin = segments.begin(segment);
  const Ticks end = segments.end(segment);
  if (begin == end) return;
  CallPathId own;
  Ticks own_time;
  for (; wait < waits_->size() && (*waits_)[wait].end <= end; ++wait) {
    const WaitState& each = (*waits_)[wait];
    const CallPathId path = location_->calls[each.call].path;
    if (path != own) {
      Ticks time_on_path;
      segments.for_each(segment, [&](CallPathId candidate, Ticks time) {
        if (candidate == path) time_on_path = time;
      });
      if (time_on_path == Ticks()) continue;
      own = path;
      own_time = time_on_path;
    }
    // The call's own time before the wait is a piece; what remains after the last wait is another.
    const Ticks start = std::max(begin, each.end - each.amount);
    const Ticks before = std::min(start - begin, own_time);
    if (before > Ticks()) visit(Piece{begin, start, own, before, kNone});
    own_time = std::max(Ticks(), own_time - (each.end - begin));
    begin = each.end;
  }
  if (begin < end) visit(Piece{begin, end, own, own_time, segment});
}

/// Visits what a piece has, each call path once.
template <class Visit>
void ProcessingProfile::for_each(const Piece& piece, const Visit& visit) const {
  if (piece.own.valid() && piece.own_time != Ticks()) visit(piece.own, piece.own_time);
  if (piece.segment == kNone) return;
  location_->segments.for_each(piece.segment, [&](CallPathId path, Ticks time) {
    if (path != piece.own) visit(path, time);
  });
}

/// What lies within (from, to]. What happened when within a piece is not known: its call paths share the
/// part.
void ProcessingProfile::add_part(const Piece& piece, Ticks from, Ticks to, PathTimes& times) const {
  const Ticks part = std::min(to, piece.end) - std::max(from, piece.begin);
  if (part <= Ticks()) return;
  const Ticks length = piece.end - piece.begin;
  if (part == length) return for_each(piece, [&](CallPathId path, Ticks time) { times.add(path, time); });
  const double share = static_cast<double>(part.count) / static_cast<double>(length.count);
  for_each(piece, [&](CallPathId path, Ticks time) {
    // One call path alone fills the piece, and no rounding is needed.
    times.add(path,
              time == length ? part : Ticks(static_cast<int64_t>(share * static_cast<double>(time.count))));
  });
}

void ProcessingProfile::build_sums() {
  size_t paths = 0;
  for (const CallPathId path : location_->paths) paths = std::max(paths, path.index() + 1);
  PathTimes sum(paths);
  Level& lowest = levels_.emplace_back();
  size_t wait = 0;
  for (size_t i = 0; i < segments(); ++i) {
    if (i % kFanout == 0) {
      begin_.push_back(location_->segments.begin(i));
      first_wait_.push_back(static_cast<uint32_t>(wait));
    }
    cut(i, wait, [&](const Piece& piece) {
      for_each(piece, [&](CallPathId path, Ticks time) { sum.add(path, time); });
    });
    if ((i + 1) % kFanout != 0 && i + 1 != segments()) continue;
    sum.drain([&](const PathTime& each) { lowest.entries.push_back(each); });
    lowest.close();
  }
  while (levels_.back().size() > kFanout) {
    Level level;
    sum_up(levels_.back(), sum, level);
    levels_.push_back(std::move(level));
  }
}

void ProcessingProfile::sum_up(const Level& below, PathTimes& sum, Level& level) const {
  for (size_t i = 0; i < below.size(); ++i) {
    for (const PathTime& entry : below[i]) sum.add(entry.path, entry.time);
    if ((i + 1) % kFanout != 0 && i + 1 != below.size()) continue;
    sum.drain([&](const PathTime& each) { level.entries.push_back(each); });
    level.close();
  }
}

/// The last segment that begins at or before `time`, which is not before the first.
size_t ProcessingProfile::segment_at(Ticks time) const {
  const size_t node = search_near(begin_.size(), time, [&](size_t i) { return begin_[i]; }) - 1;
  size_t segment = node * kFanout;
  while (segment + 1 < segments() && location_->segments.end(segment) <= time) ++segment;
  return segment;
}

void ProcessingProfile::add(Ticks from, Ticks to, PathTimes& times) const {
  if (segments() == 0) return;
  from = std::max(from, location_->segments.boundaries().front());
  to = std::min(to, location_->segments.boundaries().back());
  if (from >= to) return;
  const size_t begin = segment_at(from);
  const size_t end = segment_at(to) + 1;
  const size_t first_node = begin / kFanout + 1;
  const size_t last_node = (end - 1) / kFanout;
  if (first_node > last_node) return add_segments(begin, end, from, to, times);
  add_segments(begin, first_node * kFanout, from, to, times);
  add_nodes(first_node, last_node, times);
  add_segments(last_node * kFanout, end, from, to, times);
}

/// Segments [begin, end) of one node of the lowest level, as far as they lie within (from, to].
void ProcessingProfile::add_segments(size_t begin, size_t end, Ticks from, Ticks to, PathTimes& times) const {
  const Ticks start = location_->segments.begin(begin);
  size_t wait = first_wait_[begin / kFanout];
  while (wait < waits_->size() && (*waits_)[wait].end <= start) ++wait;
  for (size_t i = begin; i < end; ++i)
    cut(i, wait, [&](const Piece& piece) { add_part(piece, from, to, times); });
}

void ProcessingProfile::add_nodes(size_t begin, size_t end, PathTimes& times) const {
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
