// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace latecomer::text {

namespace {

size_t chosen_columns = 0;  ///< Is what set_columns() was given; 0: nothing.

size_t found_columns() {
  static constexpr size_t kMost = 160;  // longer lines are hard to read
  static constexpr size_t kElsewhere = 100;
  const char* const wanted = std::getenv("COLUMNS");
  const long number = wanted != nullptr ? std::strtol(wanted, nullptr, 10) : 0;
  if (number > 0) return std::clamp(static_cast<size_t>(number), kFewestColumns, kMostColumns);
  winsize size{};
  const bool is_terminal = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_terminal ? std::clamp<size_t>(size.ws_col, kFewestColumns, kMost) : kElsewhere;
}

}  // namespace

size_t columns() {
  static const size_t found = found_columns();
  return chosen_columns > 0 ? chosen_columns : found;
}

void set_columns(size_t width) {
  chosen_columns = width;
}

namespace {

bool is_first_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

/// Returns where a text's character of this number begins.
size_t byte_of(std::string_view text, size_t character) {
  size_t byte = 0;
  for (size_t seen = 0; byte < text.size(); ++byte) {
    if (is_first_byte(text[byte]) && seen++ == character) break;
  }
  return byte;
}

/// Returns the words of a text; of one longer than a line, the parts that end with "/", or what fits.
std::vector<std::string> words_of(const std::string& text, size_t width) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    size_t begin = 0;
    size_t left = length_of(word);
    while (left > width) {
      const std::string line = word.substr(begin, byte_of(std::string_view(word).substr(begin), width));
      const size_t slash = line.rfind('/');
      const size_t taken = slash == std::string::npos ? line.size() : slash + 1;
      words.push_back(line.substr(0, taken));
      begin += taken;
      left -= length_of(words.back());
    }
    word.erase(0, begin);
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

int decimals(double largest) {
  if (!(largest > 0)) return 2;
  const int digits_before_point = static_cast<int>(std::floor(std::log10(largest))) + 1;
  return std::clamp(5 - digits_before_point, 1, 9);
}

}  // namespace latecomer::text
