// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <malloc.h>

#include <climits>

namespace latecomer {

/// Lets malloc keep what is freed, because the next pass allocates as much again: by default large blocks go
/// back to the system, and every page of the next one is faulted in anew. The few that are so large that none
/// like them may follow do go back.
inline void keep_freed_memory() {
  constexpr int kLargest = 16 << 20U;
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

}  // namespace latecomer
