// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdlib>
#include <memory>

namespace latecomer {

/// Gives back memory that came from malloc.
struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

/// Owns memory that a library of C has taken from malloc and handed over.
template <class T>
using CMemory = std::unique_ptr<T, FreeMemory>;

}  // namespace latecomer
