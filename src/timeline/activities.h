// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <string>
#include <vector>

#include "analyze/condense/read_activities.h"
#include "base/result.h"
#include "store/timeline_tables.h"
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

  Result<Activities> read(const Window& window);

 private:
  static constexpr uint64_t kMostEvents = 3'000'000;

  struct Source;
  Result<Source> source_of(report::LocationId location, const Window& window) const;
  Result<std::vector<store::Activity>> read_level(const Source& source) const;
  Result<std::vector<store::Activity>> read_events(const Source& source, std::string& problem);

  const Run& run_;
  const uint64_t most_events_;
  // With memory that the thread sanitizer knows of, unlike TBB's own.
  oneapi::tbb::enumerable_thread_specific<analyze::ActivityReader, std::allocator<analyze::ActivityReader>>
      readers_;
};

}  // namespace latecomer::timeline
