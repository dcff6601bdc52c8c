// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/operators.h"

#include <algorithm>
#include <array>

namespace latecomer::cubepl {
namespace {

constexpr std::array<BinaryOperator, 17> kOperators = {{{"and", Operation::logical_and, 1},
                                                        {"or", Operation::logical_or, 1},
                                                        {"xor", Operation::logical_xor, 1},
                                                        {"<", Operation::less, 2},
                                                        {">", Operation::greater, 2},
                                                        {"<=", Operation::not_greater, 2},
                                                        {">=", Operation::not_less, 2},
                                                        {"==", Operation::equal, 2},
                                                        {"!=", Operation::not_equal, 2},
                                                        {"eq", Operation::same_text, 2},
                                                        {"seq", Operation::same_text_in_any_case, 2},
                                                        {"=~", Operation::matches, 2},
                                                        {"+", Operation::add, 3},
                                                        {"-", Operation::subtract, 3},
                                                        {"*", Operation::multiply, kProductPrecedence},
                                                        {"/", Operation::divide, kProductPrecedence},
                                                        {"^", Operation::power, 5}}};

constexpr std::array<Function, 20> kFunctions = {{{"abs", Operation::absolute, 1},
                                                  {"sqrt", Operation::square_root, 1},
                                                  {"sin", Operation::sine, 1},
                                                  {"asin", Operation::arc_sine, 1},
                                                  {"cos", Operation::cosine, 1},
                                                  {"acos", Operation::arc_cosine, 1},
                                                  {"tan", Operation::tangent, 1},
                                                  {"atan", Operation::arc_tangent, 1},
                                                  {"exp", Operation::exponential, 1},
                                                  {"log", Operation::logarithm, 1},
                                                  {"ln", Operation::logarithm, 1},
                                                  {"sgn", Operation::sign, 1},
                                                  {"pos", Operation::positive, 1},
                                                  {"neg", Operation::negative, 1},
                                                  {"floor", Operation::floor, 1},
                                                  {"ceil", Operation::ceiling, 1},
                                                  {"lowercase", Operation::lowercase, 1},
                                                  {"uppercase", Operation::uppercase, 1},
                                                  {"min", Operation::minimum, 2},
                                                  {"max", Operation::maximum, 2}}};

}  // namespace

const BinaryOperator* find_operator(const Token& token) {
  if (token.kind != Token::Kind::symbol && token.kind != Token::Kind::word) return nullptr;
  const auto* found = std::find_if(kOperators.begin(), kOperators.end(),
                                   [&](const BinaryOperator& each) { return each.text == token.text; });
  return found == kOperators.end() ? nullptr : found;
}

const Function* find_function(std::string_view name) {
  const auto* found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                   [&](const Function& each) { return each.name == name; });
  return found == kFunctions.end() ? nullptr : found;
}

}  // namespace latecomer::cubepl
