// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/path_ends.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/text.h"

namespace latecomer::text {

namespace {

constexpr size_t kMostLines = 8;  // of one name; of a longer one, calls in the middle are left out

size_t common_begin(const std::string& a, const std::string& b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Returns the call in which a name differs, which begins at `first`, how many are left out, and the end.
std::string without_middle(const std::string& name, size_t first, size_t width) {
  const size_t after = std::min(name.find('/', first + 1), name.size());
  const std::string end = name.substr(name.size() - std::min(name.size() - after, width));
  const auto calls = std::count(name.begin() + static_cast<std::ptrdiff_t>(after),
                                name.end() - static_cast<std::ptrdiff_t>(end.size()), '/');
  return fmt::format("{}{}/({} more)...{}", first == 0 ? "" : "...",
                     begin_of(name.substr(first, after - first), kMostLines * width), calls,
                     end_of(end, width));
}

}  // namespace

PathEnds::PathEnds(const std::vector<std::string>& names) {
  for (const std::string& name : names) reversed_.emplace_back(name.rbegin(), name.rend());
  std::ranges::sort(reversed_);
  reversed_.erase(std::unique(reversed_.begin(), reversed_.end()), reversed_.end());
}

std::string PathEnds::of(const std::string& name, size_t width) const {
  if (length_of(name) <= width) return name;
  const std::string reversed(name.rbegin(), name.rend());
  const auto at = std::ranges::lower_bound(reversed_, reversed);
  const auto next = at != reversed_.end() && *at == reversed ? at + 1 : at;
  size_t common = 0;
  if (at != reversed_.begin()) common = common_begin(*(at - 1), reversed);
  if (next != reversed_.end()) common = std::max(common, common_begin(*next, reversed));
  const size_t differs = name.size() - common;  // the byte before this one does, if there is one
  const size_t slash = differs == 0 ? std::string::npos : name.rfind('/', differs - 1);
  const size_t first = slash == std::string::npos ? 0 : slash;
  const std::string needed = (first == 0 ? "" : "...") + name.substr(first);
  const size_t length = length_of(needed);
  if (common == 0 || length <= width) return end_of(name, width);
  return length <= kMostLines * width ? needed : without_middle(name, first, width);
}

}  // namespace latecomer::text
