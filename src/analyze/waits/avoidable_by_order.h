// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/model/condensed_trace.h"
#include "analyze/model/messages.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// Is a call that waited for a message while another one, which had been sent before, was still to be
/// received.
struct CallInWrongOrder {
  CallIndex call = kNoCall;
  Ticks sent;    ///< Is when the message was sent that it waited for.
  CallRef next;  ///< Is the next call that received one sent before.
};

/// Holds such calls, none twice, per local location.
using CallsInWrongOrder = std::vector<std::vector<CallInWrongOrder>>;

/// Adds to `parts` how much of the waits in wrong order another order might have saved: no more than the
/// location computed until it received the other message, since that is what it could have done instead.
/// Where it computed nothing, it needed both, and waits as long in any order. `waits` are those that the
/// calls have in the end, by call; those in polling runs are left out.
void add_avoidable_by_order(const CondensedTrace& trace, CallsInWrongOrder calls, const WaitStates& waits,
                            WaitParts& parts);

}  // namespace latecomer::analyze
