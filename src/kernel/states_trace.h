// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>

#include "kernel/node_trace.h"
#include "trace/memory_trace.h"

namespace latecomer::kernel {

/// Returns when the node's threads had no core, and why, as a trace that can be joined with a run's
/// (trace/joined_trace.h): a location for each thread of `node.threads`, and regions that stand for the
/// programs that ran instead of them or woke them.
std::unique_ptr<trace::MemoryTrace> states_trace(const NodeTrace& node);

}  // namespace latecomer::kernel
