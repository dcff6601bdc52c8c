// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/column.h"

namespace latecomer::cubepl {

void Column::set(size_t position, double new_number, TextId new_text) {
  numbers[position] = new_number;
  if (new_text.valid() && texts.empty()) texts.resize(numbers.size());
  if (!texts.empty()) texts[position] = new_text;
}

void Column::spread(size_t positions) {
  if (varies()) return;
  numbers.assign(positions, number);
  if (text.valid()) texts.assign(positions, text);
}

Column Column::of(std::vector<double> numbers) {
  if (numbers.size() == 1) return of(numbers.front());
  return {.numbers = std::move(numbers)};
}

}  // namespace latecomer::cubepl
