// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"
#include "report/communicators.h"

namespace latecomer::analyze {

/// Counts the messages, collective operations and bytes of each communicator over all ranks, which all call
/// it; the result is the same on each. Operations without counterpart count, too; one-sided communication and
/// files do not. Communicators in which there was nothing are left out.
std::vector<report::CommunicatorTraffic> measure_communicators(const CondensedTrace& trace, Comm& comm);

}  // namespace latecomer::analyze
