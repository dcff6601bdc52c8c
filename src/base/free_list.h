// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

namespace latecomer {

/// Empties a list and frees its memory, which neither `clear` nor `= {}` does.
template <class T, class Allocator>
void free_list(std::vector<T, Allocator>& list) {
  list = std::vector<T, Allocator>();
}

}  // namespace latecomer
