// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <sstream>
#include <thread>

#include "archive_fixture.h"
#include "comm/comm.h"
#include "support/directories.h"
#include "support/run_ranks.h"
#include "trace/interpolate_clocks.h"

namespace latecomer::otf2 {
namespace {

using trace::LocationId;

class ArchiveReaderTest : public ArchiveTest {};

TEST_F(ArchiveReaderTest, WhatWasWrittenIsReadAgain) {
  const std::unique_ptr<trace::Trace> original = parse(kFourRanks);
  write(*original);
  const std::unique_ptr<trace::Trace> again = open();
  ASSERT_TRUE(again);
  EXPECT_EQ(trace::print_text_trace(*again), trace::print_text_trace(*original));
  EXPECT_EQ(again->definitions().anomalies.values(), trace::AnomalyCounts().values());
  EXPECT_FALSE(again->definitions().partial);
}

TEST_F(ArchiveReaderTest, RegionsKeepTheirRolesAndParadigms) {
  const std::unique_ptr<trace::Trace> original = parse(kFourRanks);
  write(*original);
  const std::unique_ptr<trace::Trace> again = open();
  ASSERT_TRUE(again);
  for (const trace::Region& region : original->definitions().regions) {
    const std::vector<trace::Region>& regions = again->definitions().regions;
    const auto found = std::find_if(regions.begin(), regions.end(),
                                    [&](const trace::Region& other) { return other.name == region.name; });
    ASSERT_NE(found, regions.end()) << region.name;
    EXPECT_EQ(found->role, region.role) << region.name;
    EXPECT_EQ(found->paradigm, region.paradigm) << region.name;
  }
}

TEST_F(ArchiveReaderTest, AnUnfinishedRunIsPartial) {
  write(*parse("partial\nrank 0\n0..1 main\n"));
  const std::unique_ptr<trace::Trace> again = open();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->definitions().partial);
}

TEST_F(ArchiveReaderTest, ClockOffsetsComeByTime) {
  const std::unique_ptr<trace::Trace> original = parse("rank 0\n0..1 main\nrank 1\n0..1 main\n");
  trace::Definitions definitions = original->definitions();
  definitions.clock_offsets[1] = {{Ticks(10), -7, 0.5}, {Ticks(900), 12, 0}};
  write(trace::MemoryTrace(definitions, std::vector<trace::MemoryTrace::LocationContent>(2)));
  const std::unique_ptr<trace::Trace> again = open();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->definitions().clock_offsets[0].empty());
  const std::vector<trace::ClockOffset>& offsets = again->definitions().clock_offsets[1];
  ASSERT_EQ(offsets.size(), 2u);
  EXPECT_EQ(offsets[0].time, Ticks(10));
  EXPECT_EQ(offsets[0].offset, -7);
  EXPECT_EQ(offsets[0].deviation, 0.5);
  EXPECT_EQ(offsets[1].offset, 12);
}

TEST_F(ArchiveReaderTest, EventsHaveTheirRecordedTimesWhateverTheClockOffsets) {
  const std::unique_ptr<trace::Trace> original = parse("rank 0\n100..200 main\n");
  trace::Definitions definitions = original->definitions();
  definitions.clock_offsets[0] = {{Ticks(), 1000, 0}, {Ticks(1), 2000, 0}};
  Collect collected;
  original->read(LocationId(0), collected);
  const std::vector<trace::Event> events = std::exchange(collected.events, {});
  std::vector<trace::MemoryTrace::LocationContent> contents(1);
  contents[0].events = events;
  write(trace::MemoryTrace(definitions, std::move(contents)));
  open()->read(LocationId(0), collected);
  ASSERT_EQ(collected.events.size(), events.size());
  for (size_t i = 0; i < events.size(); ++i) EXPECT_EQ(collected.events[i].time, events[i].time);
}

std::vector<trace::Event> events_of(const trace::Trace& trace, LocationId location) {
  Collect collected;
  trace.read(location, collected);
  return collected.events;
}

