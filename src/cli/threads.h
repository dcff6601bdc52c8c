// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>

namespace latecomer::cli {

/// Returns how many threads a process has: all cores; under an mpiexec, which share a node's cores among the
/// ranks that it started there, fewer.
size_t default_threads();

}  // namespace latecomer::cli
