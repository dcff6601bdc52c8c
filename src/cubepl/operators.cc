// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/operators.h"

#include <algorithm>
#include <array>

namespace latecomer::cubepl {
namespace {

constexpr std::array<BinaryOperator, 17> kOperators = {{{"and", Operation::kAnd, 1},
                                                        {"or", Operation::kOr, 1},
                                                        {"xor", Operation::kXor, 1},
                                                        {"<", Operation::kLess, 2},
                                                        {">", Operation::kGreater, 2},
                                                        {"<=", Operation::kNotGreater, 2},
                                                        {">=", Operation::kNotLess, 2},
                                                        {"==", Operation::kEqual, 2},
                                                        {"!=", Operation::kNotEqual, 2},
                                                        {"eq", Operation::kSameText, 2},
                                                        {"seq", Operation::kSameTextInAnyCase, 2},
                                                        {"=~", Operation::kMatches, 2},
                                                        {"+", Operation::kAdd, 3},
                                                        {"-", Operation::kSubtract, 3},
                                                        {"*", Operation::kMultiply, kProductPrecedence},
                                                        {"/", Operation::kDivide, kProductPrecedence},
                                                        {"^", Operation::kPower, 5}}};

constexpr std::array<Function, 20> kFunctions = {{{"abs", Operation::kAbsolute, 1},
                                                  {"sqrt", Operation::kSquareRoot, 1},
                                                  {"sin", Operation::kSine, 1},
                                                  {"asin", Operation::kArcSine, 1},
                                                  {"cos", Operation::kCosine, 1},
                                                  {"acos", Operation::kArcCosine, 1},
                                                  {"tan", Operation::kTangent, 1},
                                                  {"atan", Operation::kArcTangent, 1},
                                                  {"exp", Operation::kExponential, 1},
                                                  {"log", Operation::kLogarithm, 1},
                                                  {"ln", Operation::kLogarithm, 1},
                                                  {"sgn", Operation::kSign, 1},
                                                  {"pos", Operation::kPositive, 1},
                                                  {"neg", Operation::kNegative, 1},
                                                  {"floor", Operation::kFloor, 1},
                                                  {"ceil", Operation::kCeiling, 1},
                                                  {"lowercase", Operation::kLowercase, 1},
                                                  {"uppercase", Operation::kUppercase, 1},
                                                  {"min", Operation::kMinimum, 2},
                                                  {"max", Operation::kMaximum, 2}}};

}  // namespace

const BinaryOperator* find_operator(const Token& token) {
  if (token.kind != Token::Kind::kSymbol && token.kind != Token::Kind::kWord) return nullptr;
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
