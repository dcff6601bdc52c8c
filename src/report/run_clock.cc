// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/run_clock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "report/attributes.h"

namespace latecomer::report {

RunClock::RunClock(const Report& report) {
  const auto number = [&](const char* key) { return int64_t{std::atoll(attribute(report, key).c_str())}; };
  constexpr int64_t kFarthest = INT64_MAX / 2;  // The distance of two such times is a number of ticks.
  const int64_t begin = number("latecomer.begin_ticks");
  begin_ = Ticks(-kFarthest <= begin && begin <= kFarthest ? begin : 0);
  ticks_per_second_ = static_cast<uint64_t>(std::max(number("latecomer.ticks_per_second"), int64_t{1}));
  const double seconds = run_seconds(report);
  const double ticks = std::round(seconds * static_cast<double>(ticks_per_second_));
  const bool is_possible = ticks >= 0 && ticks <= static_cast<double>(kFarthest);
  length_ = Ticks(is_possible ? static_cast<int64_t>(ticks) : 0);
}

}  // namespace latecomer::report
