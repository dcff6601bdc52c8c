// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/message_matches.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/waits/avoidable_by_order.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

struct MessageWaits {
  WaitStates waits;
  CallsInWrongOrder in_wrong_order;
};

/// Finds Late Sender (with wrong order, same or different source) and Late Receiver, at most one per call.
MessageWaits find_message_waits(const CondensedTrace& trace, const MessageMatches& matches);

}  // namespace latecomer::analyze
