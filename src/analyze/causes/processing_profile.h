// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/condense/condensed.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// A profile that is being added up: dense by call path, with a list of those that occur.
class PathTimes {
 public:
  explicit PathTimes(size_t paths) : times_(paths) {}

  void add(CallPathId path, Ticks time) {
    if (times_[path.index()] == Ticks()) touched_.push_back(path);
    times_[path.index()] += time;
  }
  /// Calls `visit` with each PathTime in it, by call path, and empties it.
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
  /// What is in it, by call path; empties it.
  std::vector<PathTime> take();

 private:
  std::vector<Ticks> times_;
  std::vector<CallPathId> touched_;
};

/// A location's processing time, exclusive time less waiting time, by call path for any interval. A query
/// looks at O(log n) sums, whatever the length of the interval. Refers to the location and its wait states,
/// which have to outlive it.
class ProcessingProfile {
 public:
  ProcessingProfile() = default;
  ProcessingProfile(const CondensedLocation& location, const std::vector<WaitState>& waits);

  /// Adds the processing times within (from, to].
  void add(Ticks from, Ticks to, PathTimes& times) const;

 private:
  /// Sparse sums, one after the other: element i has entries [first[i], first[i + 1]), sorted by call path.
  struct Level {
    std::vector<uint32_t> first = {0};
    std::vector<PathTime> entries;

    size_t size() const { return first.size() - 1; }
    std::span<const PathTime> operator[](size_t i) const {
      return std::span(entries).subspan(first[i], first[i + 1] - first[i]);
    }
    void close() { first.push_back(static_cast<uint32_t>(entries.size())); }
  };
  /// What is left of a segment before, between and after its waits: time of the waiting call alone, or what
  /// remains of the whole segment.
  struct Piece {
    Ticks begin;
    Ticks end;
    CallPathId own;  ///< the waiting call's path; invalid where nobody waits
    Ticks own_time;
    size_t segment;  ///< whose other call paths it has, too; kNone: it has only `own_time`
  };

  static constexpr size_t kNone = SIZE_MAX;

  size_t segments() const { return location_->segments.size(); }
  size_t segment_at(Ticks time) const;
  template <class Visit>
  void cut(size_t segment, size_t& wait, const Visit& visit) const;
  void build_sums();
  void sum_up(const Level& below, PathTimes& sum, Level& level) const;
  template <class Visit>
  void for_each(const Piece& piece, const Visit& visit) const;
  void add_part(const Piece& piece, Ticks from, Ticks to, PathTimes& times) const;
  void add_segments(size_t begin, size_t end, Ticks from, Ticks to, PathTimes& times) const;
  void add_nodes(size_t begin, size_t end, PathTimes& times) const;

  const CondensedLocation* location_ = nullptr;
  const std::vector<WaitState>* waits_ = nullptr;
  std::vector<Ticks> begin_;          ///< of each node of levels_[0]
  std::vector<uint32_t> first_wait_;  ///< that ends after that
  std::vector<Level> levels_;         ///< [0] sums of kFanout segments, [k + 1] sums of kFanout of [k]
};

/// Of every local location.
std::vector<ProcessingProfile> processing_profiles(const std::vector<CondensedLocation>& locations,
                                                   const WaitStates& waits);

}  // namespace latecomer::analyze
