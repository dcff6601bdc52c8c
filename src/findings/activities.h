// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// What threads did for so long, all of them together: "MPI collectives".
struct Activity {
  std::string name;
  std::vector<report::MetricId> metrics;  ///< whose sum it is; none: what is left
  double seconds = 0;
  double waiting = 0;    ///< a part of it
  bool is_part = false;  ///< of the activity before
};

/// Where the time went; with what is left, if that can be seen, they add up to all of it but for parts.
std::vector<Activity> activities(const query::Space& space);

}  // namespace latecomer::findings
