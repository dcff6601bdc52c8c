// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <mutex>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "store/read_findings.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Stretches of the critical path that are drawn as one: the longest of them, but with the times of all.
struct PathRow : store::CriticalStretch {
  uint32_t count = 1;
  uint64_t first = 0;

  static constexpr auto fields() {
    using store::Field;
    return std::tuple_cat(
        std::tuple(Field<&PathRow::location>{"location", ""}), Stretch::fields(),
        std::tuple(Field<&PathRow::count>{"count", "how many stretches the row stands for"},
                   Field<&PathRow::first>{"position", "of the first of them in the whole path"}));
  }
};

/// The critical path in any window. From any thread.
class CriticalPathSource {
 public:
  /// `run` has to stay there.
  explicit CriticalPathSource(const Run& run) : run_(run) {}

  /// In the order of time. Stretches that are shorter than the resolution and begin within the same multiple
  /// of it are one row.
  Result<std::vector<PathRow>> read(const store::Interval& when, Ticks resolution);
  Result<size_t> size();

 private:
  /// All of it, read when it is needed first.
  Result<const store::CriticalPath*> all();

  const Run& run_;
  std::mutex mutex_;
  bool is_read_ = false;
  store::CriticalPath path_;
};

}  // namespace latecomer::timeline
