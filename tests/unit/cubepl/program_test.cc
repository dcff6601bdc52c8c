// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a program says of itself, and whether what Score-P's, Scalasca's and Cube's own files use is
// understood.

#include "cubepl/program.h"

#include <gtest/gtest.h>

#include "cubepl/environment.h"
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
  const Flavour as_calculated = Flavour::as_calculated;
  const Flavour inclusive = Flavour::inclusive;
  const Flavour exclusive = Flavour::exclusive;
  const std::vector<MetricReference> expected = {
      {"time", Scope::position, as_calculated, as_calculated},
      {"time", Scope::position, inclusive, as_calculated},
      {"visits", Scope::position, as_calculated, exclusive},
      {"time", Scope::fixed, as_calculated, as_calculated},
      {"time", Scope::fixed_call_path, exclusive, as_calculated},
      {"time", Scope::position, exclusive, inclusive},
      {"time", Scope::call_path, exclusive, as_calculated},
      {"PAPI_L1:x=3", Scope::position, as_calculated, as_calculated},
      {"max_time", Scope::call_path_and_resource, inclusive, exclusive}};
  EXPECT_EQ(expected, program.metrics());
}

TEST(Program, ProcessVariablesThatItReads) {
  const Program program =
      parsed(R"({ if (env("A") eq "" or env("B") eq env("A")) { ${a} = 1; }; return ${a}; })");
  EXPECT_EQ((std::set<std::string>{"A", "B"}), program.process_variables());
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
  EXPECT_EQ(MetricDefinition::Kind::prederived_exclusive, program.definitions()[0].kind);
  EXPECT_EQ(" { if (metric::visits() >= 1) { ${a} = 1; }; return ${a}; } ",
            program.definitions()[0].expression);
  EXPECT_EQ(MetricDefinition::Kind::prederived_inclusive, program.definitions()[1].kind);
  EXPECT_EQ("ratio", program.definitions()[2].metric);
  EXPECT_EQ(MetricDefinition::Kind::postderived, program.definitions()[2].kind);
}

/// Values of a metric after its initialization.
std::vector<double> values_of(const std::string& initialization, const std::string& expression) {
  FourCallPaths environment;
  Variables variables;
  EXPECT_TRUE(evaluate(parsed(initialization), environment, variables));
  Result<std::vector<double>> values = evaluate(parsed(expression), environment, variables);
  EXPECT_TRUE(values) << (values ? "" : values.error().message);
  return values ? std::move(values).value() : std::vector<double>();
}

using Values = std::vector<double>;

// As in Score-P's specification: call paths are put into classes once, and metrics are multiplied by these.
TEST(ProgramsOfOthers, MasksOfCallPaths) {
  const char* initialization = R"({
    //--- Masks --------------------------
    global(execution);
    global(p2p);
    global(sync);

    ${includesMPI} = 0;
    ${includesCUDA}  = 0;
    ${i} = 0;
    while ( ${i} < ${cube::#callpaths} )
    {
        // Default
        ${execution}[${i}] = 1;
        ${regionid}        = ${cube::callpath::calleeid}[${i}];
        if ( ${cube::region::mangled_name}[${regionid}] eq "" )
        {
            ${name} = ${cube::region::name}[${regionid}];
        }
        else
        {
            ${name} = ${cube::region::mangled_name}[${regionid}];
        };
        ${paradigm} = ${cube::region::paradigm}[${regionid}];
        ${role}     = ${cube::region::role}[${regionid}];
        if ( ${paradigm} eq "mpi" )
        {
            ${includesMPI} = 1;
            if ( ${role} eq "point2point" ) { ${p2p}[${i}] = 1; };
            if ( ( ${name} =~ /^MPI_(Bar(rier){0,1}|Win_fence)(@.*)?$/ ) or ( ${name} =~ /^MPI_Cancel$/ ) )
            {
                ${sync}[${i}] = 1;
            };
        }
        elseif ( ${paradigm} =~ /^libwrap:(.+)$/ )
        {
            ${execution}[${i}] = 0;
        }
        elseif ( ${paradigm} eq "cuda" )
        {
            ${includesCUDA} = 1;
            if ( not ( ${name} eq "BUFFER FLUSH" ) ) { ${cuda}[${i}] = 1; };
        };
        ${i} = ${i} + 1;
    };
    if ( ${includesCUDA} == 0 )
    {
        cube::metric::set::cuda_time("value", "VOID");
    };
    return 0;
  })";
  EXPECT_EQ(
      (Values{4, 3, 2, 1}),
      values_of(
          initialization,
          "${execution}[${calculation::callpath::id}] * ( metric::time(e) - metric::omp_idle_threads(e) )"));
  EXPECT_EQ((Values{0, 10, 0, 0}),
            values_of(initialization, "${p2p}[${calculation::callpath::id}] * metric::visits(e)"));
  EXPECT_EQ((Values{0, 0, 0, 1}), values_of(initialization, R"({
    ${a} = 0;
    if ( ${sync}[${calculation::callpath::id}] == 1 ) { ${a} = metric::time(e); };
    return ${a};
  })"));
  EXPECT_EQ((Values{0, 0, 0, 0}), values_of(initialization, "${cuda}[${calculation::callpath::id}]"));
}

