// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>

namespace latecomer {

// Amounts as people read them: three significant digits in the unit that suits them.

/// Writes a number with commas between groups of three digits: "4,096".
std::string grouped(size_t number);

/// Writes a time in seconds in the unit that suits it: "3.20 us", "50.0 ms", "1,234 s". Units are ASCII, as
/// options take them.
std::string with_unit(double seconds);

/// Writes a number of bytes in the unit that suits it: "512 B", "3.20 MB".
std::string bytes_text(double bytes);

/// Writes a number without a unit: "16,208", "0.333". Whole numbers have all of their digits.
std::string number_text(double number);

/// Writes a value in a metric's unit; where that is neither seconds ("sec") nor bytes, the number alone.
std::string short_amount(double value, const std::string& unit);

/// Writes a value with the metric's unit, whichever it is, but for that of counts ("occ").
std::string amount_text(double value, const std::string& unit);

}  // namespace latecomer
