// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyze/condense/read_activities.h"
#include "base/result.h"
#include "store/timeline_tables.h"
#include "timeline/clock_map.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Holds what locations did in a window.
struct Activities {
  /// Has the activities of each location in the order of time, at corrected times.
  std::vector<std::vector<store::Activity>> of_locations;
  bool is_coarser = false;  ///< Says that it is coarser than was asked for.
  std::string problem;      ///< Says, in a line, why events could not be read; empty: they could.
};

/// Reads what locations did, from the events where the window is short, else from the levels of detail that
/// the analysis made. Any thread may call it.
class ActivitySource {
 public:
  /// Reads from `run`, which has to stay there, at most `most_events` events for a window.
  explicit ActivitySource(const Run& run, uint64_t most_events = kMostEvents);

  /// Says where to read what one location did in the window.
  struct Source {
    report::LocationId location;
    ClockMap clock{{}};
    store::Interval when;  ///< Is the window by the clock before its correction.
    Ticks resolution;      ///< Is the resolution that is wanted.
    /// Is the table of the coarsest fitting level.
    std::optional<uint32_t> level;
    std::optional<uint32_t> first_level;
    std::optional<store::ReadPoint> point;  ///< Is where reading begins; empty for the first event.
    uint64_t events = 0;                    ///< Counts about the events that would have to be read.
  };
  /// Says what is to be read for a window.
  struct Plan {
    std::vector<Source> of_locations;
    bool reads_events = false;  ///< Says that events have to be read, since no level is fine enough.
    uint64_t rows = 0;          ///< Is the most rows that all locations together have.
  };
  Result<Plan> plan(const Window& window) const;
  Result<Activities> read(const Plan& plan);
  Result<Activities> read(const Window& window);

 private:
  static constexpr uint64_t kMostEvents = 3'000'000;

  Result<Source> source_of(report::LocationId location, const Window& window) const;
  std::vector<store::Entry> chunks_of(const Source& source) const;
  uint64_t rows_of_level(const Source& source) const;
  Result<std::vector<store::Activity>> read_level(const Source& source) const;
  Result<std::vector<store::Activity>> read_events(const Source& source, std::string& problem);

  const Run& run_;
  const uint64_t most_events_;
  // Its allocator is known to the thread sanitizer, unlike TBB's own.
  oneapi::tbb::enumerable_thread_specific<analyze::ActivityReader, std::allocator<analyze::ActivityReader>>
      readers_;
};

}  // namespace latecomer::timeline
