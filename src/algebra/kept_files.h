// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "algebra/align.h"

namespace latecomer::algebra {

/// Is the further member that says what the metrics are to be, in terms of those that were measured.
inline constexpr const char* kSpecification = "remapping.spec";

/// Copies those further members of the operands' archives into the result that still are true there, and
/// returns the names of the others. They may name call paths and locations by number.
std::vector<std::string> keep_files(Alignment& alignment);

}  // namespace latecomer::algebra
