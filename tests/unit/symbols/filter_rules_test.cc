// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/filter_rules.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace latecomer::symbols {
namespace {

Result<FilterRules> rules_of(const std::string& text) {
  const std::string path = testing::TempDir() + "filter_rules_test." + std::to_string(getpid());
  std::ofstream(path) << text;
  Result<FilterRules> rules = FilterRules::read(path);
  std::filesystem::remove(path);
  return rules;
}

SourceFrame function(const std::string& name, const std::string& linkage_name = "",
                     const std::string& file = "/home/me/wave.cc") {
  return {.function = name, .linkage_name = linkage_name, .function_file = file, .file = ""};
}

TEST(FilterRules, TheLastRuleThatMatchesDecides) {
  const FilterRules rules = rules_of(R"(
# only these
SCOREP_REGION_NAMES_BEGIN
  EXCLUDE *
  INCLUDE main solve*   # as many as one likes
          grid::?xchange
  EXCLUDE solve_[0-9]
SCOREP_REGION_NAMES_END
)")
                                .value();
  EXPECT_TRUE(rules.excludes(function("other")));
  EXPECT_FALSE(rules.excludes(function("main")));
  EXPECT_FALSE(rules.excludes(function("solve_row")));
  EXPECT_TRUE(rules.excludes(function("solve_3")));
  EXPECT_FALSE(rules.excludes(function("grid::exchange")));
  EXPECT_TRUE(rules.excludes(function("main2")));
}

TEST(FilterRules, WhatNoRuleMatchesIsRecorded) {
  EXPECT_FALSE(rules_of("").value().excludes(function("main")));
  const FilterRules rules =
      rules_of("SCOREP_REGION_NAMES_BEGIN EXCLUDE main SCOREP_REGION_NAMES_END").value();
  EXPECT_TRUE(rules.excludes(function("main")));
  EXPECT_FALSE(rules.excludes(function("other")));
}

TEST(FilterRules, AFileExcludesItsFunctionsWhateverTheirNames) {
  const FilterRules rules = rules_of(
                                "SCOREP_FILE_NAMES_BEGIN\n EXCLUDE */vendor/* INCLUDE */vendor/mine.cc\n"
                                "SCOREP_FILE_NAMES_END\n"
                                "SCOREP_REGION_NAMES_BEGIN INCLUDE * SCOREP_REGION_NAMES_END\n")
                                .value();
  EXPECT_TRUE(rules.excludes(function("f", "", "/home/vendor/a.cc")));
  EXPECT_FALSE(rules.excludes(function("f", "", "/home/vendor/mine.cc")));
  EXPECT_FALSE(rules.excludes(function("f", "", "/home/a.cc")));
  EXPECT_FALSE(rules.excludes(function("f", "", "")));
}

TEST(FilterRules, FunctionsAreKnownByAllTheirNames) {
  const SourceFrame solve = function("solve", "_Z5solvePdi");  // solve(double*, int)
  const auto excludes = [&](const std::string& rule) {
    return rules_of("SCOREP_REGION_NAMES_BEGIN EXCLUDE " + rule + " SCOREP_REGION_NAMES_END")
        .value()
        .excludes(solve);
  };
  EXPECT_TRUE(excludes("solve"));
  EXPECT_TRUE(excludes(R"(solve(double\*,\ int))"));
  EXPECT_TRUE(excludes("_Z5solve*"));
  EXPECT_TRUE(excludes("MANGLED _Z5solve*"));
  EXPECT_FALSE(excludes("MANGLED solve"));
  EXPECT_FALSE(excludes("solv"));
}

TEST(FilterRules, WhatIsNoFilterFileIsRefusedWithItsLine) {
  const auto problem = [](const std::string& text) {
    const Result<FilterRules> rules = rules_of(text);
    return rules ? "" : rules.error().message.substr(rules.error().message.find(':') + 1);
  };
  EXPECT_EQ(problem("\n\nEXCLUDE *"),
            "3: 'EXCLUDE' is neither SCOREP_REGION_NAMES_BEGIN nor SCOREP_FILE_NAMES_BEGIN, with which rules "
            "begin");
  EXPECT_EQ(problem("SCOREP_REGION_NAMES_BEGIN\nsolve"),
            "2: 'solve' is neither EXCLUDE, INCLUDE nor SCOREP_REGION_NAMES_END");
  EXPECT_EQ(problem("SCOREP_FILE_NAMES_BEGIN\n EXCLUDE a\n"), "2: SCOREP_FILE_NAMES_END is missing");
  EXPECT_FALSE(FilterRules::read("/nowhere/at all"));
}

}  // namespace
}  // namespace latecomer::symbols
