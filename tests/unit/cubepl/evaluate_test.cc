// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Values are derived from the table of four_call_paths.h. One value means that it is that of all positions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cubepl/environment.h"
#include "unit/cubepl/four_call_paths.h"

namespace latecomer::cubepl {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

struct Case {
  std::string expression;
  std::vector<double> values;
};

std::vector<double> values_of(const std::string& text, Environment& environment, Variables& variables) {
  const Result<Program> program = parse(text, "m");
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  if (!program) return {};
  Result<std::vector<double>> values = evaluate(*program, environment, variables);
  EXPECT_TRUE(values) << (values ? "" : values.error().message);
  return values ? std::move(values).value() : std::vector<double>();
}

std::vector<double> values_of(const std::string& text) {
  FourCallPaths environment;
  Variables variables;
  return values_of(text, environment, variables);
}

void expect_values(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    SCOPED_TRACE(each.expression);
    const std::vector<double> found = values_of(each.expression);
    ASSERT_EQ(4U, found.size());
    for (size_t i = 0; i < found.size(); ++i) {
      const double expected = each.values.size() == 1 ? each.values[0] : each.values[i];
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found[i])) << found[i] << " at " << i;
      } else {
        EXPECT_DOUBLE_EQ(expected, found[i]) << "at " << i;
      }
    }
  }
}

TEST(Evaluate, Numbers) {
  expect_values({
      {"", {0}},
      {"42", {42}},
      {".5", {0.5}},
      {"1 + 2 * 3", {7}},
      {"(1 + 2) * 3", {9}},
      {"7 - 4 - 2", {1}},  // from the left
      {"16 / 4 / 2", {2}},
      {"8 / 2 * 4", {16}},  // * and / alike
      {"2 * 3 ^ 2", {18}},
      {"2 ^ 3 ^ 2", {64}},      // (2^3)^2, from the left
      {"-2 ^ 2", {-4}},         // -(2^2)
      {"2 ^ -1 * 3", {0.125}},  // 2^-(1*3)
      {"2 * -3 + 10", {4}},
      {"- -3", {3}},
      {"|-3|", {3}},
      {"|1 - |-5||", {4}},
      {"123.4 + 234 -( 23)^2", {-171.6}},
      {"0 / 0", {0}},  // 0 divided is 0
      {"3 / 0", {kNothing}},
      {"1 // a comment\n + 1", {2}},
      {"true + true - false", {2}},
      {"{ return 24; }", {24}},
      {"sqrt({ return 9; })", {3}},
      {"{ ${a} = 1; }", {0}},  // nothing is returned
  });
}

TEST(Evaluate, Functions) {
  expect_values({
      {"abs(-2.5)", {2.5}},
      {"sqrt(16)", {4}},
      {"sqrt(-1)", {0}},
      {"sin(0) + cos(0)", {1}},
      {"asin(1) - acos(0)", {0}},
      {"tan(0)", {0}},
      {"4 * atan(1)", {std::acos(-1.0)}},
      {"log(exp(3))", {3}},
      {"ln(1)", {0}},
      {"log(0)", {kNothing}},
      {"log(-1)", {0}},
      {"sgn(-3) * 100 + sgn(0) * 10 + sgn(9)", {-99}},
      {"pos(-3) + pos(4)", {4}},
      {"neg(-3) + neg(4)", {-3}},
      {"floor(2.7) + ceil(2.2)", {5}},
      {"min(3, -2) * max(3, -2)", {-6}},
  });
}

TEST(Evaluate, Conditions) {
  expect_values({
      {"(1 < 2) + (2 <= 2) + (3 > 2) + (2 >= 2)", {4}},
      {"(2 < 2) + (3 <= 2) + (2 > 2) + (1 >= 2)", {0}},
      {"(2 == 2) * 10 + (2 != 2)", {10}},
      {"1 + 1 == 2", {1}},
      {"true or false and false", {0}},  // (true or false) and false: and binds no closer
      {"false and false or true", {1}},
      {"(1 > 0) xor (2 > 0)", {0}},
      {"(1 > 0) xor (2 < 0)", {1}},
      {"not (1 > 2)", {1}},
      {"not (1 > 2) and 1 > 2", {0}},  // (not (1 > 2)) and ...
      {"metric::time() > 2", {1, 1, 0, 0}},
      {"metric::time() > 2 and metric::visits() > 4", {0, 1, 0, 0}},
      {"metric::time() > 2 or metric::visits() > 4", {1, 1, 0, 1}},
      {"(metric::time() > 2) xor (metric::visits() > 4)", {1, 0, 0, 1}},
      {"not (metric::time() > 2)", {0, 0, 1, 1}},
  });
}