// As in Scalasca's earlier specifications
TEST(ProgramsOfOthers, NamesOfRegions) {
  EXPECT_EQ((Values{0, 3, 0, 0}), values_of("", R"({
    if ( (${calculation::region::name} =~ /^MPI_/ ) and ( (lowercase(${calculation::region::name}) seq "mpi_send")
          or (${calculation::region::name} seq "MPI_RECV") ) )
    { ${a}=metric::time(*,*)-metric::omp_idle_threads(*,*); } else { ${a}=0; };
    return ${a};
  })"));
  EXPECT_EQ((Values{4, 0, 2, 1}), values_of("", R"({
    if (not(${calculation::region::name} eq "MPI_Send")) { ${a} = metric::time(*,*); } else { ${a} = 0; };
    return ${a};
  })"));
  // The first of the regions that is called foo is the third.
  EXPECT_EQ((Values{13, 13, 13, 13}), values_of("", R"({
    ${found} = 0; ${k} = 0;
    while ( ( ${k} < sizeof(cube::region::name) ) and ( (${found} == 0) ) )
    { if ( ${cube::region::name}[${k}] seq "FOO") { ${found} = 1; }; ${k} = ${k} + 1; };
    return ${found} * 10 + ${k};
  })"));
  EXPECT_EQ((Values{0, 0, 0, 0}),
            values_of(R"({ if (env("CUBE_VOID") seq "yes") { cube::metric::set::a("value", "VOID"); };
                                               return 0; })",
                      ""));
}

// As in Cube's collection of derived metrics
TEST(ProgramsOfOthers, CallTree) {
  EXPECT_EQ((Values{10, 0.3, 1.5, 0.2}), values_of("", "metric::time(i)/metric::visits(e)"));
  EXPECT_EQ((Values{0, 1, 0, 1}), values_of("", R"({
    ${a}=0; if (${cube::callpath::#children}[${calculation::callpath::id}] == 0 ) { ${a}=1; }; return ${a}; })"));
  EXPECT_EQ((Values{1, 0, 0, 0}), values_of("", R"({
    ${a}=0; if (${cube::callpath::parent::id}[${calculation::callpath::id}] == -1 ) { ${a}=1; }; return ${a}; })"));
  // How many calls of MPI there are on the way from the start, for each location
  EXPECT_EQ((Values{0, 0.5, 0, 0.5}), values_of(R"({
    global(calls);
    ${i}=0;
    while( ${i}  < ${cube::#callpaths} )
    {
      ${id}=${i};
      ${n}=0;
      while( ${id} != -1 )
      {
        ${region} = ${cube::callpath::calleeid}[${id}] ;
        if (${cube::region::name}[${region} ] =~  /^MPI_/ ) { ${n} = ${n}+1; };
        ${id}= ${cube::callpath::parent::id}[${id}];
      };
      ${calls}[${i}] =  max(${n}, 0)/${cube::#locations};
      ${i} = ${i} + 1;
    };
    return 0;
  })",
                                                "{ return ${calls}[${calculation::callpath::id} ]; }"));
  // The system resource with the number 4 + 1 is the first location, which has half of each value.
  EXPECT_EQ((Values{2, 1.5, 1, 0.5}), values_of("", R"(
    metric::call::time( ${calculation::callpath::id}, e, ${cube::location::parent::sysid}[1] + 1, i   ))"));
}

}  // namespace
}  // namespace latecomer::cubepl
