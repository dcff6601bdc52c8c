// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/near_names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace latecomer::cli {

namespace {

/// Lower case, and without what people leave out or put in differently.
std::string simplified(const std::string& name) {
  std::string letters;
  for (char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c))) letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return letters;
}

/// How many letters have to be inserted, removed or replaced (Levenshtein).
size_t edits(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& names) {
  constexpr size_t kMost = 5;
  const std::string word = simplified(wanted);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& name : names) {
    const std::string letters = simplified(name);
    const bool contains = word.size() > 2 && letters.find(word) != std::string::npos;
    const size_t distance = edits(word, letters);
    if (contains) near.emplace_back(0, name);
    else if (distance <= std::max<size_t>(2, word.size() / 3)) near.emplace_back(distance, name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  near.resize(std::min(near.size(), kMost));
  std::vector<std::string> result;
  for (auto& [distance, name] : near) result.push_back(std::move(name));
  return result;
}

}  // namespace latecomer::cli
