// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <cstddef>

namespace latecomer {

/// Calls `body(i)` for every i in [0, count), in any order and on the threads of the calling task arena;
/// returns when all are done. Bodies write only to what belongs to their i.
template <class Body>
void parallel_for(size_t count, const Body& body) {
  oneapi::tbb::parallel_for(size_t{0}, count, body);
}

}  // namespace latecomer
