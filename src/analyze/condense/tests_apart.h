// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>

#include "analyze/condense/condensing_location.h"

namespace latecomer::analyze {

/// Finds tests of an operation that is not complete which follow each other at like distances, too long for a
/// polling run. The time between them is either pauses of a loop that waits, or work of a loop that overlaps:
/// the trace does not say which.
class TestsApart {
 public:
  explicit TestsApart(CondensingLocation& out) : out_(out) {}

  /// Takes a call at `path`, entered at `enter`, that found at `time` that the operation `number` is not
  /// complete. Times are in ticks.
  void add(CallPathId path, Ticks enter, uint64_t number, Ticks time) {
    Last& last = last_[path];
    if (last.enter == enter) return;  // of several operations tested by one call the first one counts
    const bool same = last.number == number;
    const Ticks distance = same ? enter - last.time : Ticks();
    if (same && are_alike(distance, last.distance)) {
      TestsAtDistance& sums = out_.tests_apart[path];
      ++sums.number;
      sums.time += distance;
    }
    last = {number, enter, time, distance};
  }

 private:
  struct Last {
    uint64_t number = 0;
    Ticks enter = Ticks::max();
    Ticks time;
    Ticks distance;  ///< Is the distance from the test before, in ticks; 0: there was none.
  };

  static bool are_alike(Ticks a, Ticks b) {
    return a.count > 0 && b.count > 0 && a.count / 2 <= b.count && b.count / 2 <= a.count;
  }

  CondensingLocation& out_;
  std::map<CallPathId, Last> last_;  ///< Holds the last test of each call path.
};

}  // namespace latecomer::analyze
