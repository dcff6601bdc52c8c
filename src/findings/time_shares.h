// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Says how long all threads together did one kind of thing: "MPI collectives".
struct TimeShare {
  std::string name;
  std::vector<report::MetricId> metrics;  ///< Add up to the time; none: it is what is left.
  double seconds = 0;
  double waiting = 0;    ///< Is the part of the seconds that was waiting.
  bool is_part = false;  ///< Says that it is a part of the share before it.
};

/// Returns where the time went. The shares that are no parts add up to all of it, with what is left.
std::vector<TimeShare> time_shares(const query::Space& space);

/// Sorts call paths by the lines of time_shares() that are no parts: each has its own time in one of them.
/// The last kinds are "Other" and "Idle threads", which is what a thread does on no call path.
struct PathKinds {
  struct Kind {
    std::string name;
    std::vector<report::MetricId> metrics;
  };
  std::vector<Kind> kinds;
  std::vector<uint8_t> of_path;  ///< Has the kind with most of each call path's time.
  uint8_t computation = 0;
  uint8_t other = 0;
  uint8_t idle = 0;
  bool is_exact = true;  ///< Says that no call path has time in several kinds.
};

PathKinds path_kinds(const query::Space& space);

}  // namespace latecomer::findings
