// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>

#include "base/unwritten_vector.h"

namespace latecomer {

/// Bytes that are read, received or packed.
using Bytes = UnwrittenVector<std::byte>;

}  // namespace latecomer
