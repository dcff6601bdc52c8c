// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer {

/// The most memory that this process has had resident so far, in bytes; 0 where the system does not say. Not
/// getrusage's figure, which a process inherits from the one that started it.
int64_t peak_resident_bytes();

}  // namespace latecomer
