// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/condensed.h"
#include "analyze/wait_state.h"

namespace latecomer::analyze {

/// Ticks of one call path.
struct PathTime {
  CallPathId path;
  Ticks time;
};

/// A profile that is being added up: dense by call path, with a list of those that occur.
class PathTimes {
 public:
  explicit PathTimes(size_t paths) : times_(paths) {}

  void add(CallPathId path, Ticks time) {
    if (times_[path.index()] == Ticks()) touched_.push_back(path);
    times_[path.index()] += time;
  }
  Ticks operator[](CallPathId path) const { return times_[path.index()]; }
  /// What is in it, by call path; empties it.
  std::vector<PathTime> take();

 private:
  std::vector<Ticks> times_;
  std::vector<CallPathId> touched_;
};

/// A location's processing time, exclusive time less waiting time, by call path for any interval. A query
/// looks at O(log n) sums, whatever the length of the interval.
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

  void cut_out_waits(const CondensedLocation& location, const std::vector<WaitState>& waits);
  void build_sums(size_t paths);
  void add_piece(Ticks begin, std::span<const PathTime> entries);
  void add_part(size_t piece, Ticks from, Ticks to, PathTimes& times) const;
  void add_whole(size_t begin, size_t end, PathTimes& times) const;

  std::vector<Ticks> begin_;   ///< of each piece, and the end of the last
  std::vector<Level> levels_;  ///< [0] the pieces, [k + 1] sums of kFanout of [k]
};

/// Of every local location.
std::vector<ProcessingProfile> processing_profiles(const std::vector<CondensedLocation>& locations,
                                                   const WaitStates& waits);

}  // namespace latecomer::analyze
