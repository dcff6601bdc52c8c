// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>

namespace latecomer::cli {

std::string wrapped(std::string_view text, const std::string& head) {
  std::istringstream words{std::string(text)};
  std::string lines;
  std::string line = head;
  bool empty = true;
  for (std::string word; words >> word; empty = false) {
    if (!empty && line.size() + 1 + word.size() > kColumns) {
      lines += line + "\n";
      line = std::string(head.size(), ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
  }
  return lines + line + "\n";
}

std::string end_of(const std::string& text, size_t width) {
  if (text.size() <= width) return text;
  return "..." + text.substr(text.size() - width + 3);
}

std::string ranges(const std::vector<int64_t>& numbers) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < numbers.size();) {
    size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - begin > 2) {
      parts.push_back(fmt::format("{}-{}", numbers[begin], numbers[end - 1]));
    } else {
      for (size_t i = begin; i < end; ++i) parts.push_back(std::to_string(numbers[i]));
    }
    begin = end;
  }
  constexpr size_t kMostParts = 20;
  if (parts.size() <= kMostParts) return fmt::format("{}", fmt::join(parts, ", "));
  parts.resize(kMostParts);
  return fmt::format("{}, ... ({} in all)", fmt::join(parts, ", "), numbers.size());
}

std::string count_of(size_t n, const char* noun, const char* plural) {
  if (n == 1) return fmt::format("1 {}", noun);
  return plural != nullptr ? fmt::format("{} {}", n, plural) : fmt::format("{} {}s", n, noun);
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