TEST(Evaluate, Texts) {
  expect_values({
      {R"("a" eq "a")", {1}},
      {R"("a" eq "A")", {0}},
      {R"("Late" seq "lATE")", {1}},
      {R"("Late" seq "later")", {0}},
      {R"(lowercase("MPI_Send") eq "mpi_send")", {1}},
      {R"(uppercase("MPI_Send") eq "MPI_SEND")", {1}},
      {R"("a\"b\n" eq "a\"b\n")", {1}},
      {"\"12.5 s\" * 2", {25}},  // the number that a text begins with
      {"\"seconds\" + 1", {1}},
      {"{ ${a} = 0.1 + 0.2; return ${a} eq \"0.3\"; }", {1}},  // in 14 digits
      {"{ ${a} = 3; return ${a} eq \"3\"; }", {1}},
      {R"({ ${a} = "x"; ${b} = ${a}; return ${b} eq "x"; })", {1}},
      {"${nothing} eq \"\"", {1}},
      {"${cube::region::name}[1] eq \"MPI_Send\"", {1}},
      {"${cube::region::name}[${calculation::region::id}] seq \"MPI_SEND\"", {0, 1, 0, 0}},
      {"${cube::region::name}[${calculation::callpath::id}] =~ /^MPI_/", {0, 1, 0, 1}},
      {"lowercase(${calculation::region::name}) =~ /^mpi_b/", {0, 0, 0, 1}},
      {"${calculation::region::name}[0] eq \"foo\"", {0, 0, 1, 0}},
      {"${calculation::region::name}[1] eq \"\"", {1}},  // it has a single element
      {"${cube::region::name}[0] eq ${calculation::region::name}", {1, 0, 0, 0}},
      {R"(env("LEVEL") seq "high")", {1}},
      {R"(env("OTHER") eq "")", {1}},
  });
}

