// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// What threads did for so long, all of them together: "MPI collectives".
struct TimeShare {
  std::string name;
  std::vector<report::MetricId> metrics;  ///< whose sum it is; none: what is left
  double seconds = 0;
  double waiting = 0;    ///< a part of it
  bool is_part = false;  ///< of the one before
};

/// Where the time went; with what is left, if that can be seen, they add up to all of it but for parts.
std::vector<TimeShare> time_shares(const query::Space& space);

/// The same lines, without their parts, as what call paths are: each has its own time in one of them. Last
/// are "Other" and "Idle threads", which is what a thread does on no call path.
struct PathKinds {
  struct Kind {
    std::string name;
    std::vector<report::MetricId> metrics;
  };
  std::vector<Kind> kinds;
  std::vector<uint8_t> of_path;  ///< positions; where a call path has time in several, that with most of it
  uint8_t computation = 0;
  uint8_t other = 0;
  uint8_t idle = 0;
  bool is_exact = true;  ///< no call path has time in several
};

PathKinds path_kinds(const query::Space& space);

}  // namespace latecomer::findings
