// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/clock_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace latecomer::cli {

namespace {

using analyze::ClockMode;
using analyze::ClockOptions;
using analyze::kClockModeNames;
using analyze::Latency;

struct Unit {
  std::string_view name;
  double seconds;
};

/// Lists units; those that others end with come after these.
constexpr std::array<Unit, 4> kUnits = {{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};

/// Returns nothing unless all of the text is a finite number.
std::optional<double> finite_number(std::string_view text) {
  double number = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const bool is_number = problem == std::errc() && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

/// Returns "2.5us" in seconds.
double parse_latency(const std::string& text) {
  const CLI::ValidationError malformed(
      "--min-latency", fmt::format("\"{}\" is not a time such as 800ns, 2.5us, 0.1ms or 0s", text));
  const auto unit =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& each) { return text.ends_with(each.name); });
  if (unit == kUnits.end()) throw malformed;
  const std::optional<double> number =
      finite_number(std::string_view(text).substr(0, text.size() - unit->name.size()));
  if (!number || *number < 0) throw malformed;
  const double seconds = *number * unit->seconds;
  constexpr double kMost = 1;  // second
  if (seconds > kMost)
    throw CLI::ValidationError("--min-latency",
                               fmt::format("{} is too long: no message needs more than 1s", text));
  return seconds;
}

void set_mode(const std::string& text, ClockOptions& options) {
  const auto found = std::find(kClockModeNames.begin(), kClockModeNames.end(), text);
  if (found == kClockModeNames.end())
    throw CLI::ValidationError("--clocks",
                               fmt::format("\"{}\" is none of auto, interpolate, logical, off", text));
  options.mode = static_cast<ClockMode>(found - kClockModeNames.begin());
}

void set_latency(const std::string& text, ClockOptions& options) {
  if (text == "estimate") {
    options.latency = std::nullopt;
    return;
  }
  const size_t comma = std::min(text.find(','), text.size());
  Latency latency;
  latency.between = parse_latency(text.substr(0, comma));
  if (comma < text.size()) latency.within = parse_latency(text.substr(comma + 1));
  options.latency = latency;
}

void set_control_factor(const std::string& text, ClockOptions& options) {
  const std::optional<double> number = finite_number(text);
  if (!number || !(*number > 0 && *number < 1))
    throw CLI::ValidationError("--control-factor",
                               fmt::format("\"{}\" is not a number above 0 and below 1", text));
  options.control_factor = *number;
}

}  // namespace

void add_clock_options(CLI::App& command, ClockOptions& options) {
  command
      .add_option_function<std::string>(
          "--clocks", [&options](const std::string& text) { set_mode(text, options); },
          "What to do where the clocks of nodes disagree (default: auto)\n"
          "  interpolate: apply the clock offsets recorded in the trace, if there are any\n"
          "  auto: the same, and move what is still before its cause, if anything is\n"
          "  logical: the same as auto, but correct in any case\n"
          "  off: take all times as they were recorded")
      ->type_name("auto|interpolate|logical|off");
  command.add_flag("--one-clock-per-node", options.one_per_node,
                   "The processes of a node read one clock, so their order is taken as recorded.\n"
                   "Archives of latecomer record say so themselves");
  command
      .add_option_function<std::string>(
          "--min-latency", [&options](const std::string& text) { set_latency(text, options); },
          "Least time that a message takes between two nodes and within one, as in 2.5us,300ns (default: "
          "0s), "
          "or as the trace suggests. What is moved behind its cause comes that much later")
      ->type_name("BETWEEN[,WITHIN]|estimate");
  command
      .add_option_function<std::string>(
          "--control-factor", [&options](const std::string& text) { set_control_factor(text, options); },
          fmt::format("Least part of its length that an interval keeps when events are moved, above 0 "
                      "and below 1 (default: {})",
                      options.control_factor))
      ->type_name("FACTOR");
}

}  // namespace latecomer::cli
