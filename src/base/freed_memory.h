// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <malloc.h>

#include <climits>
#include <vector>

namespace latecomer {

/// Empties a list and frees its memory, which neither `clear` nor `= {}` does.
template <class T>
void free_list(std::vector<T>& list) {
  list = std::vector<T>();
}

/// Lets malloc keep what is freed, because the next pass allocates as much again: by default large blocks go
/// back to the system, and every page of the next one is faulted in anew.
inline void keep_freed_memory() {
  constexpr int kAboveAnyVector = 1 << 30U;
  mallopt(M_MMAP_THRESHOLD, kAboveAnyVector);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

/// Gives what it has kept back to the system.
inline void release_freed_memory() {
  malloc_trim(0);
}

}  // namespace latecomer
