// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>

#include "trace/definitions.h"

namespace latecomer::trace {

/// Returns whether a location's events are what a thread did. Accelerator streams and locations that only
/// have metrics are in nothing that is said of threads. One of unknown kind counts as a thread.
inline bool is_thread(const Location& location) {
  return location.kind == LocationKind::cpu_thread || location.kind == LocationKind::other;
}

inline bool is_thread(const Definitions& definitions, LocationId location) {
  return is_thread(definitions.locations[location.index()]);
}

/// Returns whether a location stands for what threads had no core for, a device or a program that is not of
/// the run, or for a core. Their groups are behind those of processes.
inline bool is_cause(const Definitions& definitions, LocationId id) {
  const Location& location = definitions.locations[id.index()];
  return location.kind == LocationKind::metric &&
         definitions.location_groups[location.group.index()].kind == LocationGroupKind::other;
}

/// Returns the number of locations that are threads.
inline size_t count_threads(const Definitions& definitions) {
  return static_cast<size_t>(std::ranges::count_if(
      definitions.locations, [](const Location& location) { return is_thread(location); }));
}

}  // namespace latecomer::trace
