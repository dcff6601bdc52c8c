// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "cubepl/texts.h"

namespace latecomer::cubepl {

/// Is what an expression is at one position: a number, or a text, which is a number, too.
struct Value {
  Value(double number = 0) : number(number) {}
  Value(const Text* text) : number(text->number), text(text) {}

  double number;
  const Text* text = nullptr;  // null if it is a number only
};

/// Holds the values of an expression at all positions. What is the same everywhere is kept once.
struct Column {
  Column(Value value = {}) : same(value) {}
  /// Takes a value for each position, or a single one for all.
  explicit Column(std::vector<double> values) {
    if (values.size() == 1)
      same = values.front();
    else
      numbers = std::move(values);
  }

  bool varies() const { return !numbers.empty(); }

  Value at(size_t position) const {
    if (!varies()) return same;
    if (texts.empty() || texts[position] == nullptr) return numbers[position];
    return texts[position];
  }

  /// Sets the value at a position of a column that varies.
  void set(size_t position, Value value) {
    numbers[position] = value.number;
    if (value.text != nullptr && texts.empty()) texts.resize(numbers.size());
    if (!texts.empty()) texts[position] = value.text;
  }

  /// Gives the column a value for each position.
  void spread(size_t positions) {
    if (varies()) return;
    numbers.assign(positions, same.number);
    if (same.text != nullptr) texts.assign(positions, same.text);
  }

  Value same;                      // everywhere, if there are no `numbers`
  std::vector<double> numbers;     // at each position
  std::vector<const Text*> texts;  // at each position, or empty if there are numbers only
};

/// Returns `function` of the numbers of one column, or of two, at all positions.
template <class Function>
Column map(Column argument, Function function) {
  if (!argument.varies()) return Value(function(argument.same.number));
  for (double& number : argument.numbers) number = function(number);
  argument.texts.clear();
  return argument;
}

template <class Function>
Column map(Column left, Column right, Function function) {
  if (!right.varies())
    return map(std::move(left), [&](double number) { return function(number, right.same.number); });
  if (!left.varies())
    return map(std::move(right), [&](double number) { return function(left.same.number, number); });
  for (size_t i = 0; i < left.numbers.size(); ++i)
    left.numbers[i] = function(left.numbers[i], right.numbers[i]);
  left.texts.clear();
  return left;
}

}  // namespace latecomer::cubepl
