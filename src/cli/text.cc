// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <sstream>
#include <utility>

namespace latecomer::cli {

size_t columns() {
  static constexpr size_t kLeast = 80;
  static constexpr size_t kMost = 160;  // longer lines are hard to read
  static const size_t width = [] {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? std::clamp<size_t>(size.ws_col, kLeast, kMost)
                                                        : kLeast;
  }();
  return width;
}

namespace {

bool is_first_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

/// Where a text's character of this number begins.
size_t byte_of(std::string_view text, size_t character) {
  size_t byte = 0;
  for (size_t seen = 0; byte < text.size(); ++byte) {
    if (is_first_byte(text[byte]) && seen++ == character) break;
  }
  return byte;
}

/// The words of a text; of one that is longer than a line, the parts that end with "/".
std::vector<std::string> words_of(const std::string& text, size_t width) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    while (word.size() > width) {
      const size_t slash = word.rfind('/', width - 1);
      if (slash == std::string::npos || slash + 1 == word.size()) break;
      words.push_back(word.substr(0, slash + 1));
      word.erase(0, slash + 1);
    }
    words.push_back(word);
  }
  return words;
}

}  // namespace

size_t length_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), is_first_byte));
}

std::string wrapped(std::string_view text, const std::string& head) {
  const size_t margin = length_of(head);
  std::string lines;
  std::string line = head;
  bool empty = true;
  for (const std::string& word : words_of(std::string(text), columns() - std::min(margin, columns() - 1))) {
    if (!empty && length_of(line) + 1 + length_of(word) > columns()) {
      lines += line + "\n";
      line = std::string(margin, ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return lines + line + "\n";
}

std::string end_of(const std::string& text, size_t width) {
  const size_t length = length_of(text);
  return length <= width ? text : "..." + text.substr(byte_of(text, length - width + 3));
}

std::string begin_of(const std::string& text, size_t width) {
  return length_of(text) <= width ? text : text.substr(0, byte_of(text, width - 3)) + "...";
}

std::string shell_word(const std::string& name) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_./-+,:=@%").find(c) != std::string_view::npos;
  };
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_plain)) return name;
  std::string word = "'";
  for (const char c : name) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::string count_of(size_t n, const char* noun, const char* plural) {
  if (n == 1) return fmt::format("1 {}", noun);
  return plural != nullptr ? fmt::format("{} {}", grouped(n), plural)
                           : fmt::format("{} {}s", grouped(n), noun);
}

std::string with_unit(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 3> kParts = {
      {{1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  if (seconds == 0 || seconds >= 1)
    return fmt::format("{:.{}f} s", seconds, seconds == 0 ? 0 : decimals(seconds));
  const auto unit =
      std::find_if(kParts.begin(), kParts.end() - 1, [&](const auto& each) { return seconds >= each.first; });
  return fmt::format("{:.4g} {}", seconds / unit->first, unit->second);
}

int decimals(double largest) {
  if (!(largest > 0)) return 2;
  const int digits_before_point = static_cast<int>(std::floor(std::log10(largest))) + 1;
  return std::clamp(5 - digits_before_point, 1, 9);
}

}  // namespace latecomer::cli
