// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/root_causes.h"
#include "findings/wait_states.h"
#include "query/space.h"

namespace latecomer::findings {

/// What to do about a wait state at its call path: the metric's remedy, or another one where the program
/// follows that already, or where it is not the reason. Empty where there is nothing to do, or the program
/// was killed.
std::string remedy_for(const query::Space& space, const WaitState& wait);

/// What to do about a call of MPI that made others wait. Empty for the program's own code: that is to be
/// faster.
std::string remedy_for(const query::Space& space, const RootCause& cause);

/// The function of MPI that a call path ends with, in small letters and without "mpi_"; empty: something
/// else.
std::string mpi_function(const report::Report& report, report::CallPathId path);

/// Whether it is the waiting of a thread that only waits for the end of others, or of threads without work
/// while MPI starts or ends: nobody loses by that.
bool is_expected(const query::Space& space, report::MetricId metric, report::CallPathId path);

}  // namespace latecomer::findings
