// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "cubepl/column.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

/// An operation of numbers: one, of which there are no two operands, or of two.
Column calculate(Operation operation, Column operand);
Column calculate(Operation operation, Column left, Column right);

}  // namespace latecomer::cubepl
