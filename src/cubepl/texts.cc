// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/texts.h"

#include <fmt/format.h>

#include <charconv>

namespace latecomer::cubepl {
namespace {

double leading_number(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return 0;
  text.remove_prefix(begin);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

const Text* Texts::get(std::string_view characters) {
  const auto known = texts_.find(characters);
  if (known != texts_.end()) return known->second.get();
  auto text = std::make_unique<const Text>(Text{std::string(characters), leading_number(characters)});
  bytes_ += sizeof(Text) + characters.size();
  const std::string_view key = text->characters;
  return texts_.emplace(key, std::move(text)).first->second.get();
}

std::string number_text(double number) {
  return fmt::format("{:.14g}", number);
}

}  // namespace latecomer::cubepl
