// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>

#include "analyze/condense/condensing_location.h"

namespace latecomer::analyze {

/// Joins what needs all threads of a process: messages and collective operations that another thread
/// completed or cancelled than the one that started them, and partitioned transfers, which any thread may
/// contribute to. These become messages of the thread that started them, at the end of its lists. Requests
/// that are never completed, and completions of none, are counted.
void join_threads(std::span<CondensingLocation> process);

}  // namespace latecomer::analyze
