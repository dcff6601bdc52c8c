// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/times.h"

#include <cstdlib>
#include <map>

namespace latecomer::cli {

std::optional<int64_t> nanoseconds(const std::string& text) {
  static const std::map<std::string, double> kUnits = {{"ns", 1},  {"us", 1e3}, {"ms", 1e6},
                                                       {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
  char* unit = nullptr;
  const double number = std::strtod(text.c_str(), &unit);
  const auto known = kUnits.find(unit);
  const double result = known == kUnits.end() ? -1 : number * known->second;
  if (!(result >= 0 && result < 1e18)) return std::nullopt;
  return static_cast<int64_t>(result);
}

std::string require_time(const std::string& text) {
  return nanoseconds(text) ? "" : "has to be a time, as 500ns, 1us or 2ms";
}

}  // namespace latecomer::cli
