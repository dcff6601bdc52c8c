// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

namespace latecomer::record {

/// Returns whether a library or the program calls another `dlclose` than the recorder's. UCX, under MPICH,
/// puts its own in front from MPI_Init on, which calls the C library's. It takes the loader's lock for its
/// list.
bool is_dlclose_called_past() noexcept;

}  // namespace latecomer::record
