// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/sampled_path.h"

#include <numeric>

namespace latecomer::analyze {

std::vector<int64_t> divide(int64_t whole, std::span<const int64_t> weights) {
  // A product of two times can be longer than 64 bits.
  const __int128 sum = std::accumulate(weights.begin(), weights.end(), __int128{0});
  std::vector<int64_t> parts;
  int64_t left_over = whole;
  for (const int64_t weight : weights) {
    parts.push_back(static_cast<int64_t>(__int128{whole} * weight / sum));
    left_over -= parts.back();
  }
  for (int64_t i = 0; i < left_over; ++i) ++parts[static_cast<size_t>(i)];
  return parts;
}

}  // namespace latecomer::analyze
