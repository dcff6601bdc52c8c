// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Profiles of arbitrary intervals.
//
// The problem: delay analysis asks for the profile of millions of overlapping intervals of a location;
// walking through each would cost its length.
//
// The idea: every few segments, remember what every call path had taken up to there, less the waits. The
// difference of two such rows is the profile between them. Short intervals are walked through; of a long one
// only what lies between its ends and the rows nearest to them is, to be added or taken away:
//
//     rows      |               |               |               |
//     segments  [a][a][a][a][a][b][b][b][b][b][b][c][c][c][c][c][c]
//     interval    (---------------------------------------]         = a part, row - row - a, c, c, a part
//
// Rows have one number for each of the location's call paths and are at least as many segments apart, so that
// all of them together are not larger than the segments. Sums begin anew in every block of segments,
// so that threads can work on the blocks of one location, and numbers stay short; blocks have rows of their
// own.
//
// A segment with waits is cut into pieces whenever it is read; storing the pieces would cost more than
// cutting.
//
// Cost: building O(segments x their call paths), a query O(call paths), or its length if that is less.

#include "analyze/causes/processing_profile.h"

#include <bit>
#include <type_traits>

#include "analyze/model/tasks.h"
#include "base/parallel.h"
#include "base/search_near.h"

namespace latecomer::analyze {

namespace {

constexpr size_t kBlock = size_t{1} << 12;  ///< Is in segments.
constexpr size_t kLeastSegments = 16;       ///< Is the least number of segments between rows.

/// Takes what lies within (from, to] of a piece. It is not known what happened when within a piece: its call
/// paths share the part.
class Share {
 public:
  Share(Ticks begin, Ticks end, Ticks from, Ticks to)
      : part_(std::min(to, end) - std::max(from, begin)), length_(end - begin) {
    if (!empty() && part_ < length_)
      share_ = static_cast<double>(part_.count) / static_cast<double>(length_.count);
  }

  bool empty() const { return part_ <= Ticks(); }
  Ticks operator()(Ticks time) const {
    if (part_ == length_) return time;
    // One call path alone fills the piece, and no rounding is needed.
    return time == length_ ? part_ : Ticks(static_cast<int64_t>(share_ * static_cast<double>(time.count)));
  }

