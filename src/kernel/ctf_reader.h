// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "kernel/node_trace.h"
#include "kernel/thread_states.h"

namespace latecomer::kernel {

/// Reads a trace of one node's scheduler as CTF 1.8, which LTTng's kernel tracer writes, and perf by
/// `perf data convert --to-ctf`. Its description may also be further down in the directory, where LTTng puts
/// it. Events are not kept.
Result<NodeTrace> read_ctf(const std::string& directory, WantedThreads wanted = {});

}  // namespace latecomer::kernel
