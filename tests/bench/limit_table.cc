// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "limit_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace latecomer::bench {
namespace {

std::string number(double value) {
  return fmt::format("{:.2f}", value);
}

}  // namespace

void LimitTable::heading(const std::string& name, const std::string& text) {
  parts_.push_back({name, text, {}});
}

void LimitTable::add(const std::string& what, double limit, double figure, const std::string& note) {
  add(Line{what, number(limit), number(figure), !(figure <= limit), note});
}

void LimitTable::add(const std::string& what, bool holds, const std::string& note) {
  add(Line{what, "yes", holds ? "yes" : "no", !holds, note});
}

void LimitTable::note(const std::string& what, double figure, const std::string& note) {
  add(Line{what, "", number(figure), false, note});
}

void LimitTable::skip(const std::string& what, const std::string& why) {
  add(Line{what, "", "-", false, why});
}

void LimitTable::add_unmeasured(const std::string& what, double limit, const std::string& why) {
  add(Line{what, number(limit), "?", true, why});
}

void LimitTable::print() const {
  size_t judged = 0;
  std::string missed;
  for (const Part& part : parts_) {
    fmt::print("{}: {}\n{:<60} {:>6} {:>7}\n", part.name, part.text, "", "limit", "figure");
    for (const Line& line : part.lines) {
      std::string text = fmt::format("  {:<58} {:>6} {:>7}  {:<7} {}", line.what, line.limit, line.figure,
                                     line.missed ? "MISSED" : "", line.note);
      text.erase(text.find_last_not_of(' ') + 1);
      fmt::print("{}\n", text);
      judged += line.limit.empty() ? 0 : 1;
      if (line.missed)
        missed += fmt::format("  {}: {}: {} instead of {}\n", part.name, line.what, line.figure, line.limit);
    }
    fmt::print("\n");
  }
  const auto count = std::count(missed.begin(), missed.end(), '\n');
  fmt::print("{} of {} limits are missed\n{}", count, judged, missed);
}

}  // namespace latecomer::bench
