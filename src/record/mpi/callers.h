// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::record::mpi {

/// Who calls a function of MPI.
enum class Caller : uint8_t {
  program,  ///< the program, its libraries, and tools
  library,  ///< the MPI library itself
  binding   ///< what the MPI library has for other languages than C
};

/// By the address that the call returns to. Takes no locks.
Caller caller_at(const void* address) noexcept;

}  // namespace latecomer::record::mpi
