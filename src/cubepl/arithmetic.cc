// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace latecomer::cubepl {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double divide(double left, double right) {
  if (left == 0) return 0;
  return right == 0 ? kNothing : left / right;
}

double logarithm(double number) {
  if (number == 0) return kNothing;
  return number < 0 ? 0 : std::log(number);
}

double sign(double number) {
  if (number > 0) return 1;
  return number < 0 ? -1 : 0;
}

double truth(bool condition) {
  return condition ? 1 : 0;
}

}  // namespace

Column calculate(Operation operation, Column operand) {
  const auto each = [&](auto function) { return map(std::move(operand), function); };
  switch (operation) {
    case Operation::kNegate:
      return each([](double x) { return -x; });
    case Operation::kNot:
      return each([](double x) { return truth(x == 0); });
    case Operation::kAbsolute:
      return each([](double x) { return std::fabs(x); });
    case Operation::kSquareRoot:
      return each([](double x) { return x < 0 ? 0 : std::sqrt(x); });
    case Operation::kSine:
      return each([](double x) { return std::sin(x); });
    case Operation::kArcSine:
      return each([](double x) { return std::asin(x); });
    case Operation::kCosine:
      return each([](double x) { return std::cos(x); });
    case Operation::kArcCosine:
      return each([](double x) { return std::acos(x); });
    case Operation::kTangent:
      return each([](double x) { return std::tan(x); });
    case Operation::kArcTangent:
      return each([](double x) { return std::atan(x); });
    case Operation::kExponential:
      return each([](double x) { return std::exp(x); });
    case Operation::kLogarithm:
      return each(logarithm);
    case Operation::kSign:
      return each(sign);
    case Operation::kPositive:
      return each([](double x) { return x >= 0 ? x : 0; });
    case Operation::kNegative:
      return each([](double x) { return x < 0 ? x : 0; });
    case Operation::kFloor:
      return each([](double x) { return std::floor(x); });
    case Operation::kCeiling:
      return each([](double x) { return std::ceil(x); });
    default:
      break;
  }
  CHECK(!"an operation of one number");
  return {};
}

Column calculate(Operation operation, Column left, Column right) {
  const auto each = [&](auto function) { return map(std::move(left), std::move(right), function); };
  switch (operation) {
    case Operation::kAdd:
      return each([](double a, double b) { return a + b; });
    case Operation::kSubtract:
      return each([](double a, double b) { return a - b; });
    case Operation::kMultiply:
      return each([](double a, double b) { return a * b; });
    case Operation::kDivide:
      return each(divide);
    case Operation::kPower:
      return each([](double a, double b) { return std::pow(a, b); });
    case Operation::kLess:
      return each([](double a, double b) { return truth(a < b); });
    case Operation::kGreater:
      return each([](double a, double b) { return truth(a > b); });
    case Operation::kNotLess:
      return each([](double a, double b) { return truth(a >= b); });
    case Operation::kNotGreater:
      return each([](double a, double b) { return truth(a <= b); });
    case Operation::kEqual:
      return each([](double a, double b) { return truth(a == b); });
    case Operation::kNotEqual:
      return each([](double a, double b) { return truth(a != b); });
    case Operation::kAnd:
      return each([](double a, double b) { return truth(a != 0 && b != 0); });
    case Operation::kOr:
      return each([](double a, double b) { return truth(a != 0 || b != 0); });
    case Operation::kXor:
      return each([](double a, double b) { return truth((a != 0) != (b != 0)); });
    case Operation::kMinimum:
      return each([](double a, double b) { return std::min(a, b); });
    case Operation::kMaximum:
      return each([](double a, double b) { return std::max(a, b); });
    default:
      break;
  }
  CHECK(!"an operation of two numbers");
  return {};
}

}  // namespace latecomer::cubepl
