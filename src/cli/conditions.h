// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "findings/compare.h"

namespace latecomer::cli {

/// Returns the position of the metric of this id.
Result<size_t> metric_position(const findings::Comparison& comparison, const std::string& wanted);

/// Says that a metric got larger by more than a number of its unit, or than a part of what it was.
struct Condition {
  std::string text;  ///< Is the condition as given: "mpi_latesender>+10%".
  std::string metric;
  double limit = 0;
  bool is_relative = false;  ///< Says that the limit is a part of the base's mean.
};
Result<Condition> parse_condition(const std::string& text);

/// Returns the conditions that have come true, each with what it says of its metric: "mpi_latesender>+10%:
/// 1.2 s became 1.5 s, +25.0%". A difference that is within the runs' spread meets none.
Result<std::vector<std::string>> conditions_met(const std::vector<Condition>& conditions,
                                                const findings::Comparison& comparison);

}  // namespace latecomer::cli
