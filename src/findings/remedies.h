// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/root_causes.h"
#include "findings/wait_states.h"
#include "query/space.h"

namespace latecomer::findings {

/// Returns what to do about a wait state at its call path: the metric's remedy, or another one where the
/// program follows that already, or where it is not the reason. The text is empty where there is nothing to
/// do, or where the program was killed.
std::string remedy_for(const query::Space& space, const WaitState& wait);

/// Returns what to do about a call of MPI that made others wait. The text is empty for the program's own
/// code, which is to be faster.
std::string remedy_for(const query::Space& space, const RootCause& cause);

/// Returns the function of MPI that a call path ends with, in small letters and without "mpi_"; empty if it
/// ends with another function.
std::string mpi_function(const report::Report& report, report::CallPathId path);

/// Returns whether waiting is that of a thread that only waits for the end of others, or of threads without
/// work while MPI starts or ends: nobody loses by that.
bool is_expected(const query::Space& space, report::MetricId metric, report::CallPathId path);

}  // namespace latecomer::findings
