// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::record::mpi {

enum class Caller : uint8_t {
  program,  ///< The program, its libraries, or tools call it.
  library,  ///< The MPI library itself calls it.
  binding   ///< The MPI library's binding for another language than C calls it.
};

/// Returns who calls, by the address that the call returns to. It takes no locks.
Caller caller_at(const void* address) noexcept;

}  // namespace latecomer::record::mpi
