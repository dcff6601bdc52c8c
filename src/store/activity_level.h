// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/spill.h"
#include "base/ticks.h"
#include "report/report.h"
#include "store/timeline_tables.h"

namespace latecomer::store {

/// Holds what a location did, in as many rows as a resolution needs, and in no more than so many: where there
/// are more, the resolution becomes coarser. Activities come in the order of time.
class ActivityLevel {
 public:
  /// Makes a level without rows; `resolution` is a power of two. `length` is how long all activities take
  /// together, if that is known: then the resolution seldom has to become coarser more than once.
  explicit ActivityLevel(Ticks resolution = Ticks(1), size_t most_rows = SIZE_MAX, Ticks length = Ticks())
      : resolution_(resolution), most_rows_(most_rows), length_(length) {}

  void add(report::CallPathId path, Ticks begin, Ticks end) {
    const Ticks length = end - begin;
    if (begin < group_.bucket_end && length < resolution_) return join(path, end, length, 1);
    add_apart({begin, end, path});
  }
  /// Adds a row of another level, which is not coarser.
  void add(const Activity& activity);
  /// Ends the level after its last activity.
  void finish() { end_group(); }

  Ticks resolution() const { return resolution_; }
  std::span<const Activity> rows() const { return rows_; }
  /// Gives every path its number in another tree.
  void renumber(std::span<const report::CallPathId> paths);
  void shrink_to_fit() { rows_.shrink_to_fit(); }

 private:
  /// Collects short activities that begin within the same multiple of the resolution.
  struct Group {
    struct Part {
      report::CallPathId path;
      Ticks time;
    };
    static constexpr size_t kParts = 8;

    Ticks begin;
    Ticks end;
    Ticks bucket_end = Ticks::min();  ///< Is Ticks::min() if there is no group.
    uint32_t count = 0;
    uint32_t parts = 0;
    std::array<Part, kParts> of_path;  ///< Has times of the first paths.
  };

  void join(report::CallPathId path, Ticks end, Ticks time, uint32_t count) {
    group_.end = end;
    group_.count += count;
    for (size_t i = 0; i < group_.parts; ++i) {
      if (group_.of_path[i].path != path) continue;
      group_.of_path[i].time += time;
      return;
    }
    if (group_.parts < Group::kParts) group_.of_path[group_.parts++] = {path, time};
  }
  void add_apart(const Activity& activity);
  void end_group();
  void push(const Activity& row);
  void make_coarser();

  Ticks resolution_;
  size_t most_rows_;
  Ticks length_;
  Group group_;
  LargeVector<Activity> rows_;
};

/// Returns a level's activities at a resolution that is not finer.
std::vector<Activity> reduced(std::span<const Activity> activities, Ticks resolution);

}  // namespace latecomer::store