TEST(Evaluate, RegularExpressions) {
  const std::string long_text(100'000, 'a');
  expect_values({
      {R"("MPI_Send_init" =~ /Send/)", {1}},  // anywhere
      {R"("MPI_Send" =~ /send/)", {0}},
      {R"("PMPI_Send" =~ /^MPI_/)", {0}},
      {R"("MPI_Sendrecv" =~ /Send$/)", {0}},
      {R"("a/b" =~ /a\/b/)", {1}},
      {R"("!$omp ordered @file" =~ /^!\$omp ordered\s@/)", {1}},
      {R"("MPI_Initialized" =~ /^MPI_(Init(_thread|ialized){0,1}|Finalize(d){0,1})$/)", {1}},
      {R"("MPI_Finalizes" =~ /^MPI_(Init(_thread|ialized){0,1}|Finalize(d){0,1})$/)", {0}},
      {R"("cuMemset_v2" =~ /^cu[[:alpha:]]+_v\d+$/)", {1}},
      {R"("stomp" =~ /\bomp\b/)", {0}},
      {R"("a\nb" =~ /a.b/)", {0}},  // . is no end of a line,
      {R"("a\nb" =~ /a$/)", {0}},   // and $ the end of the text
      {"15 =~ /^1/", {1}},
      {"metric::time() =~ /^[13]/", {0, 1, 0, 1}},
      {"${calculation::region::name} =~ /^(MPI_.*|f.)$/", {0, 1, 0, 1}},
      {fmt::format("\"{}!\" =~ /(a+)+$/", long_text), {0}},
      {fmt::format("\"{}\" =~ /(a+)+$/", long_text), {1}},
  });
}

TEST(Evaluate, Metrics) {
  expect_values({
      {"metric::time()", {4, 3, 2, 1}},
      {"metric::time(i)", {10, 3, 3, 1}},
      {"metric::time(e)", {4, 3, 2, 1}},
      {"metric::time(*)", {4, 3, 2, 1}},
      {"metric::time( i, e )", {10, 3, 3, 1}},
      {"metric::context::time(i)", {10, 3, 3, 1}},
      {"metric::time(i) / metric::visits(e)", {10, 0.3, 1.5, 0.2}},
      {"metric::time() - metric::time()", {0}},
      {"2 * metric::time() + 1", {9, 7, 5, 3}},
      {"10 - metric::time()", {6, 7, 8, 9}},
      {"metric::nothing(e) + 1", {1}},
      {"metric::fixed::time()", {10}},
      {"100 * metric::time() / metric::fixed::time()", {40, 30, 20, 10}},
      {"metric::call::time(0, e)", {4}},
      {"metric::call::time(0, i)", {10}},
      {"metric::call::time(${cube::callpath::parent::id}[${calculation::callpath::id}], e)", {0, 4, 4, 2}},
      {"metric::call::time(${calculation::callpath::id}, e, 5, i)", {2, 1.5, 1, 0.5}},
      {"metric::call::time(1, i, 4 + ${calculation::callpath::id}, i)", {0, 1.5, 1.5, 0}},  // 4, 5, 6, 7
      {"max(metric::time(), 2)", {4, 3, 2, 2}},
  });
}

TEST(Evaluate, Variables) {
  expect_values({
      {"{ ${a} = 123; return ${a}; }", {123}},
      {"{ ${a}[2] = 5; return ${a}[2] * 10 + ${a}[1] + ${a}; }", {50}},
      {"{ ${a}[2.9] = 5; return ${a}[2]; }", {5}},  // indices are cut
      {"{ ${a} = 1; return ${a}[7] + ${a}[-1]; }", {0}},
      {"{ ${a}[3] = 1; return sizeof(a); }", {4}},
      {"{ ${a}[3] = 1; return ${a}[4] eq \"\"; }", {1}},
      {"{ ${a}[3] = 1; return ${a}[2] eq \"0\"; }", {1}},  // elements before are numbers, as Cube has it
      {"sizeof(a)", {0}},
      {"sizeof(cube::region::name)", {4}},
      {"sizeof(calculation::callpath::id)", {1}},
      {"defined(a)", {0}},
      {"{ ${a} = 1; return defined(a); }", {1}},
      {"defined(time) + defined(cube::#callpaths) + defined(cube::nothing)", {2}},
      {"${cube::#callpaths}", {4}},
      {"${cube::unknown} + ${calculation::unknown}", {0}},
      {"{ ${a} = metric::time(); ${b} = ${a} * 2; return ${b} + ${a}; }", {12, 9, 6, 3}},
      {"{ ${a}[${calculation::callpath::id}] = 7; return ${a}[1]; }", {0, 7, 0, 0}},
      {"{ ${a}[1] = 10; ${a}[3] = 30; return ${a}[${calculation::callpath::id}]; }", {0, 10, 0, 30}},
      {"{ ${a}[1] = metric::time(); return ${a}[${calculation::callpath::id}]; }", {0, 3, 0, 0}},
      {"{ local(a); ${a} = 2; return ${a}; }", {2}},
      {R"({ ${a} = "x"; ${a} = 5; return ${a} eq "5"; })", {1}},
      {"{ ${a} = ${calculation::region::name}; return ${a} eq \"foo\"; }", {0, 0, 1, 0}},
  });
}

TEST(Evaluate, If) {
  expect_values({
      {"{ ${a} = 0; if (2 > 1) { ${a} = 1; }; return ${a}; }", {1}},
      {"{ ${a} = 0; if (1 > 2) { ${a} = 1; }; return ${a}; }", {0}},
      {"{ if (1 > 2) { ${a} = 1; } else { ${a} = 2; }; return ${a}; }", {2}},
      {"{ if (1 > 2) { ${a} = 1; } elseif (1 > 0) { ${a} = 3; } else { ${a} = 2; }; return ${a}; }", {3}},
      // times are 4, 3, 2, 1
      {"{ ${a} = 7; if (metric::time() > 2) { ${a} = metric::visits(); }; return ${a}; }", {1, 10, 7, 7}},
      {"{ if (metric::time() > 2) { ${a} = 1; } else { ${a} = 2; }; return ${a}; }", {1, 1, 2, 2}},
      {"{ if (metric::time() == 4) { ${a} = 40; } elseif (metric::time() > 1) { ${a} = 50; }"
       "  else { ${a} = 60; }; return ${a}; }",
       {40, 50, 50, 60}},
      {"{ if (metric::time() > 1) { if (metric::visits() > 1) { ${a} = 1; } else { ${a} = 2; }; };"
       "  return ${a}; }",
       {2, 1, 1, 0}},
      {R"({ if (metric::time() > 2) { ${a} = "many"; } else { ${a} = 3; }; return ${a} eq "many"; })",
       {1, 1, 0, 0}},
      {"{ ${a} = 1; if (metric::time() > 2) { ${a} = ${a} + 1; ${a} = ${a} * 10; }; return ${a}; }",
       {20, 20, 1, 1}},
      {"{ if (metric::time() > 2) { ${a}[1] = 5; }; return ${a}[1] + sizeof(a); }", {7, 7, 2, 2}},
      // what is on the right of `and` happens where the left side holds
      {"{ ${a} = 0; if (metric::time() > 2 and { ${a} = 1; return 1; } == 1) { ${b} = 1; }; return ${a}; }",
       {1, 1, 0, 0}},
      {"{ ${a} = 0; if (metric::time() > 2 or { ${a} = 1; return 1; } == 1) { ${b} = 1; }; return ${a}; }",
       {0, 0, 1, 1}},
  });
}

TEST(Evaluate, While) {
  expect_values({
      {"{ ${i} = 0; ${s} = 0; while (${i} < 10) { ${s} = ${s} + ${i}; ${i} = ${i} + 1; }; return ${s}; }",
       {45}},
      {"{ while (1 > 2) { ${a} = 1; }; return ${a}; }", {0}},
      // as many rounds as the time: 4, 3, 2, 1
      {"{ ${n} = 1; ${i} = 0; while (${i} < metric::time()) { ${n} = ${n} * 2; ${i} = ${i} + 1; }; return "
       "${n}; }",
       {16, 8, 4, 2}},
      // how deep a call path is: main, its two children, a grandchild
      {"{ ${level} = 0; ${i} = ${calculation::callpath::id};"
       "  while (${cube::callpath::parent::id}[${i}] != -1) {"
       "    ${i} = ${cube::callpath::parent::id}[${i}]; ${level} = ${level} + 1; }; return ${level}; }",
       {0, 1, 1, 2}},
  });
}

TEST(Evaluate, GlobalVariablesStay) {
  FourCallPaths environment;
  Variables variables;
  const char* initialization = R"({
    global(mpi);
    ${i} = 0;
    while (${i} < ${cube::#callpaths}) {
      ${mpi}[${i}] = 0;
      ${region} = ${cube::callpath::calleeid}[${i}];
      if (${cube::region::paradigm}[${region}] eq "mpi") { ${mpi}[${i}] = 1; };
      ${i} = ${i} + 1;
    };
    return 0;
  })";
  values_of(initialization, environment, variables);
  const std::vector<double> of_mpi = {0, 3, 0, 1};
  EXPECT_EQ(of_mpi,
            values_of("${mpi}[${calculation::callpath::id}] * metric::time(e)", environment, variables));
  EXPECT_EQ(std::vector<double>(4, 0),
            values_of("${i} + ${region}", environment, variables));  // local ones do not
}

