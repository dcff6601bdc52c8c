// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "analyze/program_end/find_deadlocks.h"
#include "report/report.h"

namespace latecomer::analyze {

/// Returns, for each deadlock, a line for each call of its circle: "rank 1 waits in MPI_Recv (ring.c:31) for
/// rank 2, tag 7".
std::vector<std::vector<std::string>> describe_deadlocks(const trace::Definitions& definitions,
                                                         const EndOfProgram& end, const Deadlocks& deadlocks,
                                                         const report::Report& report);

/// Returns lines like "ranks 2, 3 wait in MPI_Barrier (ring.c:40) for rank 0, which has ended", a line for
/// all ranks of which the same is said.
std::vector<std::string> describe_waits_for_ended(const trace::Definitions& definitions,
                                                  const EndOfProgram& end, const Deadlocks& deadlocks,
                                                  const report::Report& report);

}  // namespace latecomer::analyze
