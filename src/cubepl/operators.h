// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "cubepl/lexer.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

/// An operator between two operands. Those of the same precedence are applied from the left.
struct BinaryOperator {
  std::string_view text;
  Operation operation;
  int precedence;
};

constexpr int kAnyPrecedence = 1;
constexpr int kProductPrecedence = 4;

struct Function {
  std::string_view name;
  Operation operation;
  int arguments;
};

/// Null if it is none.
const BinaryOperator* find_operator(const Token& token);
const Function* find_function(std::string_view name);

}  // namespace latecomer::cubepl