TEST(Evaluate, AFixedVariableOfTheReportIsAskedForOnce) {
  FourCallPaths environment;
  Variables variables;
  values_of("${cube::#callpaths} + ${cube::#callpaths} + ${calculation::region::id}", environment, variables);
  values_of("${cube::#callpaths} + ${calculation::region::id}", environment, variables);
  EXPECT_EQ(1, environment.asked_variables["cube::#callpaths"]);
  EXPECT_EQ(2, environment.asked_variables["calculation::region::id"]);
}

TEST(Evaluate, AMetricIsReadOnceAndOnlyIfNeeded) {
  FourCallPaths environment;
  Variables variables;
  values_of(
      "{ ${a} = metric::time(e) + metric::time(e); if (1 > 2) { ${a} = metric::visits(); }; return ${a}; }",
      environment, variables);
  EXPECT_EQ((std::vector<MetricReference>{{"time", Scope::position, Flavour::exclusive}}), environment.asked);
}

TEST(Evaluate, MetricsAreSet) {
  FourCallPaths environment;
  Variables variables;
  values_of(R"({ if (${includesMPI} == 0) { cube::metric::set::mpi("value", "VOID"); }; return 0; })",
            environment, variables);
  EXPECT_EQ((std::vector<FourCallPaths::Setting>{{"mpi", "value", "VOID"}}), environment.settings);
}

TEST(Evaluate, Aggregation) {
  FourCallPaths environment;
  environment.variables["arg1"] = FourCallPaths::numbers({1, 2, 3, 4}, true);
  environment.variables["arg2"] = FourCallPaths::numbers({4, 3, 2, 1}, true);
  Variables variables;
  const std::vector<double> largest = {4, 3, 3, 4};
  EXPECT_EQ(largest, values_of("max(arg1, arg2)", environment, variables));
  const std::vector<double> root = {5, 5, 5, 5};
  EXPECT_EQ(root, values_of("{ ${a} = arg1 + arg2; return ${a}; }", environment, variables));
}

class NoPositions : public FourCallPaths {
 public:
  size_t positions() const override { return 0; }
};

class OnePosition : public FourCallPaths {
 public:
  size_t positions() const override { return 1; }
  Result<std::vector<double>> metric(const MetricReference& /*reference*/) override {
    return std::vector<double>{3};
  }
};

TEST(Evaluate, FewPositions) {
  NoPositions none;
  OnePosition one;
  one.variables["calculation::callpath::id"] = FourCallPaths::numbers({2}, true);
  Variables variables;
  EXPECT_EQ(std::vector<double>(), values_of("metric::time()", none, variables));
  EXPECT_EQ(std::vector<double>{3}, values_of("metric::time()", one, variables));
  // A single position is all positions, so that a program for one may assign what it likes.
  const char* text =
      R"({ global(g); if (metric::time() > 2) { ${g}[${calculation::callpath::id}] = 8; }; return ${g}[2]; })";
  EXPECT_EQ(std::vector<double>{8}, values_of(text, one, variables));
}

}  // namespace
}  // namespace latecomer::cubepl
