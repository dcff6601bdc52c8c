// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/unwritten_vector.h"

namespace latecomer {

/// Holds bytes that are read, received or packed. Modules for an MPI use them, too, so they never lie in the
/// spill file.
using Bytes = std::vector<std::byte, WithoutInitialization<std::byte, std::allocator>>;

}  // namespace latecomer
