// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>

#include "comm/comm.h"

namespace latecomer {

/// Runs `body` on `size` threads, each with its own rank of one Comm; returns when all are done. If a body
/// throws, the other ranks end at their next operation, and so they do when none can go on or a message is
/// never received; the first exception is rethrown here (`std::logic_error` for the latter two).
void run_ranks(int size, const std::function<void(Comm&)>& body);

}  // namespace latecomer
