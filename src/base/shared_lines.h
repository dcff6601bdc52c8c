// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>

namespace latecomer {

/// What one thread writes while others work lies so many bytes from theirs, or they take each other's cache
/// lines away: two lines of 64, which processors fetch together.
inline constexpr size_t kSharedLines = 128;

}  // namespace latecomer
