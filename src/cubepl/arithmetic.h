// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "cubepl/column.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

/// An operation of one number, and of two, at all positions.
Column calculate(Operation operation, Column operand);
Column calculate(Operation operation, Column left, Column right);

}  // namespace latecomer::cubepl
