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

/// Holds stretches of the critical path that are drawn as one: as the longest of them, with all their times.
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

/// Reads the critical path in any window. Any thread may call it.
class CriticalPathSource {
 public:
  /// Reads from `run`, which has to stay there.
  explicit CriticalPathSource(const Run& run) : run_(run) {}

  /// Reads rows in the order of time. Stretches that are shorter than the resolution and begin within the
  /// same multiple of it are one row. An error says that the findings store is damaged.
  Result<std::vector<PathRow>> read(const store::Interval& when, Ticks resolution);
  Result<size_t> size();

 private:
  /// Returns the whole critical path, which is read when it is needed first.
  Result<const store::CriticalPath*> all();

  const Run& run_;
  std::mutex mutex_;
  bool is_read_ = false;
  store::CriticalPath path_;
};

}  // namespace latecomer::timeline
