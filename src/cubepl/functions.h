// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "cubepl/column.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

/// Describes an operator between two operands, or a function, which stands before one or two in parentheses.
struct Function {
  std::string_view name;
  int precedence = 0;  // of an operator; those of the same are applied from the left. 0 for a function
  Operation operation = Operation::calculate;
  int operands = 1;
  Column (*calculate)(Column, Column) = nullptr;  // of numbers; the second is ignored if there is only one
};

constexpr int kLowestPrecedence = 1;
constexpr int kProductPrecedence = 4;

/// Returns the operator or function of this name; null if there is none.
const Function* find_function(std::string_view name);

}  // namespace latecomer::cubepl