/// Two programs that no region stands for, as other recorders write them, and one that a region does.
TEST_F(ArchiveReaderTest, ProgramsHaveTheSameRegionOnAllRanksAndTheirNameOnTheFirst) {
  const std::unique_ptr<trace::Trace> original = parse(R"(
rank 0
  0 program_begin /bin/server
  9 program_end /bin/server
rank 1
  0 program_begin /bin/client
  9 program_end /bin/client
rank 2
  0 program_begin defined
  1 enter defined
  8 leave defined
  9 program_end defined
)");
  trace::Definitions definitions = original->definitions();
  trace::Region& defined = definitions.regions.back();
  ASSERT_EQ(defined.name, "defined");
  defined.role = trace::RegionRole::artificial;
  std::vector<trace::MemoryTrace::LocationContent> contents(3);
  for (size_t l = 0; l < 3; ++l) contents[l].events = events_of(*original, LocationId(l));
  write(trace::MemoryTrace(definitions, contents));
  std::vector<std::vector<trace::RegionId>> programs(2);
  run_ranks(2, [&](Comm& comm) {
    const Result<std::unique_ptr<trace::Trace>> trace = open_archive(directory_, comm);
    ASSERT_TRUE(trace) << trace.error().message;
    for (size_t l = 0; l < 3; ++l) {
      const std::vector<trace::Event> events = events_of(**trace, LocationId(l));
      ASSERT_GE(events.size(), 2u);
      EXPECT_EQ(events.front().region, events.back().region);
      programs[static_cast<size_t>(comm.rank())].push_back(events.front().region);
    }
    const std::vector<trace::RegionId>& mine = programs[static_cast<size_t>(comm.rank())];
    EXPECT_NE(mine[0], mine[1]);
    EXPECT_EQ((*trace)->definitions().regions[mine[2].index()].name, "defined");
    for (const trace::RegionId program : mine)
      EXPECT_EQ((*trace)->region(program).role, trace::RegionRole::artificial);
    if (comm.rank() != 0) return;
    EXPECT_EQ((*trace)->region(mine[0]).name, "server");
    EXPECT_EQ((*trace)->region(mine[0]).canonical_name, "/bin/server");
    EXPECT_EQ((*trace)->region(mine[1]).name, "client");
    EXPECT_EQ((*trace)->region(mine[2]).name, "defined");
  });
  EXPECT_EQ(programs[0], programs[1]);
}

TEST_F(ArchiveReaderTest, ProgramsKeepTheirNameWhenClocksAreInterpolated) {
  write(*parse("rank 0\n  0 program_begin /bin/server\n  9 program_end /bin/server\n"));
  const std::unique_ptr<trace::Trace> recorded = open();
  ASSERT_TRUE(recorded);
  const trace::InterpolatedTrace trace(*recorded);
  const std::vector<trace::Event> events = events_of(trace, LocationId(size_t{0}));
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(trace.region(events[0].region).name, "server");
}

TEST_F(ArchiveReaderTest, LocationsCanBeReadFromManyThreadsAtOnce) {
  write(*parse(kFourRanks));
  const std::unique_ptr<trace::Trace> trace = open();
  ASSERT_TRUE(trace);
  const std::string expected = trace::print_text_trace(*trace);
  std::array<std::string, 4> printed;
  std::vector<std::thread> threads;
  for (std::string& text : printed) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) text = trace::print_text_trace(*trace);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : printed) EXPECT_EQ(text, expected);
}

/// Archives that Score-P recorded.
class ScorePArchiveTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    path_ = source_path("tests/golden/") + std::string(GetParam());
    Result<std::unique_ptr<trace::Trace>> trace = open_archive(path_);
    ASSERT_TRUE(trace) << trace.error().message;
    trace_ = std::move(trace).value();
  }

  std::string path_;
  std::unique_ptr<trace::Trace> trace_;
};

/// "MPI_COLLECTIVE_END" -> "collective_end", our name for the same.
std::string our_name(std::string otf2_name) {
  if (otf2_name.starts_with("MPI_")) otf2_name.erase(0, 4);
  for (char& character : otf2_name)
    character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
  return otf2_name;
}

std::map<std::string, int> counts_by_otf2_print(const std::string& path) {
  std::map<std::string, int> counts;
  FILE* pipe = popen(("otf2-print " + path + "/traces.otf2").c_str(), "r");
  std::string output;
  std::array<char, 65536> buffer;
  while (size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), count);
  EXPECT_EQ(pclose(pipe), 0);
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = our_name(line.substr(0, line.find(' ')));
    const bool is_event =
        !line.empty() && std::isupper(static_cast<unsigned char>(line[0])) && line[1] != 'v';
    if (is_event) ++counts[name];
  }
  return counts;
}

