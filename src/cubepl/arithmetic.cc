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
    case Operation::negate:
      return each([](double x) { return -x; });
    case Operation::logical_not:
      return each([](double x) { return truth(x == 0); });
    case Operation::absolute:
      return each([](double x) { return std::fabs(x); });
    case Operation::square_root:
      return each([](double x) { return x < 0 ? 0 : std::sqrt(x); });
    case Operation::sine:
      return each([](double x) { return std::sin(x); });
    case Operation::arc_sine:
      return each([](double x) { return std::asin(x); });
    case Operation::cosine:
      return each([](double x) { return std::cos(x); });
    case Operation::arc_cosine:
      return each([](double x) { return std::acos(x); });
    case Operation::tangent:
      return each([](double x) { return std::tan(x); });
    case Operation::arc_tangent:
      return each([](double x) { return std::atan(x); });
    case Operation::exponential:
      return each([](double x) { return std::exp(x); });
    case Operation::logarithm:
      return each(logarithm);
    case Operation::sign:
      return each(sign);
    case Operation::positive:
      return each([](double x) { return x >= 0 ? x : 0; });
    case Operation::negative:
      return each([](double x) { return x < 0 ? x : 0; });
    case Operation::floor:
      return each([](double x) { return std::floor(x); });
    case Operation::ceiling:
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
    case Operation::add:
      return each([](double a, double b) { return a + b; });
    case Operation::subtract:
      return each([](double a, double b) { return a - b; });
    case Operation::multiply:
      return each([](double a, double b) { return a * b; });
    case Operation::divide:
      return each(divide);
    case Operation::power:
      return each([](double a, double b) { return std::pow(a, b); });
    case Operation::less:
      return each([](double a, double b) { return truth(a < b); });
    case Operation::greater:
      return each([](double a, double b) { return truth(a > b); });
    case Operation::not_less:
      return each([](double a, double b) { return truth(a >= b); });
    case Operation::not_greater:
      return each([](double a, double b) { return truth(a <= b); });
    case Operation::equal:
      return each([](double a, double b) { return truth(a == b); });
    case Operation::not_equal:
      return each([](double a, double b) { return truth(a != b); });
    case Operation::logical_and:
      return each([](double a, double b) { return truth(a != 0 && b != 0); });
    case Operation::logical_or:
      return each([](double a, double b) { return truth(a != 0 || b != 0); });
    case Operation::logical_xor:
      return each([](double a, double b) { return truth((a != 0) != (b != 0)); });
    case Operation::minimum:
      return each([](double a, double b) { return std::min(a, b); });
    case Operation::maximum:
      return each([](double a, double b) { return std::max(a, b); });
    default:
      break;
  }
  CHECK(!"an operation of two numbers");
  return {};
}

}  // namespace latecomer::cubepl
