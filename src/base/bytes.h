// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/unwritten_vector.h"

namespace latecomer {

/// Holds bytes that are read, received or packed. They never lie in the spill file, as modules for MPI use
/// them.
using Bytes = std::vector<std::byte, WithoutInitialization<std::byte, std::allocator>>;

}  // namespace latecomer
