// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/wait_level.h"

#include <algorithm>

namespace latecomer::store {

namespace {

WaitSummary together(const WaitSummary& a, const WaitSummary& b) {
  WaitSummary both = a.longest < b.longest ? b : a;
  both.begin = std::min(a.begin, b.begin);
  both.end = std::max(a.end, b.end);
  both.amount = a.amount + b.amount;
  both.count = a.count + b.count;
  both.direct = a.direct + b.direct;
  both.further = a.further + b.further;
  return both;
}

}  // namespace

std::vector<WaitSummary> each_apart(std::span<const Wait> waits, size_t first) {
  std::vector<WaitSummary> rows;
  rows.reserve(waits.size());
  for (size_t i = 0; i < waits.size(); ++i) {
    const Wait& wait = waits[i];
    rows.push_back({wait, wait.begin(), 1, static_cast<uint32_t>(first + i), wait.amount});
  }
  if (!std::ranges::is_sorted(rows, {}, &WaitSummary::begin))  // The rows of one thread mostly are sorted.
    std::ranges::stable_sort(rows, {}, &WaitSummary::begin);
  return rows;
}

std::vector<WaitSummary> summarize(std::span<const WaitSummary> waits, Ticks resolution) {
  std::vector<WaitSummary> rows;
  bool is_open = false;  // Says that more can be added to the last row.
  for (const WaitSummary& wait : waits) {
    const bool is_short = wait.end - wait.begin < resolution;
    if (is_short && is_open &&
        rounded_down(rows.back().begin, resolution) == rounded_down(wait.begin, resolution))
      rows.back() = together(rows.back(), wait);
    else
      rows.push_back(wait);
    is_open = is_short;
  }
  return rows;
}

}  // namespace latecomer::store
