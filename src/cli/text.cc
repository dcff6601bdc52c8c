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

std::string wrapped(std::string_view text, const std::string& head) {
  const size_t width = columns() - std::min(head.size(), columns() - 1);
  std::string lines;
  std::string line = head;
  bool empty = true;
  for (const std::string& word : words_of(std::string(text), width)) {
    if (!empty && line.size() + 1 + word.size() > columns()) {
      lines += line + "\n";
      line = std::string(head.size(), ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return lines + line + "\n";
}

std::string end_of(const std::string& text, size_t width) {
  if (text.size() <= width) return text;
  return "..." + text.substr(text.size() - width + 3);
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
