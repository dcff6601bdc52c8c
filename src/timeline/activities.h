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

/// What locations did in a window.
struct Activities {
  std::vector<std::vector<store::Activity>> of_locations;  ///< each in the order of time, at corrected times
  bool is_coarser = false;  ///< than was asked for: there are too many events, or none can be read
  std::string problem;      ///< why events could not be read, in a line; empty: they could
};

/// Reads what locations did, from the events where the window is short, else from the levels of detail that
/// the analysis made. From any thread.
class ActivitySource {
 public:
  /// `run` has to stay there. Not more than so many events are read for a window.
  explicit ActivitySource(const Run& run, uint64_t most_events = kMostEvents);

  /// Where what one location did in the window comes from.
  struct Source {
    report::LocationId location;
    ClockMap clock{{}};
    store::Interval when;  ///< by the clock before its correction
    Ticks resolution;      ///< wanted
    std::optional<uint32_t>
        level;  ///< the table of the coarsest that is fine enough; none: all are too coarse
    std::optional<uint32_t> first_level;
    std::optional<store::ReadPoint> point;  ///< none: the first event
    uint64_t events = 0;                    ///< about so many would have to be read
  };
  /// What is to be read for a window.
  struct Plan {
    std::vector<Source> of_locations;
    bool reads_events = false;  ///< where no level is fine enough
    uint64_t rows = 0;          ///< at most, of all locations
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
  // With memory that the thread sanitizer knows of, unlike TBB's own.
  oneapi::tbb::enumerable_thread_specific<analyze::ActivityReader, std::allocator<analyze::ActivityReader>>
      readers_;
};

}  // namespace latecomer::timeline
