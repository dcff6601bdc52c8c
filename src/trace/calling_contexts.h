// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "trace/definitions.h"

namespace latecomer::trace {

/// Returns all calling contexts, each after its parent; else in the order of the table. Those that are among
/// their own callers, as only damaged archives have them, and what they call are missing.
std::vector<CallingContextId> parents_first(const std::vector<CallingContext>& contexts);

/// Returns the frames of the call stack with the given innermost one, outermost frame first.
std::vector<CallingContextId> frames_of(const std::vector<CallingContext>& contexts,
                                        CallingContextId innermost);

}  // namespace latecomer::trace
