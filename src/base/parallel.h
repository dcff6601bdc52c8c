// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace latecomer {

/// Calls `body(i)` for every i in [0, count), in any order and on the threads of the calling task arena;
/// returns when all are done. Bodies write only to what belongs to their i.
void parallel_for(size_t count, const std::function<void(size_t)>& body);

/// Calls `body(i)`, which can fail, for every i in [0, count), in any order and on the threads of the calling
/// task arena. All are called, and the error of the lowest i is returned.
Status try_parallel_for(size_t count, const std::function<Status(size_t)>& body);

}  // namespace latecomer
