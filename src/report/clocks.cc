// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/json.h"

namespace latecomer::report {

namespace {

struct Condition {
  std::string_view name;
  Builtin metric;
};

/// Is by ClockCondition.
constexpr std::array<Condition, kClockConditions> kConditions = {{
    {"message", Builtin::clock_violations_message},
    {"probe", Builtin::clock_violations_probe},
    {"partition", Builtin::clock_violations_partition},
    {"all_to_all", Builtin::clock_violations_all_to_all},
    {"one_to_all", Builtin::clock_violations_one_to_all},
    {"all_to_one", Builtin::clock_violations_all_to_one},
    {"prefix", Builtin::clock_violations_prefix},
    {"neighbourhood", Builtin::clock_violations_neighbourhood},
    {"fork", Builtin::clock_violations_fork},
    {"join", Builtin::clock_violations_join},
    {"team_barrier", Builtin::clock_violations_team_barrier},
}};

constexpr std::array<std::string_view, 4> kModes = {"auto", "interpolate", "logical", "off"};

void add(ConditionCounts& sum, const ConditionCounts& counts) {
  for (size_t i = 0; i < kClockConditions; ++i) sum[i] += counts[i];
}

Json to_json(const ConditionCounts& counts) {
  Json json = Json::object();
  for (size_t i = 0; i < kClockConditions; ++i) json[std::string(kConditions[i].name)] = counts[i];
  return json;
}

Json to_json(const ClockPair& pair) {
  return {{"cause", pair.cause.index()},
          {"effect", pair.effect.index()},
          {"found", to_json(pair.found)},
          {"left", to_json(pair.left)},
          {"largest_error", pair.largest_error},
          {"events_shifted", pair.events_shifted},
          {"intervals_changed", pair.intervals_changed},
          {"largest_change", pair.largest_change},
          {"mean_change", pair.mean_change}};
}

// The functions below throw where a value is not what it has to be, as nlohmann's accessors do.

int64_t count_from(const Json& json, const std::string& name) {
  const Json& value = json.at(name);
  if (!value.is_number_unsigned() || value.get<uint64_t>() > INT64_MAX)
    throw std::out_of_range(fmt::format("\"{}\" is no count: {}", name, in_a_line(value)));
  return value.get<int64_t>();
}

double seconds_from(const Json& json, const char* name) {
  const Json& value = json.at(name);
  if (!value.is_number() || !(value.get<double>() >= 0))
    throw std::out_of_range(fmt::format("\"{}\" is no length of time: {}", name, in_a_line(value)));
  return value.get<double>();
}

ConditionCounts counts_from(const Json& json) {
  if (json.size() != kClockConditions)
    throw std::out_of_range(
        fmt::format("expected {} kinds of conditions: {}", kClockConditions, in_a_line(json)));
  ConditionCounts counts{};
  for (size_t i = 0; i < kClockConditions; ++i)
    counts[i] = count_from(json, std::string(kConditions[i].name));
  return counts;
}

SystemNodeId node_from(const Json& json, const char* name, const Report& report) {
  const Json& value = json.at(name);
  if (!value.is_number_unsigned() || value.get<size_t>() >= report.system_nodes.size())
    throw std::out_of_range(fmt::format("\"{}\" is no node of the report: {}", name, in_a_line(value)));
  return SystemNodeId(value.get<size_t>());
}

ClockPair pair_from(const Json& json, const Report& report) {
  return {node_from(json, "cause", report),      node_from(json, "effect", report),
          counts_from(json.at("found")),         counts_from(json.at("left")),
          seconds_from(json, "largest_error"),   count_from(json, "events_shifted"),
          count_from(json, "intervals_changed"), seconds_from(json, "largest_change"),
          seconds_from(json, "mean_change")};
}

ClockReport clocks_from(const Json& json, const Report& report) {
  ClockReport clocks{json.at("mode").get<std::string>(),    count_from(json, "offsets"),
                     json.at("interpolated").get<bool>(),   json.at("corrected").get<bool>(),
                     seconds_from(json, "control_factor"),  seconds_from(json, "latency_within"),
                     seconds_from(json, "latency_between"), counts_from(json.at("checked")),
                     seconds_from(json, "largest_shift"),   seconds_from(json, "length_before"),
                     seconds_from(json, "length_after"),    {},
                     json.at("one_per_node").get<bool>()};
  const Json& pairs = json.at("pairs");
  if (!pairs.is_array()) throw std::out_of_range("\"pairs\" is no list");
  for (const Json& pair : pairs) clocks.pairs.push_back(pair_from(pair, report));
  return clocks;
}

/// Returns whether no more of `counts` than `most` are in all pairs together, by kind.
bool is_within(const ConditionCounts& most, const std::vector<ClockPair>& pairs,
               ConditionCounts ClockPair::*counts) {
  ConditionCounts rest = most;  // These are counted down, because a sum of damaged numbers can overflow.
  for (const ClockPair& pair : pairs) {
    for (size_t i = 0; i < kClockConditions; ++i) {
      if ((pair.*counts)[i] > rest[i]) return false;
      rest[i] -= (pair.*counts)[i];
    }
  }
  return true;
}

/// Throws where numbers that are possible on their own contradict each other.
void check(const ClockReport& clocks) {
  if (std::find(kModes.begin(), kModes.end(), clocks.mode) == kModes.end())
    throw std::out_of_range(fmt::format("there is no mode \"{}\"", clocks.mode));
  if (clocks.control_factor > 1) throw std::out_of_range("\"control_factor\" is above 1");
  // Sums of so many stay in range.
  constexpr int64_t kMost = INT64_MAX / static_cast<int64_t>(kClockConditions);
  if (std::any_of(clocks.checked.begin(), clocks.checked.end(), [](int64_t count) { return count > kMost; }))
    throw std::out_of_range("more conditions than there can be");
  if (!is_within(clocks.checked, clocks.pairs, &ClockPair::found) ||
      !is_within(clocks.checked, clocks.pairs, &ClockPair::left))
    throw std::out_of_range("more violations than conditions");
  for (const ClockPair& pair : clocks.pairs) {
    if (pair.mean_change > pair.largest_change * (1 + 1e-9))  // Rounding does not reach this.
      throw std::out_of_range("a mean is above the largest");
  }
  const auto follows = [](const ClockPair& first, const ClockPair& second) {
    return std::pair(first.cause, first.effect) >= std::pair(second.cause, second.effect);
  };
  if (std::adjacent_find(clocks.pairs.begin(), clocks.pairs.end(), follows) != clocks.pairs.end())
    throw std::out_of_range("the pairs are not in the order of their nodes");
}

}  // namespace

std::string_view name_of(ClockCondition condition) {
  return kConditions[static_cast<size_t>(condition)].name;
}

Builtin metric_of(ClockCondition condition) {
  return kConditions[static_cast<size_t>(condition)].metric;
}

int64_t total(const ConditionCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), int64_t{0});
}

