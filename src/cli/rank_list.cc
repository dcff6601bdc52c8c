// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/rank_list.h"

#include <regex>

namespace latecomer::cli {

std::string require_ranks(const std::string& text) {
  static const std::regex kList("[0-9]{1,9}(-[0-9]{1,9})?(,[0-9]{1,9}(-[0-9]{1,9})?)*");
  return std::regex_match(text, kList) ? "" : "has to be a list of ranks, as 0,4-7";
}

std::vector<std::pair<int64_t, int64_t>> ranges_of_ranks(const std::string& text) {
  static const std::regex kRange("([0-9]{1,9})(?:-([0-9]{1,9}))?");
  std::vector<std::pair<int64_t, int64_t>> ranges;
  for (std::sregex_iterator range(text.begin(), text.end(), kRange); range != std::sregex_iterator();
       ++range) {
    const int64_t first = std::stoll((*range)[1].str());
    ranges.emplace_back(first, (*range)[2].matched ? std::stoll((*range)[2].str()) : first);
  }
  return ranges;
}

}  // namespace latecomer::cli
