// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>

#include "algebra/align.h"
#include "report/report.h"

namespace latecomer::algebra {

enum class Operation : uint8_t {
  difference,  ///< Is the first operand without the second, of minima and maxima, too.
  mean,        ///< Rounds sums of integers down; minima, maxima and samples are those of all operands.
  merge,       ///< Takes values of the last operand that has the metric, the call path and the location.
};

/// Gives the result's metrics data types that hold what the operation makes: differences have a sign, and
/// those of minima are no minima. Other results keep their types, since Cube's tools take values for what the
/// first of their operands says.
void choose_data_types(report::Report& result, Operation operation);

/// Returns the result's values of consecutive locations. Derived metrics have none: their expressions stay.
report::Rows combine(const Alignment& alignment, Operation operation, size_t first_location, size_t count);

}  // namespace latecomer::algebra
