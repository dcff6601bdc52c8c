// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

#include "cubepl/texts.h"

namespace latecomer::cubepl {

/// The value of an expression at all positions: at each a number and, where it is a text, that text. What is
/// the same everywhere is kept once.
struct Column {
  double number = 0;            // the number everywhere, if there are no `numbers`
  TextId text;                  // the text everywhere, if there are no `numbers`; invalid for a number
  std::vector<double> numbers;  // for each position
  std::vector<TextId> texts;    // for each position, or empty if there are numbers only

  bool varies() const { return !numbers.empty(); }
  double number_at(size_t position) const { return varies() ? numbers[position] : number; }
  TextId text_at(size_t position) const {
    if (!varies()) return text;
    return texts.empty() ? TextId() : texts[position];
  }
  void set(size_t position, double new_number, TextId new_text);

  /// Makes it one with a value for each position.
  void spread(size_t positions);

  static Column of(double number) { return {.number = number}; }
  static Column of(TextId text, const Texts& texts) { return {.number = texts.number(text), .text = text}; }
  /// A single number stands for all positions.
  static Column of(std::vector<double> numbers);
};

/// `function` of one column, or of two, at all positions.
template <class Function>
Column map(Column argument, Function function) {
  if (!argument.varies()) return Column::of(function(argument.number));
  for (double& number : argument.numbers) number = function(number);
  argument.texts.clear();
  return argument;
}

template <class Function>
Column map(Column left, Column right, Function function) {
  if (!right.varies())
    return map(std::move(left), [&](double number) { return function(number, right.number); });
  if (!left.varies())
    return map(std::move(right), [&](double number) { return function(left.number, number); });
  for (size_t i = 0; i < left.numbers.size(); ++i)
    left.numbers[i] = function(left.numbers[i], right.numbers[i]);
  left.texts.clear();
  return left;
}

}  // namespace latecomer::cubepl
