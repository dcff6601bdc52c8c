// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "findings/function_groups.h"
#include "findings/root_causes.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Is the thread that a finding concerns most, of the rank that it concerns most.
struct ConcernedThread {
  report::LocationId location;
  double seconds = 0;  ///< Is what the thread has of the finding.
};

/// These functions return that thread; nothing where none has more than half of the rank's, or where it is
/// the process's first, which the rank stands for.
std::optional<ConcernedThread> concerned_thread(const query::Space& space, const WaitState& wait);
std::optional<ConcernedThread> concerned_thread(const query::Space& space, const RootCause& cause);

/// Is the one of many phases in which most of a finding is.
struct ConcernedPhase {
  std::string name;  ///< Is as "iteration 37".
  double share = 0;  ///< Is the part of the finding's seconds, of 1.
  size_t count = 0;  ///< Counts the phases of that name, with other numbers.
};

/// Returns that phase; nothing where the phases have about as much each, or are fewer than three.
std::optional<ConcernedPhase> concerned_phase(const report::Report& report, const CommonCode& common);

}  // namespace latecomer::findings
