// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/message_matches.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// Finds Late Sender (with wrong order, same or different source) and Late Receiver, at most one per call.
WaitStates find_message_waits(const CondensedTrace& trace, const MessageMatches& matches);

}  // namespace latecomer::analyze
