// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

namespace CLI {
class App;
}

// An archive can have, in its directory `kernel`, an archive for each node that says when the run's threads
// had no core there (kernel/states_trace.h). These are made of CTF traces of the nodes' schedulers.
namespace latecomer::cli {

/// Makes these archives of CTF traces, one for each node, in place of those that are there.
Status take_in_kernel_traces(const std::string& archive, const std::vector<std::string>& ctf);

/// Returns the trace of an archive, joined with those archives if there are any.
Result<std::unique_ptr<trace::Trace>> with_kernel_states(const std::string& archive,
                                                         std::unique_ptr<trace::Trace> trace);

/// Adds the command that makes one of them. It is for `take_in_kernel_traces` alone, which runs it as a
/// process of its own: what reads CTF ends the process where sizes of packets contradict each other.
void add_kernel_states_command(CLI::App& app, int& exit_code);

}  // namespace latecomer::cli