TEST_P(ScorePArchiveTest, HasTheEventsThatOtf2PrintLists) {
  Collect collected;
  for (size_t i = 0; i < trace_->definitions().locations.size(); ++i) {
    const trace::ReadOutcome outcome = trace_->read(LocationId(i), collected);
    EXPECT_EQ(outcome.problem, "");
    EXPECT_EQ(outcome.anomalies.values(), trace::AnomalyCounts().values());
  }
  std::map<std::string, int> counts;
  for (const trace::Event& event : collected.events) ++counts[std::string(name_of(event.kind))];
  EXPECT_EQ(counts, counts_by_otf2_print(path_));
}

TEST_P(ScorePArchiveTest, DefinesFourRanksOnOneNode) {
  const trace::Definitions& definitions = trace_->definitions();
  EXPECT_EQ(definitions.anomalies.values(), trace::AnomalyCounts().values());
  ASSERT_EQ(definitions.locations.size(), 4u);
  ASSERT_TRUE(definitions.world.valid());
  const trace::Communicator& world = definitions.communicators[definitions.world.index()];
  EXPECT_EQ(world.name, "MPI_COMM_WORLD");
  const std::vector<LocationId> all = {LocationId(0), LocationId(1), LocationId(2), LocationId(3)};
  EXPECT_EQ(definitions.groups[world.group.index()].members, all);
  EXPECT_EQ(definitions.communicators[definitions.world.index() + 1].kind, trace::CommKind::self);
  for (size_t rank = 0; rank < 4; ++rank) {
    const trace::LocationGroup& process = definitions.location_groups[rank];
    EXPECT_EQ(process.name, "MPI Rank " + std::to_string(rank));
    EXPECT_EQ(definitions.system_nodes[process.parent.index()].class_name, "node");
    EXPECT_EQ(definitions.locations[rank].name, "Master thread");
    EXPECT_EQ(definitions.clock_offsets[rank].size(), 2u);
  }
}

TEST_P(ScorePArchiveTest, TheProgramIsARegion) {
  Collect collected;
  trace_->read(LocationId(2), collected);
  ASSERT_FALSE(collected.events.empty());
  EXPECT_EQ(collected.events.front().kind, trace::EventKind::program_begin);
  EXPECT_EQ(collected.events.back().kind, trace::EventKind::program_end);
  EXPECT_EQ(collected.events.back().region, collected.events.front().region);
  const std::string base = std::string(GetParam()).substr(0, std::string(GetParam()).find("_4"));
  EXPECT_EQ(trace_->region(collected.events.front().region).name, base + ".scorep");
}

TEST_P(ScorePArchiveTest, PrintedItIsATextTrace) {
  const std::string printed = trace::print_text_trace(*trace_);
  const Result<std::unique_ptr<trace::Trace>> again = trace::parse_text_trace(printed, "printed");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(trace::print_text_trace(**again), printed);
}

INSTANTIATE_TEST_SUITE_P(Archives, ScorePArchiveTest, testing::Values("waits_basic", "halo_4"));

/// Region 280 of rank 1's file is region 281 of the archive, by that rank's mapping table.
TEST(WaitsBasicTest, MappingTablesAreApplied) {
  const Result<std::unique_ptr<trace::Trace>> opened = open_archive(source_path("tests/golden/waits_basic"));
  ASSERT_TRUE(opened) << opened.error().message;
  const trace::Trace& trace = **opened;
  std::vector<std::string> names;
  Collect collected;
  trace.read(LocationId(1), collected);
  for (const trace::Event& event : collected.events) {
    if (event.kind != trace::EventKind::enter) continue;
    const std::string& name = trace.definitions().regions[event.region.index()].name;
    if (name.starts_with("f_")) names.push_back(name);
  }
  ASSERT_GE(names.size(), 2u);
  EXPECT_EQ(names[0], "f_late_sender");
  EXPECT_EQ(names[1], "f_late_receiver");
  const std::vector<trace::ClockOffset>& offsets = trace.definitions().clock_offsets[1];
  EXPECT_EQ(offsets[0].time, Ticks(5440159592504));
  EXPECT_EQ(offsets[0].offset, -2369);
  EXPECT_EQ(offsets[1].offset, -5621);
}

}  // namespace
}  // namespace latecomer::otf2
