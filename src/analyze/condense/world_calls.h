// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Makes MPI_Init and MPI_Finalize bring all ranks together, also in archives that have no events of that in
/// them: there they count by their names. Where any rank has such events, others do not count. All ranks call
/// it.
void settle_world_calls(CondensedTrace& trace, const CommMembers& members, Comm& comm);

}  // namespace latecomer::analyze
