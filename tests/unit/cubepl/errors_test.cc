// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is no CubePL, or not ours, is refused in a line that says what and where.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cubepl/environment.h"
#include "unit/cubepl/four_call_paths.h"

namespace latecomer::cubepl {
namespace {

std::string parse_error(const std::string& text) {
  const Result<Program> program = parse(text, "m");
  return program ? "none" : program.error().message;
}

std::string evaluation_error(const std::string& text, const Limits& limits = {}) {
  const Result<Program> program = parse(text, "m");
  if (!program) return "not parsed: " + program.error().message;
  FourCallPaths environment;
  Variables variables;
  const Result<std::vector<double>> values = evaluate(*program, environment, variables, limits);
  return values ? "none" : values.error().message;
}

std::string repeated(const std::string& text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Errors, Syntax) {
  EXPECT_EQ("m: an expression expected, found the end at 1:4", parse_error("1 +"));
  EXPECT_EQ("m: the end expected, found '2' at 1:3", parse_error("1 2"));
  EXPECT_EQ("m: ) expected, found the end at 2:4", parse_error("(1\n+ 2"));
  EXPECT_EQ("m: 1.2.3 is no number at 1:5", parse_error("1 + 1.2.3"));
  EXPECT_EQ("m: cot is no function at 1:1", parse_error("cot(1)"));
  EXPECT_EQ("m: , expected, found ')' at 1:6", parse_error("min(1)"));
  EXPECT_EQ("m: i, e or * expected, found 'x' at 1:14", parse_error("metric::time(x)"));
  EXPECT_EQ("m: ; expected, found '}' at 1:12", parse_error("{ return 1 }"));
  EXPECT_EQ("m: a statement expected, found '1' at 1:3", parse_error("{ 1; return 1; }"));
  EXPECT_EQ("m: the end expected, found '$' at 1:15", parse_error("{ return 1; } ${"));
  EXPECT_EQ("m: an expression expected, found '$' at 1:1", parse_error("${1}"));
  EXPECT_EQ("m: an expression expected, found '#' at 1:1", parse_error("#"));
  EXPECT_EQ("m: an expression expected, found 'never ends' at 1:1", parse_error("\"never ends"));
  EXPECT_EQ("m: a name expected, found ')' at 1:8", parse_error("sizeof()"));
}

TEST(Errors, RegularExpressions) {
  EXPECT_EQ("m: no regular expression between / and / after =~ at 1:5", parse_error("\"a\" =~ \"a\""));
  EXPECT_EQ("m: no regular expression between / and / after =~ at 2:5", parse_error("\n\"a\" =~ /a"));
  EXPECT_EQ("m: unusable regular expression: missing ): (a at 1:5", parse_error("\"a\" =~ /(a/"));
  EXPECT_EQ("m: unusable regular expression: invalid perl operator: (?= at 2:7",
            parse_error("1 +\n (\"a\" =~ /b(?=a)/)"));
  EXPECT_EQ("m: unusable regular expression: invalid escape sequence: \\1 at 1:5",
            parse_error("\"a\" =~ /(a)\\1/"));
}

TEST(Errors, WhatIsNotSupportedIsNamed) {
  EXPECT_EQ("m: metric::set is not supported at 3:1", parse_error("{\n\nmetric::set::time(1); return 1; }"));
  EXPECT_EQ("m: cube::metric::get is not supported at 1:1", parse_error("cube::metric::get::time(\"uom\")"));
  EXPECT_EQ("m: cube::init::metric is not supported at 1:3",
            parse_error("{ cube::init::metric::a << 1 >>; }"));
  EXPECT_EQ("m: cube::metric::plus is not supported at 1:3",
            parse_error("{ cube::metric::plus::a << 1 >>; }"));
  EXPECT_EQ("m: random is not supported at 1:5", parse_error("1 + random(3)"));
  EXPECT_EQ("m: return is not supported within if and while at 1:14",
            parse_error("{ if (1>0) { return 1; }; }"));
  EXPECT_EQ("m: ${cube::filename} cannot be assigned at 1:3", parse_error("{ ${cube::filename} = 1; }"));
}

TEST(Errors, AreOneLine) {
  const Result<Program> program = parse("\"a\nb\" \"c\nd\"", "name\nof a metric");
  ASSERT_FALSE(program);
  EXPECT_EQ("name of a metric: the end expected, found 'c d' at 2:4", program.error().message);
}

TEST(Errors, Evaluation) {
  EXPECT_EQ("m: the row cannot be read at 1:5", evaluation_error("1 + metric::unreadable()"));
  EXPECT_EQ("m: -1 is no index at 1:3", evaluation_error("{ ${a}[-1] = 1; return 1; }"));
  EXPECT_EQ("m: nan is no index at 1:3", evaluation_error("{ ${a}[1/0] = 1; return 1; }"));
  EXPECT_EQ("m: the global variable g would differ between positions at 1:14",
            evaluation_error("{ global(g); ${g} = metric::time(); return 1; }"));
  EXPECT_EQ("m: the global variable g would differ between positions at 1:40",
            evaluation_error("{ global(g); if (metric::time() > 2) { ${g} = 1; }; return 1; }"));
}

TEST(Limits, Nesting) {
  EXPECT_EQ("none", parse_error(repeated("(", 400).append("1").append(repeated(")", 400))));
  const char* too_deep = "m: too much within one another at 1:501";
  EXPECT_EQ(too_deep, parse_error(repeated("(", 100'000)));
  EXPECT_EQ(too_deep, parse_error(repeated("-", 100'000)));
  EXPECT_EQ(too_deep, parse_error(repeated("|", 100'000)));
  EXPECT_NE("none", parse_error(repeated("{ if (1>0) ", 100'000)));
  EXPECT_NE("none", parse_error(repeated("{ ${a} = ", 100'000)));
  EXPECT_NE("none", parse_error(repeated("sin(", 100'000)));
  EXPECT_NE("none", parse_error(repeated("${a}[", 100'000)));
  EXPECT_NE("none", parse_error(repeated("metric::call::a(", 100'000)));
  EXPECT_NE("none", parse_error(repeated("2^", 100'000)));
  EXPECT_EQ("none", evaluation_error(repeated("1+", 400).append("1")));
  EXPECT_EQ("m: too much within one another at 1:1002", parse_error(repeated("1+", 100'000).append("1")));
}

TEST(Limits, Size) {
  std::string many = "{";
  many += repeated("${a}=1;", 100'001);  // two operations each; the last is behind 7 * 100,000 characters
  EXPECT_EQ("m: the expression has too many operations at 1:700007", parse_error(many));
  EXPECT_EQ("m: the expression is too long at 1:1", parse_error(std::string(5'000'000, ' ')));
}

TEST(Limits, RegularExpressions) {
  EXPECT_EQ("m: unusable regular expression: pattern too large - compile failed at 1:3",
            parse_error(fmt::format("1 =~ /{}/", repeated("x{1000}", 1000))));
  // The first is up to 6 + 10,001 + 1, then there are " + " and "1 ".
  const std::string half = fmt::format("1 =~ /{}/", repeated("a", 10'001));
  EXPECT_EQ("m: too long regular expressions at 1:10014", parse_error(fmt::format("{} + {}", half, half)));
  // Ways to match grow exponentially with the text, if they are tried one by one.
  const std::string text = fmt::format("\"{}!\" =~ /(a+)+$/", repeated("a", 100'000));
  EXPECT_EQ("none", evaluation_error(text));
  EXPECT_EQ("m: not done after 100000 steps at 1:100005", evaluation_error(text, {.steps = 100'000}));
}

TEST(Limits, EndlessLoops) {
  const Limits limits{.steps = 100'000};
  // A step for the loop, and two for each round.
  EXPECT_EQ("m: not done after 100000 steps at 1:16",
            evaluation_error("{ while (true) {}; return 1; }", limits));
  EXPECT_NE("none",
            evaluation_error("{ while (metric::time() > 1) { ${a} = ${a} + 1; }; return 1; }", limits));
  EXPECT_NE("none", evaluation_error("{ while (1 == 1) { while (1 == 1) { ${a}[${a}] = 1; }; }; return 1; }",
                                     limits));
  // Arrays that are filled cost what they hold.
  EXPECT_EQ("none", evaluation_error(
                        "{ while (${i} < 1000) { ${a}[${i}] = 1; ${i} = ${i} + 1; }; return 1; }", limits));
}

TEST(Limits, Memory) {
  const Limits limits{.values = 1000};
  EXPECT_EQ("none", evaluation_error("{ ${a}[900] = 1; return 1; }", limits));
  EXPECT_EQ("m: more than 1000 values are needed at 1:3",
            evaluation_error("{ ${a}[1000] = 1; return 1; }", limits));
  EXPECT_NE("none", evaluation_error("{ ${a}[10^17] = 1; return 1; }"));
  EXPECT_NE("none", evaluation_error("{ ${a}[10^30] = 1; return 1; }"));
  // Elements that differ between four positions
  EXPECT_NE("none", evaluation_error(
                        "{ while (${i} < 300) { ${a}[${i}] = metric::time(); ${i} = ${i} + 1; }; return 1; }",
                        limits));
  EXPECT_NE("none", evaluation_error("{ ${a}[${calculation::callpath::id} * 500] = 1; return 1; }", limits));
  // An element that becomes one and a single value again costs nothing more.
  EXPECT_EQ(
      "none",
      evaluation_error(
          "{ while (${i} < 600) { ${a} = metric::time(); ${a} = 0; ${i} = ${i} + 1; }; return 1; }", limits));
  // Texts that are made
  EXPECT_NE("none",
            evaluation_error(
                "{ while (${i} < 1000) { ${a} = lowercase(${i}); ${i} = ${i} + 1; }; return 1; }", limits));
}

}  // namespace
}  // namespace latecomer::cubepl
