// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/ranks_text.h"

#include <fmt/ranges.h>

#include "base/amount_text.h"

namespace latecomer::report {

std::string ranks_text(const std::vector<int64_t>& ranks, size_t of) {
  constexpr size_t kMostParts = 10;
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < ranks.size();) {
    size_t end = begin + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (end - begin > 2) {
      parts.push_back(fmt::format("{}-{}", ranks[begin], ranks[end - 1]));
    } else {
      for (size_t i = begin; i < end; ++i) parts.push_back(std::to_string(ranks[i]));
    }
    begin = end;
  }
  if (parts.size() > kMostParts) return fmt::format("{} of {} ranks", grouped(ranks.size()), grouped(of));
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(parts, ", "));
}

}  // namespace latecomer::report
