// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a program says of itself, and whether what Score-P's, Scalasca's and Cube's own files use is
// understood.

#include "cubepl/program.h"

#include <gtest/gtest.h>

#include "unit/cubepl/four_call_paths.h"

namespace latecomer::cubepl {
namespace {

Program parsed(const std::string& text) {
  Result<Program> program = parse(text, "m");
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  return program ? std::move(program).value() : *parse("", "m");
}

TEST(Program, MetricsThatItRefersTo) {
  const Program program = parsed(
      "metric::time() + metric::time() + metric::time(i) + metric::context::visits(*, e) + "
      "metric::fixed::time()"
      " + metric::fixed::time(e) + metric::fixed::time(e, i) + metric::call::time(1, e)"
      " + metric::call::max_time(metric::PAPI_L1:x=3(), i, 5, e)");
  const Flavour as_calculated = Flavour::kAsCalculated;
  const Flavour inclusive = Flavour::kInclusive;
  const Flavour exclusive = Flavour::kExclusive;
  const std::vector<MetricReference> expected = {
      {"time", Scope::kPosition, as_calculated, as_calculated},
      {"time", Scope::kPosition, inclusive, as_calculated},
      {"visits", Scope::kPosition, as_calculated, exclusive},
      {"time", Scope::kFixed, as_calculated, as_calculated},
      {"time", Scope::kFixedCallPath, exclusive, as_calculated},
      {"time", Scope::kPosition, exclusive, inclusive},
      {"time", Scope::kCallPath, exclusive, as_calculated},
      {"PAPI_L1:x=3", Scope::kPosition, as_calculated, as_calculated},
      {"max_time", Scope::kCallPathAndResource, inclusive, exclusive}};
  EXPECT_EQ(expected, program.metrics());
}

TEST(Program, ProcessVariablesThatItReads) {
  const Program program =
      parsed("{ if (env(\"A\") eq \"\" or env(\"B\") eq env(\"A\")) { ${a} = 1; }; return ${a}; }");
  EXPECT_EQ((std::vector<std::string>{"A", "B"}), program.process_variables());
}

TEST(Program, MetricsThatItDefines) {
  const Program program = parsed(R"({
    cube::metric::prederived::visitors(e) << { if (metric::visits() >= 1) { ${a} = 1; }; return ${a}; } >>;
    cube::metric::prederived::inner(i) << metric::time() >>;
    cube::metric::postderived::ratio << metric::time() / metric::visits() >>;
    return metric::fixed::visitors(e);
  })");
  ASSERT_EQ(3U, program.definitions().size());
  EXPECT_EQ("visitors", program.definitions()[0].metric);
  EXPECT_EQ(MetricDefinition::Kind::kPrederivedExclusive, program.definitions()[0].kind);
  EXPECT_EQ(" { if (metric::visits() >= 1) { ${a} = 1; }; return ${a}; } ",
            program.definitions()[0].expression);
  EXPECT_EQ(MetricDefinition::Kind::kPrederivedInclusive, program.definitions()[1].kind);
  EXPECT_EQ("ratio", program.definitions()[2].metric);
  EXPECT_EQ(MetricDefinition::Kind::kPostderived, program.definitions()[2].kind);
}

}  // namespace
}  // namespace latecomer::cubepl
