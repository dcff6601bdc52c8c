// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/near_names.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace latecomer::cli {

namespace {

/// Returns the name in lower case, and without what people leave out or put in differently.
std::string simplified(const std::string& name) {
  std::string letters;
  for (char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return letters;
}

/// Returns how many letters of `word` have to be inserted, removed or replaced until it is a part of `name`
/// (Levenshtein's distance, with what is before and after the part for free).
size_t edits_to_part(const std::string& word, const std::string& name) {
  std::vector<size_t> row(name.size() + 1, 0);
  for (size_t i = 0; i < word.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < name.size(); ++j) {
      const size_t replaced = diagonal + (word[i] == name[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return *std::min_element(row.begin(), row.end());
}

}  // namespace

std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& names) {
  constexpr size_t kMost = 5;
  const std::string word = simplified(wanted);
  const size_t tolerated = word.size() / 4;
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& name : names) {
    const size_t distance = edits_to_part(word, simplified(name));
    if (distance < word.size() && distance <= tolerated) near.emplace_back(distance, name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.size()) < std::pair(b.first, b.second.size());
  });
  near.resize(std::min(near.size(), kMost));
  std::vector<std::string> result;
  for (auto& [distance, name] : near) result.push_back(std::move(name));
  return result;
}

}  // namespace latecomer::cli
