// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::generate {

/// A fixed sequence of numbers that look random (the mixing function of splitmix64).
uint64_t scramble(uint64_t number);

}  // namespace latecomer::generate
