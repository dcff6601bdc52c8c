// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a report says about clocks is read as it was written; damage is named.

#include "report/clocks.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

namespace latecomer::report {
namespace {

using Json = nlohmann::ordered_json;

/// A report with two nodes.
Report with_clocks(std::string content) {
  Report report;
  report.system_nodes = {{"a", "node", SystemNodeId()}, {"b", "node", SystemNodeId()}};
  report.files[std::string(kClocksFile)] = std::move(content);
  return report;
}

/// Different numbers everywhere: conditions checked 100, 101, …; found 1, 2, … between the nodes and 7
/// messages within the second.
ClockReport example() {
  ClockReport clocks{"auto", 4, true, true, 0.99, 1e-7, 2e-6, {}, 5e-6, 10, 10.000005, {}};
  ClockPair between{SystemNodeId(0), SystemNodeId(1), {}, {}, 3e-6, 20, 10, 2e-6, 1e-6};
  ClockPair within{SystemNodeId(1), SystemNodeId(1), {}, {}, 1e-9, 2, 1, 1e-9, 1e-9};
  for (size_t i = 0; i < kClockConditions; ++i) {
    clocks.checked[i] = static_cast<int64_t>(100 + i);
    between.found[i] = static_cast<int64_t>(1 + i);
  }
  between.left[1] = 2;
  within.found[0] = 7;
  clocks.pairs = {between, within};
  return clocks;
}

TEST(ClocksFile, IsReadAsItWasWritten) {
  const std::string text = print_clocks(example());
  const Result<ClockReport> read = read_clocks(with_clocks(text));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(print_clocks(*read), text);
  EXPECT_EQ(read->mode, "auto");
  EXPECT_EQ(read->offsets, 4);
  EXPECT_TRUE(read->interpolated);
  EXPECT_TRUE(read->corrected);
  EXPECT_EQ(read->control_factor, 0.99);
  EXPECT_EQ(read->latency_within, 1e-7);
  EXPECT_EQ(read->latency_between, 2e-6);
  EXPECT_EQ(read->checked, example().checked);
  EXPECT_EQ(read->largest_shift, 5e-6);
  EXPECT_EQ(read->length_before, 10);
  EXPECT_EQ(read->length_after, 10.000005);
  ASSERT_EQ(read->pairs.size(), 2u);
  EXPECT_EQ(read->pairs[0].cause, SystemNodeId(0));
  EXPECT_EQ(read->pairs[0].effect, SystemNodeId(1));
  EXPECT_EQ(read->pairs[0].found, example().pairs[0].found);
  EXPECT_EQ(read->pairs[0].left, example().pairs[0].left);
  EXPECT_EQ(read->pairs[0].largest_error, 3e-6);
  EXPECT_EQ(read->pairs[0].events_shifted, 20);
  EXPECT_EQ(read->pairs[0].intervals_changed, 10);
  EXPECT_EQ(read->pairs[0].largest_change, 2e-6);
  EXPECT_EQ(read->pairs[0].mean_change, 1e-6);
}

TEST(ClocksFile, CountsByKindAndTogether) {
  const ClockReport clocks = example();
  EXPECT_EQ(clocks.found()[0], 1 + 7);
  EXPECT_EQ(clocks.found()[10], 11);
  EXPECT_EQ(total(clocks.found()), 66 + 7);  // 1 + 2 + … + 11
  EXPECT_EQ(total(clocks.left()), 2);
}

TEST(ClocksFile, HasCountsByName) {
  const Json json = Json::parse(print_clocks(example()));
  EXPECT_EQ(json["checked"]["message"], 100);
  EXPECT_EQ(json["checked"]["team_barrier"], 110);
  EXPECT_EQ(json["pairs"][0]["found"]["all_to_all"], 4);
}

TEST(ClocksFile, CanBeMissing) {
  const Result<ClockReport> read = read_clocks(Report());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "the report has no clocks.json; latecomer analyze writes it");
}

void expect_refused(const std::string& text) {
  const Result<ClockReport> read = read_clocks(with_clocks(text));
  ASSERT_FALSE(read) << text;
  EXPECT_TRUE(read.error().message.starts_with("clocks.json: ")) << read.error().message;
  EXPECT_NE(read.error().message.find("damaged"), std::string::npos) << read.error().message;
  EXPECT_EQ(read.error().message.find('\n'), std::string::npos) << read.error().message;
}

TEST(ClocksFile, IsRefusedWhereItIsCut) {
  const std::string text = print_clocks(example());
  for (size_t length = 0; length + 2 < text.size(); length += 7) expect_refused(text.substr(0, length));
  for (const char* other : {"[]", "{}", "null", "1"}) expect_refused(other);
}

/// Each value of the file in turn is taken away, and replaced by something that it cannot be.
TEST(ClocksFile, IsRefusedWhereAValueIsMissingOrOfAWrongKind) {
  const Json good = Json::parse(print_clocks(example()));
  const std::function<void(const Json::json_pointer&)> damage_below = [&](const Json::json_pointer& at) {
    const Json& value = good.at(at);
    if (value.is_object()) {
      for (const auto& [key, _] : value.items()) {
        Json without = good;
        without.at(at).erase(key);
        expect_refused(without.dump());
        damage_below(at / key);
      }
    }
    if (value.is_array()) {
      for (size_t i = 0; i < value.size(); ++i) damage_below(at / i);
    }
    for (const Json& wrong : {Json(), Json(-1), Json("x"), Json(true), Json(1e300), Json::array({1})}) {
      if (wrong.is_boolean() && value.is_boolean()) continue;
      if (wrong.is_number_float() && value.is_number_float()) continue;  // possible, on its own
      Json damaged = good;
      damaged.at(at) = wrong;
      expect_refused(damaged.dump());
    }
  };
  damage_below(Json::json_pointer());
}

TEST(ClocksFile, IsRefusedWhereNumbersContradictEachOther) {
  const std::vector<std::pair<const char*, Json>> changes = {
      {"/mode", "automatic"},
      {"/control_factor", 1.5},
      {"/pairs/0/cause", 2},                          // there are two nodes
      {"/pairs/0/cause", 1},                          // the second pair's, too: the same pair twice
      {"/pairs/1/cause", 0},                          // likewise
      {"/checked/fork", INT64_MAX},                   // sums would overflow
      {"/checked/fork", UINT64_MAX},                  // no such number
      {"/checked/message", 7},                        // 8 violations in both pairs together
      {"/pairs/0/left/probe", 102},                   // of 101 checked
      {"/pairs/0/found/probe", INT64_MAX},            //
      {"/pairs/0/mean_change", 3e-6},                 // above the largest
      {"/pairs/0/events_shifted", uint64_t{1} << 63}  //
  };
  for (const auto& [where, value] : changes) {
    Json json = Json::parse(print_clocks(example()));
    json.at(Json::json_pointer(where)) = value;
    expect_refused(json.dump());
  }
  Json unordered = Json::parse(print_clocks(example()));
  std::swap(unordered["pairs"][0], unordered["pairs"][1]);
  expect_refused(unordered.dump());
  Json unknown = Json::parse(print_clocks(example()));
  unknown["checked"]["another_kind"] = 1;
  expect_refused(unknown.dump());
}

TEST(ClockConditions, HaveNamesAndMetricsOfTheirOwn) {
  std::set<std::string_view> names;
  std::set<Builtin> metrics;
  for (size_t i = 0; i < kClockConditions; ++i) {
    const ClockCondition condition = static_cast<ClockCondition>(i);
    names.insert(name_of(condition));
    metrics.insert(metric_of(condition));
    EXPECT_EQ(id_of(metric_of(condition)), "clock_violations_" + std::string(name_of(condition)));
    EXPECT_EQ(builtin(builtin(metric_of(condition)).parent).parent, Builtin::clock_violations);
  }
  EXPECT_EQ(names.size(), kClockConditions);
  EXPECT_EQ(metrics.size(), kClockConditions);
}

}  // namespace
}  // namespace latecomer::report
