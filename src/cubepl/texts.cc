// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/texts.h"

#include <fmt/format.h>

#include <charconv>

namespace latecomer::cubepl {

TextId Texts::id(std::string_view text) {
  const auto known = ids_.find(text);
  if (known != ids_.end()) return known->second;
  const TextId id(texts_.size());
  texts_.emplace_back(text);
  numbers_.push_back(leading_number(text));
  ids_.emplace(texts_.back(), id);
  bytes_ += sizeof(std::string) + text.size();
  return id;
}

double leading_number(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return 0;
  text.remove_prefix(begin);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string number_text(double number) {
  return fmt::format("{:.14g}", number);
}

}  // namespace latecomer::cubepl
