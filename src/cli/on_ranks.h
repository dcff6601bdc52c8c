// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"
#include "cli/threads.h"
#include "comm/comm.h"

namespace latecomer::cli {

/// Does the work on all ranks that an mpiexec started together, or on this process alone, with so many
/// threads each. All of them fail together, as errors are agreed on, so the first prints the error for all;
/// of several, it has done so when this returns, and the error of all is empty. An exception on one of
/// several ranks ends the process, and with it mpiexec all others.
Status on_all_ranks(const std::function<Status(Comm&)>& work, size_t threads = default_threads());

}  // namespace latecomer::cli
