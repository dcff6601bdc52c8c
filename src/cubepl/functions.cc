// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/functions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

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

/// Makes a function of numbers, with what is calculated of those at each position.
template <class Numbers>
constexpr Function numeric(Function function, Numbers /*of_numbers*/) {
  constexpr bool kTwo = std::is_invocable_v<Numbers, double, double>;
  function.operands = kTwo ? 2 : 1;
  function.calculate = [](Column first, Column second) {
    if constexpr (kTwo)
      return map(std::move(first), std::move(second), Numbers());
    else
      return map(std::move(first), Numbers());
  };
  return function;
}

constexpr Function kFunctions[] = {
    numeric({"and", 1, Operation::both}, [](double a, double b) { return a != 0 && b != 0; }),
    numeric({"or", 1, Operation::either}, [](double a, double b) { return a != 0 || b != 0; }),
    numeric({"xor", 1}, [](double a, double b) { return (a != 0) != (b != 0); }),
    numeric({"<", 2}, std::less<>()),
    numeric({">", 2}, std::greater<>()),
    numeric({"<=", 2}, std::less_equal<>()),
    numeric({">=", 2}, std::greater_equal<>()),
    numeric({"==", 2}, std::equal_to<>()),
    numeric({"!=", 2}, std::not_equal_to<>()),
    {"eq", 2, Operation::same_text, 2},
    {"seq", 2, Operation::same_text_in_any_case, 2},
    {"=~", 2, Operation::matches, 2},
    numeric({"+", 3}, std::plus<>()),
    numeric({"-", 3}, std::minus<>()),
    numeric({"*", kProductPrecedence}, std::multiplies<>()),
    numeric({"/", kProductPrecedence}, [](double a, double b) { return divide(a, b); }),
    numeric({"^", 5}, [](double a, double b) { return std::pow(a, b); }),
    numeric({"not"}, [](double x) { return x == 0; }),
    numeric({"abs"}, [](double x) { return std::fabs(x); }),
    numeric({"sqrt"}, [](double x) { return x < 0 ? 0 : std::sqrt(x); }),
    numeric({"sin"}, [](double x) { return std::sin(x); }),
    numeric({"asin"}, [](double x) { return std::asin(x); }),
    numeric({"cos"}, [](double x) { return std::cos(x); }),
    numeric({"acos"}, [](double x) { return std::acos(x); }),
    numeric({"tan"}, [](double x) { return std::tan(x); }),
    numeric({"atan"}, [](double x) { return std::atan(x); }),
    numeric({"exp"}, [](double x) { return std::exp(x); }),
    numeric({"log"}, [](double x) { return logarithm(x); }),
    numeric({"ln"}, [](double x) { return logarithm(x); }),
    numeric({"sgn"}, [](double x) { return sign(x); }),
    numeric({"pos"}, [](double x) { return x >= 0 ? x : 0; }),
    numeric({"neg"}, [](double x) { return x < 0 ? x : 0; }),
    numeric({"floor"}, [](double x) { return std::floor(x); }),
    numeric({"ceil"}, [](double x) { return std::ceil(x); }),
    numeric({"min"}, [](double a, double b) { return std::min(a, b); }),
    numeric({"max"}, [](double a, double b) { return std::max(a, b); }),
    {"lowercase", 0, Operation::lowercase},
    {"uppercase", 0, Operation::uppercase}};

}  // namespace

const Function* find_function(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                   [&](const Function& each) { return each.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

}  // namespace latecomer::cubepl
