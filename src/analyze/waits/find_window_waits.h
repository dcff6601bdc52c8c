// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/hand_over.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

struct WindowWaits {
  WaitStates waits;
  WaitParts parts;
};

/// Finds Late Post, Early Wait, Lock Contention and Wait for Progress; and what of the waits was avoidable at
/// the other side (Late Complete) or at this one (Early Fence). Takes the hand-overs of windows
/// (match_windows) and, as `of_collectives`, the waits at fences.
WindowWaits find_window_waits(const CondensedTrace& trace, const HandOvers& hand_overs,
                              const WaitStates& of_collectives);

}  // namespace latecomer::analyze
