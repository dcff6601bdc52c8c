// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/model/distribution.h"
#include "analyze/model/local_location.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "base/unwritten_vector.h"

namespace latecomer::analyze {

/// Is a profile that is being added up: dense by call path, with a list of those that occur.
class PathTimes {
 public:
  explicit PathTimes(size_t paths) : times_(paths) {}

  void add(CallPathId path, Ticks time) {
    if (times_[path.index()] == Ticks()) touched_.push_back(path);
    times_[path.index()] += time;
  }
  /// Calls `visit` with each PathTime in the profile, by call path, and empties it.
  template <class Visit>
  void drain(const Visit& visit) {
    std::sort(touched_.begin(), touched_.end());
    for (const CallPathId path : touched_) {  // some are there twice: they were zero in between
      const Ticks time = times_[path.index()];
      times_[path.index()] = Ticks();
      if (time != Ticks()) visit(PathTime{path, time});
    }
    touched_.clear();
  }
  /// Returns what is in the profile, by call path, and empties it.
  std::vector<PathTime> take();

 private:
  std::vector<Ticks> times_;
  std::vector<CallPathId> touched_;
};

/// Has a location's processing time, exclusive time less waiting time, by call path for any interval. A query
/// takes O(call paths) sums and segments, whatever the length of the interval. It refers to the location and
/// its wait states, which have to outlive it.
class ProcessingProfile {
 public:
  /// Says where a query begins to look: near the end of its interval, for speed.
  struct Cursor {
    size_t segment = 0;
    size_t wait = 0;
  };

  ProcessingProfile() = default;
  ProcessingProfile(const LocalLocation& location, const LargeVector<WaitState>& waits);

  /// Adds the processing times within (from, to]. Returns the cursor of `to`.
  Cursor add(Ticks from, Ticks to, Cursor near, PathTimes& times) const;
  void add(Ticks from, Ticks to, PathTimes& times) const { add(from, to, near(to), times); }
  /// Subtracts the processing times within (from, to]. Returns the cursor of `to`.
  Cursor subtract(Ticks from, Ticks to, Cursor near, PathTimes& times) const;

  /// These functions return the cursor of any time, and of a wait state's end.
  Cursor near(Ticks time) const;
  Cursor cursor_of(size_t wait) const { return {wait_segment_[wait], wait}; }

 private:
  friend std::vector<ProcessingProfile> processing_profiles(const std::vector<LocalLocation>& locations,
                                                            const WaitStates& waits);
  /// Is what is left of a segment before, between and after its waits: time of the waiting call alone, or
  /// what remains of the whole segment.
  struct Piece {
    Ticks begin;
    Ticks end;
    CallPathId own;  ///< Is the waiting call's path; invalid where nobody waits.
    Ticks own_time;
    bool all;  ///< Says that the piece has the segment's other call paths, too.
  };
  /// Holds, by call path, its position in the location's `paths`, while sums are made.
  using Numbers = LargeVector<uint32_t>;

  size_t segments() const { return location_->segments.size(); }
  size_t paths() const { return location_->paths.size(); }
  size_t segment_at(Ticks time, size_t near) const;
  size_t first_wait_in(size_t segment, size_t near) const;
  size_t guess_begin(size_t last, Ticks from, Ticks to) const;
  size_t nearest_row(size_t segment) const;

  void reserve();
  bool has_short_blocks() const;
  void number_paths(Numbers& numbers) const;
  void sum_up_block(size_t begin, size_t end, const Numbers& numbers);
  void add_up_blocks();

  template <class Visit>
  Cursor visit(Ticks from, Ticks to, Cursor near, const Visit& visit) const;
  template <class Visit>
  void visit_segments(size_t begin, size_t end, Range waits, const Visit& visit) const;
  template <class Visit>
  void visit_between(Cursor begin, Cursor end, const Visit& visit) const;
  template <class Sum, class Visit>
  void visit_rows(const UnwrittenVector<Sum>& rows, size_t begin, size_t end, const Visit& visit) const;
  template <class Visit>
  void visit_piece(size_t segment, const Piece& piece, const Visit& visit) const;
  template <class Visit>
  void visit_pieces(size_t segment, Range waits, const Visit& visit) const;

  const LocalLocation* location_ = nullptr;
  const LargeVector<WaitState>* waits_ = nullptr;
  /// Holds the segment in which each wait ends; behind the last one: in none.
  LargeVector<uint32_t> wait_segment_;
  double density_ = 0;     ///< Is the segments per tick, on average.
  size_t first_wait_ = 0;  ///< Is the first wait that ends after the first segment's begin.
  unsigned spacing_ = 0;   ///< Is the binary logarithm of the number of segments between two rows.
  /// Holds rows, of which row i has the sums, by the location's paths, of the segments from the begin of its
  /// block to the i-th multiple of the spacing, in ticks. One of the two lists is used, the short ones if no
  /// block takes longer.
  UnwrittenVector<uint32_t> short_rows_;
  UnwrittenVector<int64_t> long_rows_;
  /// Has as row i the sums of all blocks before the i-th; empty where there is one block.
  LargeVector<Ticks> blocks_;
};

std::vector<ProcessingProfile> processing_profiles(const std::vector<LocalLocation>& locations,
                                                   const WaitStates& waits);

}  // namespace latecomer::analyze
