// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/printable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace latecomer {
namespace {

constexpr unsigned char kFirstPrintable = 0x20;
constexpr unsigned char kDelete = 0x7f;

/// Returns whether a character turns the direction of what is around it (Unicode's Bidi_Control), so that a
/// terminal shows other names than there are, or ends a line; or is one of two that are no characters, which
/// XML cannot hold.
bool is_harmful(uint32_t character) {
  const auto is_within = [&](uint32_t first, uint32_t last) {
    return first <= character && character <= last;
  };
  return character == 0x061c || is_within(0x200e, 0x200f) || is_within(0x2028, 0x202e) ||
         is_within(0x2066, 0x2069) || is_within(0xfffe, 0xffff);
}

/// Returns how many bytes the character has that the text begins with, which is none of ASCII; 0 if it is no
/// UTF-8, a control character, or harmful.
size_t length_of_character(std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  const size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  uint32_t character = lead & (0x7fU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0U) != 0x80U) return 0;
    character = character << 6U | (at(i) & 0x3fU);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0xa0, 0x800, 0x10000};  // U+0080 to U+009F are control characters
  const bool is_surrogate = character >= 0xd800 && character < 0xe000;
  const bool is_shown =
      character >= kLeast[length] && character <= 0x10ffff && !is_surrogate && !is_harmful(character);
  return is_shown ? length : 0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown(text);
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    size_t length = byte >= kFirstPrintable || byte == '\n' || byte == '\t' ? 1 : 0;
    if (byte == kDelete) length = 0;
    if (byte > kDelete) length = length_of_character(text.substr(i));
    if (length == 0) shown[i] = '?';
    i += std::max<size_t>(length, 1);
  }
  return shown;
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

}  // namespace latecomer
