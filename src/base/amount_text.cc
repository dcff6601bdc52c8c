// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/amount_text.h"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <utility>

namespace latecomer {

namespace {

constexpr double kMostExact = 1e15;  // a double does not distinguish larger whole numbers

using Unit = std::pair<double, const char*>;

/// Returns whether a value is written as 1.00 at least, though it be 0.9996.
bool is_one_at_least(double value) {
  return value >= 0.9995;
}

/// Writes a number that is not negative.
std::string three_digits(double value) {
  if (value >= kMostExact) return fmt::format("{:.2e}", value);
  if (value >= 999.5) return grouped(static_cast<size_t>(std::llround(value)));
  if (!is_one_at_least(value)) return fmt::format("{:.3g}", value);
  return fmt::format("{:.{}f}", value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

/// Writes a value in the first of these units, largest first, in which it is 1 at least, or in the last one.
std::string in_unit_of(double value, std::initializer_list<Unit> units) {
  if (!std::isfinite(value)) return "unknown";
  const double size = std::abs(value);
  Unit chosen = *(units.end() - 1);
  for (const Unit& unit : units) {
    if (!is_one_at_least(size / unit.first)) continue;
    chosen = unit;
    break;
  }
  return fmt::format("{}{} {}", value < 0 ? "-" : "", three_digits(size / chosen.first), chosen.second);
}

}  // namespace

std::string grouped(size_t number) {
  std::string digits = std::to_string(number);
  for (size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, 1, ',');
  return digits;
}

std::string with_unit(double seconds) {
  if (seconds == 0) return "0 s";
  return in_unit_of(seconds, {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}});
}

std::string bytes_text(double bytes) {
  if (std::abs(bytes) < 999.5 && bytes == std::round(bytes)) return fmt::format("{:.0f} B", bytes);
  return in_unit_of(
      bytes, {{1e18, "EB"}, {1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}});
}

std::string number_text(double number) {
  if (!std::isfinite(number)) return "unknown";
  const double size = std::abs(number);
  const bool is_whole = size < kMostExact && size == std::round(size);
  return fmt::format("{}{}", number < 0 ? "-" : "",
                     is_whole ? grouped(static_cast<size_t>(size)) : three_digits(size));
}

std::string short_amount(double value, const std::string& unit) {
  return unit == "sec" ? with_unit(value) : unit == "bytes" ? bytes_text(value) : number_text(value);
}

std::string amount_text(double value, const std::string& unit) {
  const bool has_unit = unit == "sec" || unit == "bytes" || unit == "occ" || unit.empty();
  return has_unit ? short_amount(value, unit) : fmt::format("{} {}", short_amount(value, unit), unit);
}

}  // namespace latecomer
