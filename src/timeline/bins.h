// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "timeline/activities.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Says what each call path is, for instance computation, as a number below `kinds`.
struct CallPathKinds {
  size_t kinds = 0;
  std::vector<uint8_t> of_path;
  uint8_t none = 0;         ///< Is the kind of time on no call path.
  uint8_t computation = 0;  ///< Is the kind whose time is compared between locations.
};

/// Says where the time of locations went in parts of a window that are of one length.
struct TimeBins {
  struct Bin {
    Ticks begin;
    Ticks end;
    std::vector<Ticks> by_kind;
    Ticks unknown;  ///< Is the time of short activities whose paths are not known.
    // These are the computation of one location, and the most that it can be with all that is unknown.
    Ticks largest_computation;
    Ticks largest_possible;
    std::map<report::MetricId, Ticks> waits;  ///< Has the waiting time of each kind.
  };

  std::vector<Bin> bins;
  std::vector<Ticks> by_path;   ///< Has the exclusive time of each call path in the whole window.
  bool waits_are_exact = true;  ///< Is false if short ones count as of the longest one's kind.
  std::string problem;          ///< Says why events could not be read; empty: they could.
};

/// Reads bins, from events where these are few. An error says that the findings store is damaged.
Result<TimeBins> read_bins(const Run& run, ActivitySource& activities, const Locations& locations,
                           const store::Interval& when, size_t bins, const CallPathKinds& kinds);

}  // namespace latecomer::timeline