 private:
  Ticks part_;
  Ticks length_;
  double share_ = 1;
};

}  // namespace

std::vector<PathTime> PathTimes::take() {
  std::vector<PathTime> taken;
  drain([&](const PathTime& each) { taken.push_back(each); });
  return taken;
}

ProcessingProfile::ProcessingProfile(const LocalLocation& location, const LargeVector<WaitState>& waits)
    : location_(&location), waits_(&waits) {
  reserve();
  Numbers numbers;
  number_paths(numbers);
  for (size_t begin = 0; begin < segments(); begin += kBlock)
    sum_up_block(begin, std::min(begin + kBlock, segments()), numbers);
  add_up_blocks();
}

/// Returns the last segment that begins at or before `time`, which is not before the first.
size_t ProcessingProfile::segment_at(Ticks time, size_t near) const {
  const TickList& boundary = location_->segments.boundaries();
  return search_from(near, segments(), [&](size_t i) { return boundary[i] <= time; }) - 1;
}

/// Returns the segment in which an interval up to `to` in the segment `last` begins, if segments are about as
/// long as all of the location's.
size_t ProcessingProfile::guess_begin(size_t last, Ticks from, Ticks to) const {
  const double back =
      std::max(0.0, static_cast<double>(to.count) - static_cast<double>(from.count)) * density_;
  return last - static_cast<size_t>(std::min(back, static_cast<double>(last)));
}

size_t ProcessingProfile::nearest_row(size_t segment) const {
  const size_t half = size_t{1} << (spacing_ - 1);
  return std::min((segment + half) >> spacing_, (segments() - 1) >> spacing_);
}

/// Returns the first wait state that ends in a segment or after it.
size_t ProcessingProfile::first_wait_in(size_t segment, size_t near) const {
  const size_t wait = search_from(near, waits_->size(), [&](size_t i) { return wait_segment_[i] < segment; });
  return std::max(wait, first_wait_);
}

ProcessingProfile::Cursor ProcessingProfile::near(Ticks time) const {
  const TickList& boundary = location_->segments.boundaries();
  return {search_near(segments(), time, [&](size_t i) { return boundary[i]; }),
          first_ending_after(*waits_, time)};
}

void ProcessingProfile::reserve() {
  wait_segment_.assign(waits_->size(), static_cast<uint32_t>(segments()));
  if (segments() == 0) return;
  const TickList& boundary = location_->segments.boundaries();
  const Ticks length = boundary.back() - boundary.front();
  if (length > Ticks()) density_ = static_cast<double>(segments()) / static_cast<double>(length.count);
  const size_t apart = std::clamp(paths(), kLeastSegments, kBlock);
  spacing_ = static_cast<unsigned>(std::bit_width(apart - 1));
  const size_t numbers = (((segments() - 1) >> spacing_) + 1) * paths();
  has_short_blocks() ? short_rows_.resize(numbers) : long_rows_.resize(numbers);
  blocks_.resize(segments() > kBlock ? (segments() / kBlock + 1) * paths() : 0);
}

bool ProcessingProfile::has_short_blocks() const {
  const TickList& boundary = location_->segments.boundaries();
  for (size_t begin = 0; begin < segments(); begin += kBlock) {
    const size_t end = std::min(begin + kBlock, segments());
    if (boundary[end] - boundary[begin] > Ticks(UINT32_MAX)) return false;
  }
  return true;
}

void ProcessingProfile::number_paths(Numbers& numbers) const {
  for (size_t own = 0; own < paths(); ++own) {
    const size_t path = location_->paths[own].index();
    if (path >= numbers.size()) numbers.resize(path + 1);
    numbers[path] = static_cast<uint32_t>(own);
  }
}

/// Makes the rows from the `begin` of a block to before its end, and finds the segments of its waits. What
/// the whole block took goes to the row of the next block.
void ProcessingProfile::sum_up_block(size_t begin, size_t end, const Numbers& numbers) {
  const TickList& boundary = location_->segments.boundaries();
  size_t next = first_ending_after(*waits_, boundary[begin]);
  if (begin == 0) {
    first_wait_ = next;
    std::fill_n(wait_segment_.begin(), next, 0);
  }
  std::vector<Ticks> sums(paths());
  const auto store = [&](size_t row, auto& rows) {
    std::ranges::transform(sums, rows.begin() + static_cast<ptrdiff_t>(row * paths()), [&](Ticks sum) {
      return static_cast<std::remove_reference_t<decltype(rows[0])>>(sum.count);
    });
  };
  for (size_t row = begin; row < end; row += size_t{1} << spacing_) {
    short_rows_.empty() ? store(row >> spacing_, long_rows_) : store(row >> spacing_, short_rows_);
    const size_t row_end = std::min(row + (size_t{1} << spacing_), end);
    const size_t first = next;
    for (size_t segment = row; next < waits_->size() && (*waits_)[next].end <= boundary[row_end]; ++next) {
      while (boundary[segment + 1] < (*waits_)[next].end) ++segment;
      wait_segment_[next] = static_cast<uint32_t>(segment);
    }
    visit_segments(row, row_end, {first, next},
                   [&](CallPathId path, Ticks time) { sums[numbers[path.index()]] += time; });
  }
  if (!blocks_.empty() && end % kBlock == 0)
    std::copy(sums.begin(), sums.end(), blocks_.begin() + static_cast<ptrdiff_t>(end / kBlock * paths()));
}

void ProcessingProfile::add_up_blocks() {
  for (size_t i = paths(); i < blocks_.size(); ++i) blocks_[i] += blocks_[i - paths()];
}

/// Visits the pieces of a segment in order; no wait before `waits` ends in it.
template <class Visit>
void ProcessingProfile::visit_pieces(size_t segment, Range waits, const Visit& visit) const {
  Ticks begin = location_->segments.begin(segment);
  const Ticks end = location_->segments.end(segment);
  if (begin == end) return;
  CallPathId own;
  Ticks own_time;
  for (size_t wait = waits.begin; wait < waits.end && wait_segment_[wait] == segment; ++wait) {
    const WaitState& each = (*waits_)[wait];
    const CallPathId path = location_->call(each.call).path;
    if (path != own) {
      Ticks time_on_path;
      location_->segments.for_each(segment, [&](CallPathId candidate, Ticks time) {
        if (candidate == path) time_on_path = time;
      });
      if (time_on_path == Ticks()) continue;
      own = path;
      own_time = time_on_path;
    }
    // The call's own time before the wait is a piece; what remains after the last wait is another.
    const Ticks start = std::max(begin, each.end - each.amount);
    const Ticks before = std::min(start - begin, own_time);
    if (before > Ticks()) visit(Piece{begin, start, own, before, false});
    own_time = std::max(Ticks(), own_time - (each.end - begin));
    begin = each.end;
  }
  if (begin < end) visit(Piece{begin, end, own, own_time, true});
}

/// Visits what a piece of a segment has, each call path once.
template <class Visit>
void ProcessingProfile::visit_piece(size_t segment, const Piece& piece, const Visit& visit) const {
  if (piece.own.valid() && piece.own_time != Ticks()) visit(piece.own, piece.own_time);
  if (!piece.all) return;
  location_->segments.for_each(segment, [&](CallPathId path, Ticks time) {
    if (path != piece.own) visit(path, time);
  });
}

/// Visits the processing times of whole segments; no wait before `waits` ends in them.
template <class Visit>
void ProcessingProfile::visit_segments(size_t begin, size_t end, Range waits, const Visit& visit) const {
  while (begin < end) {
    const size_t with_wait = waits.size() > 0 ? std::min<size_t>(wait_segment_[waits.begin], end) : end;
    location_->segments.for_each_in(begin, with_wait, visit);
    if (with_wait == end) return;
    visit_pieces(with_wait, waits, [&](const Piece& piece) { visit_piece(with_wait, piece, visit); });
    while (waits.size() > 0 && wait_segment_[waits.begin] == with_wait) ++waits.begin;
    begin = with_wait + 1;
  }
}

/// Visits the processing times between two rows.
template <class Sum, class Visit>
void ProcessingProfile::visit_rows(const UnwrittenVector<Sum>& rows, size_t begin, size_t end,
                                   const Visit& visit) const {
  const Sum* const before = rows.data() + begin * paths();
  const Sum* const after = rows.data() + end * paths();
  const size_t first_block = (begin << spacing_) / kBlock;
  const size_t last_block = (end << spacing_) / kBlock;
  for (size_t own = 0; own < paths(); ++own) {
    Ticks time(static_cast<int64_t>(after[own]) - static_cast<int64_t>(before[own]));
    if (first_block != last_block)
      time += blocks_[last_block * paths() + own] - blocks_[first_block * paths() + own];
    if (time != Ticks()) visit(location_->paths[own], time);
  }
}

/// Visits the processing times of the whole segments from one to another cursor, with the rows nearest to
/// both if there are such; what lies between a row and a cursor is to be added or taken away.
template <class Visit>
void ProcessingProfile::visit_between(Cursor begin, Cursor end, const Visit& visit) const {
  const size_t first_row = nearest_row(begin.segment);
  const size_t last_row = nearest_row(end.segment);
  if (first_row >= last_row)
    return visit_segments(begin.segment, end.segment, {begin.wait, waits_->size()}, visit);
  const auto take_away = [&](CallPathId path, Ticks time) { visit(path, Ticks() - time); };
  const auto visit_up_to = [&](size_t segment, size_t row, size_t wait, const auto& before,
                               const auto& after) {
    const size_t in_row = row << spacing_;
    const Range waits{first_wait_in(std::min(segment, in_row), wait), waits_->size()};
    segment < in_row ? visit_segments(segment, in_row, waits, before)
                     : visit_segments(in_row, segment, waits, after);
  };
  visit_up_to(begin.segment, first_row, begin.wait, visit, take_away);
  short_rows_.empty() ? visit_rows(long_rows_, first_row, last_row, visit)
                      : visit_rows(short_rows_, first_row, last_row, visit);
  visit_up_to(end.segment, last_row, end.wait, take_away, visit);
}

template <class Visit>
ProcessingProfile::Cursor ProcessingProfile::visit(Ticks from, Ticks to, Cursor near,
                                                   const Visit& visit) const {
  if (segments() == 0) return near;
  const TickList& boundary = location_->segments.boundaries();
  from = std::max(from, boundary.front());
  to = std::min(to, boundary.back());
  if (from >= to) return near;
  const auto visit_part = [&](size_t segment, size_t wait) {
    visit_pieces(segment, {wait, waits_->size()}, [&](const Piece& piece) {
      const Share share(piece.begin, piece.end, from, to);
      if (share.empty()) return;
      visit_piece(segment, piece, [&](CallPathId path, Ticks time) { visit(path, share(time)); });
    });
  };
  const size_t last = segment_at(to, near.segment);
  size_t begin = segment_at(from, guess_begin(last, from, to));
  const size_t first_wait = first_wait_in(begin, near.wait);
  if (begin == last) {
    visit_part(begin, first_wait);
    return {last, first_wait};
  }
  size_t wait = first_wait;
  if (boundary[begin] < from) {
    visit_part(begin, wait);
    ++begin;
    wait = first_wait_in(begin, wait);
  }
  const size_t last_wait = first_wait_in(last, near.wait);
  visit_between({begin, wait}, {last, last_wait}, visit);
  if (boundary[last] < to) visit_part(last, last_wait);
  return {last, last_wait};
}

ProcessingProfile::Cursor ProcessingProfile::add(Ticks from, Ticks to, Cursor near, PathTimes& times) const {
  return visit(from, to, near, [&](CallPathId path, Ticks time) { times.add(path, time); });
}

ProcessingProfile::Cursor ProcessingProfile::subtract(Ticks from, Ticks to, Cursor near,
                                                      PathTimes& times) const {
  return visit(from, to, near, [&](CallPathId path, Ticks time) { times.add(path, Ticks() - time); });
}

std::vector<ProcessingProfile> processing_profiles(const std::vector<LocalLocation>& locations,
                                                   const WaitStates& waits) {
  std::vector<ProcessingProfile> profiles(locations.size());
  parallel_for(locations.size(), [&](size_t l) {
    profiles[l].location_ = &locations[l];
    profiles[l].waits_ = &waits[l];
    profiles[l].reserve();
  });
  const Tasks blocks(locations.size(), kBlock, [&](size_t l) { return profiles[l].segments(); });
  parallel_for(blocks.size(), [&](size_t task) {
    ProcessingProfile::Numbers numbers;
    for (const Part& block : blocks[task]) {
      profiles[block.location].number_paths(numbers);
      profiles[block.location].sum_up_block(block.begin, block.end, numbers);
    }
  });
  parallel_for(locations.size(), [&](size_t l) { profiles[l].add_up_blocks(); });
  return profiles;
}

}  // namespace latecomer::analyze
