// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/load_trace.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

/// One process whose program no region of the definitions stands for.
class OnlyAProgram : public trace::Trace {
 public:
  OnlyAProgram() {
    definitions_.location_groups.push_back({"MPI Rank 0"});
    definitions_.locations.push_back({.group = trace::LocationGroupId(size_t{0}), .events = 2});
    definitions_.clock_offsets.resize(1);
  }
  const trace::Definitions& definitions() const override { return definitions_; }
  trace::Region region(trace::RegionId /*id*/) const override { return {.name = "MPI_bench"}; }
  trace::ReadOutcome read(trace::LocationId /*location*/, trace::EventSink& sink) const override {
    const trace::RegionId behind(definitions_.regions.size());
    sink.on_event({.time = Ticks(1), .kind = trace::EventKind::program_begin, .region = behind});
    sink.on_event({.time = Ticks(9), .kind = trace::EventKind::program_end, .region = behind});
    return {};
  }

 private:
  trace::Definitions definitions_;
};

/// Its name is known on one rank only, and all have to take it for the same.
TEST(LoadTrace, AProgramIsNoMpiFunctionWhateverItsName) {
  const OnlyAProgram recorded;
  AnomalyReport anomalies;
  const CondensedTrace trace = load_trace(recorded, *serial_comm(), anomalies);
  ASSERT_EQ(trace.call_tree.nodes().size(), 1u);
  const RegionClass& program = trace.class_of(CallPathId(size_t{0}));
  EXPECT_FALSE(program.is_mpi);
  EXPECT_EQ(program.time, report::Builtin::comp);
}

/// One process with a record between an enter and a leave that nothing could be made of.
class WithAnUnknownRecord : public OnlyAProgram {
 public:
  trace::ReadOutcome read(trace::LocationId location, trace::EventSink& sink) const override {
    sink.on_enter(Ticks(0), trace::RegionId());
    sink.on_anomaly(trace::Anomaly::unknown_record);
    sink.on_leave(Ticks(1), trace::RegionId());
    trace::ReadOutcome outcome = OnlyAProgram::read(location, sink);
    outcome.anomalies.count(trace::Anomaly::unknown_record);
    return outcome;
  }
};

TEST(LoadTrace, WhatReadingCountsIsAtTheCallPathWhereItWasReported) {
  const WithAnUnknownRecord recorded;
  AnomalyReport anomalies;
  const CondensedTrace trace = load_trace(recorded, *serial_comm(), anomalies);
  EXPECT_EQ(anomalies.counts[trace::Anomaly::unknown_record], 1);
  ASSERT_EQ(anomalies.occurrences.size(), 1u);
  const auto& [occurrence, count] = *anomalies.occurrences.begin();
  EXPECT_EQ(count, 1);
  EXPECT_EQ(occurrence.kind, trace::Anomaly::unknown_record);
  ASSERT_TRUE(occurrence.path.valid());
  EXPECT_FALSE(trace.call_tree[occurrence.path].region.valid());
}

}  // namespace
}  // namespace latecomer::analyze