ConditionCounts ClockReport::found() const {
  ConditionCounts sum{};
  for (const ClockPair& pair : pairs) add(sum, pair.found);
  return sum;
}

ConditionCounts ClockReport::left() const {
  ConditionCounts sum{};
  for (const ClockPair& pair : pairs) add(sum, pair.left);
  return sum;
}

std::string print_clocks(const ClockReport& clocks) {
  const auto pair_json = [](const ClockPair& pair) { return to_json(pair); };
  return in_lines({{"mode", clocks.mode},
                   {"offsets", clocks.offsets},
                   {"interpolated", clocks.interpolated},
                   {"corrected", clocks.corrected},
                   {"control_factor", clocks.control_factor},
                   {"latency_within", clocks.latency_within},
                   {"latency_between", clocks.latency_between},
                   {"checked", to_json(clocks.checked)},
                   {"largest_shift", clocks.largest_shift},
                   {"length_before", clocks.length_before},
                   {"length_after", clocks.length_after},
                   {"pairs", list_json(clocks.pairs, pair_json)},
                   {"one_per_node", clocks.one_per_node}});
}

Result<ClockReport> read_clocks(const Report& report) {
  const std::shared_ptr<const std::string> file = report.file(std::string(kClocksFile));
  if (file == nullptr)
    return Error{fmt::format("the report has no {}; latecomer analyze writes it", kClocksFile)};
  try {
    ClockReport clocks = clocks_from(parse_json(*file), report);
    check(clocks);
    return clocks;
  } catch (const std::exception& error) {
    return Error{fmt::format("{}: {}; the report is damaged", kClocksFile, message_of(error))};
  }
}

}  // namespace latecomer::report
