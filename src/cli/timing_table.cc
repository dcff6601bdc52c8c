// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/timing_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/amount_text.h"
#include "text/table.h"

namespace latecomer::cli {

namespace {

/// Returns "12.3 M"; numbers below 10,000 as they are.
std::string short_number(int64_t number) {
  constexpr std::pair<double, const char*> kUnits[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
  if (number < 10'000) return std::to_string(number);
  const double value = static_cast<double>(number);
  for (const auto& [unit, name] : kUnits) {
    if (value >= unit) return fmt::format("{:.1f}{}", value / unit, name);
  }
  return std::to_string(number);
}

}  // namespace

std::string timing_table(const Timings& timings) {
  const auto line = [](const auto&... cells) {
    return text::table_line({-23, 8, 8, 11, 7, 9, 7, 7}, {cells...});
  };
  std::string table = line("pass", "time", "cpu", "operations", "rounds", "messages", "bytes", "peak");
  const auto add = [&](const Timings::Entry& pass, const std::string& operations) {
    table += line(pass.name, with_unit(pass.seconds), with_unit(pass.cpu_seconds), operations,
                  std::to_string(pass.stats.rounds), short_number(pass.stats.messages),
                  short_number(pass.stats.bytes), short_number(pass.peak_bytes));
  };
  Timings::Entry all{.name = "together", .stats = {}};
  for (const Timings::Entry& pass : timings.entries) {
    add(pass, short_number(pass.operations));
    all.seconds += pass.seconds;
    all.cpu_seconds += pass.cpu_seconds;
    all.stats.rounds += pass.stats.rounds;
    all.stats.messages += pass.stats.messages;
    all.stats.bytes += pass.stats.bytes;
    all.peak_bytes = std::max(all.peak_bytes, pass.peak_bytes);
  }
  add(all, "");
  return table;
}

}  // namespace latecomer::cli
