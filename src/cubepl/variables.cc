// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/variables.h"

namespace latecomer::cubepl {

Column Array::element(size_t index) const {
  if (!varying.empty()) {
    const auto found = varying.find(index);
    if (found != varying.end()) return found->second;
  }
  if (index >= numbers.size()) return {.text = Texts::kEmpty};  // 0 as a number, "" as a text
  return {.number = numbers[index], .text = texts.empty() ? TextId() : texts[index]};
}

void Array::set(size_t index, double number, TextId text) {
  if (!varying.empty()) varying.erase(index);
  if (index >= numbers.size()) numbers.resize(index + 1);
  if (text.valid() || !texts.empty()) texts.resize(numbers.size());
  numbers[index] = number;
  if (!texts.empty()) texts[index] = text;
}

}  // namespace latecomer::cubepl
