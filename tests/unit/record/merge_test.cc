// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "record/archive/archive_definitions.h"

namespace latecomer::record {
namespace {

constexpr uint64_t kWorld = 2;
constexpr uint64_t kHalves = kFirstMadeUniqueId + 5;  // of the even and of the odd ranks: + 0, + 1
constexpr uint64_t kBetween = kFirstMadeUniqueId + 9;
constexpr uint64_t kData = kFirstMadeUniqueId + 13;
constexpr uint64_t kRing = kFirstMadeUniqueId + 11;  // windows: of all, and of the even ranks
constexpr uint64_t kOfHalf = kFirstMadeUniqueId + 12;
constexpr uint64_t kGrid = kFirstMadeUniqueId + 13;
constexpr uint64_t kSameGrid = kFirstMadeUniqueId + 14;
constexpr uint32_t kRanks = 4;

CommDefinition comm(uint64_t unique_id, std::string name, std::vector<uint32_t> world_ranks, bool first) {
  CommDefinition comm;
  comm.unique_id = unique_id;
  comm.name = std::move(name);
  if (first) comm.world_ranks = std::move(world_ranks);
  return comm;
}

// What rank `rank` of four defines: each in an order of its own, with regions of its own.
ProcessDefinitions process(uint32_t rank) {
  ProcessDefinitions process;
  process.identity = {rank < 2 ? "a" : "b", 100 + rank, 8, rank, kRanks, 500 + rank};
  process.regions = {{"main", trace::Paradigm::user, trace::RegionRole::function},
                     {"only on " + std::to_string(rank), trace::Paradigm::user, trace::RegionRole::function}};
  if (rank % 2 == 1) std::ranges::reverse(process.regions);
  const uint32_t half = rank % 2;
  process.comms = {comm(kWorld, "MPI_COMM_WORLD", {0, 1, 2, 3}, rank == 0),
                   comm(kHalves + half, "half", {half, half + 2}, rank < 2)};
  CommDefinition between = comm(kBetween, "", {half, half + 2}, rank < 2);
  between.kind = trace::CommKind::inter;
  if (rank < 2) between.remote_world_ranks = {1 - half, 3 - half};
  process.comms.push_back(between);
  // The world stands in a grid, as its duplicate does.
  CommDefinition grid = comm(kGrid, "grid", {0, 1, 2, 3}, rank == 0);
  if (rank == 0) grid.grid = {{2, true}, {2, false}};
  process.comms.push_back(grid);
  grid.unique_id = kSameGrid;
  process.comms.push_back(grid);
  if (rank >= 2) std::ranges::reverse(process.comms);
  process.windows = {{kRing, kWorld, rank == 2 ? "ring" : ""}};
  if (rank % 2 == 0) process.windows.insert(process.windows.begin(), {kOfHalf, kHalves, ""});
  // A file of all, which rank 2 calls otherwise, and one of the rank's own by a name that each host has.
  const FileKey data{rank == 2 ? "ufs:data" : "data", ""};
  const FileKey log{"log", process.identity.host};
  process.files = {log, data};
  process.handles = {{kFirstMadeUniqueId + 20 + rank, 0, log}, {kData, kWorld, data}};
  process.sources = {{kWorld, {rank, (rank + 1) % kRanks}}};
  // Both threads' stacks: from a call that all have, and of the second thread from one of the rank's own.
  process.modules = {{"/bin/wave", ""}, {"/lib/libfft.so", ""}};
  if (rank % 2 == 1) std::ranges::reverse(process.modules);
  const StackNode main{{}, {ModuleId(rank % 2), 0x10}};
  process.modules.push_back({"/lib/libmpi_mpifh.so.40.3", ""});
  process.stacks = {{main},
                    {{{}, {ModuleId(0), 0x100 + rank}},
                     main,
                     {StackId(1), {ModuleId(1), 0x20}},
                     {StackId(2), {ModuleId(2), 0x30}},
                     {StackId(3), {ModuleId(2), 0x40}}}};
  return process;
}

std::vector<ProcessExtent> extents() {
  std::vector<ProcessExtent> extents;
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    const otf2::LocationExtent extent{10 + rank, Ticks(1000 - rank), Ticks(2000 + rank)};
    extents.push_back({rank, process(rank).identity, {extent, extent}});
  }
  return extents;
}

symbols::SourceCode nothing_known(const trace::CodeAddress&) {
  return {};
}

SharedDefinitions merged_in(const std::vector<uint32_t>& order, size_t split) {
  SharedDefinitions left, right;
  for (size_t i = 0; i < order.size(); ++i)
    merge(i < split ? left : right, shared_definitions(process(order[i])));
  merge(left, unpack_shared(pack(right)));
  return left;
}

TEST(Merge, DoesNotDependOnOrderOrGrouping) {
  std::vector<uint32_t> order = {0, 1, 2, 3};
  const std::vector<std::byte> expected = pack(merged_in(order, 4));
  do {
    for (size_t split = 0; split <= order.size(); ++split) EXPECT_EQ(pack(merged_in(order, split)), expected);
  } while (std::ranges::next_permutation(order).found);
}

TEST(Merge, UnifiesWhatIsTheSame) {
  const SharedDefinitions shared = merged_in({2, 0, 3, 1}, 2);
  const trace::Definitions definitions = archive_definitions(shared, extents(), nothing_known);
  EXPECT_EQ(definitions.regions.size(), 1 + kRanks + 9);  // of which 9 are addresses of code
  ASSERT_EQ(definitions.communicators.size(), 6u);
  ASSERT_TRUE(definitions.world.valid());
  EXPECT_EQ(definitions.communicators[definitions.world.index()].name, "MPI_COMM_WORLD");
  EXPECT_EQ(definitions.windows.size(), 2u);
  EXPECT_EQ(definitions.io_files.size(), 4u);  // by both of its names, and on two hosts
  EXPECT_EQ(definitions.io_handles.size(), 1u + kRanks);
  const trace::Communicator& between = definitions.communicators[3];
  EXPECT_EQ(between.kind, trace::CommKind::inter);
  // The intercommunicator's groups are those of the halves.
  EXPECT_EQ(between.group, definitions.communicators[1].group);
  EXPECT_EQ(between.remote_group, definitions.communicators[2].group);
  // Two threads a process: rank 2's first one is location 4.
  EXPECT_EQ(definitions.groups[between.group.index()].members,
            (std::vector{trace::LocationId(0), trace::LocationId(4)}));
}

TEST(Merge, SaysWhereRanksStandInGrids) {
  const trace::Definitions definitions =
      archive_definitions(merged_in({3, 1, 0, 2}, 2), extents(), nothing_known);
  ASSERT_EQ(definitions.topologies.size(), 1u);
  const trace::CartTopology& grid = definitions.topologies[0];
  EXPECT_EQ(grid.name, "grid");
  EXPECT_EQ(definitions.communicators[grid.comm.index()].name, "grid");
  ASSERT_EQ(grid.dimensions.size(), 2u);
  EXPECT_EQ(grid.dimensions[0].size, 2u);
  EXPECT_TRUE(grid.dimensions[0].periodic);
  EXPECT_FALSE(grid.dimensions[1].periodic);
  EXPECT_EQ(grid.locations, (std::vector{trace::LocationId(0), trace::LocationId(2), trace::LocationId(4),
                                         trace::LocationId(6)}));
  EXPECT_EQ(grid.coordinates, (std::vector<uint32_t>{0, 0, 0, 1, 1, 0, 1, 1}));
}

TEST(Merge, LeavesOutWhatTheRecorderAndTheRuntimeOfOpenMPCall) {
  for (const char* inside : {"/usr/lib/latecomer/recorder-mpich.so", "/opt/lib/libomp.so.5"}) {
    ProcessDefinitions process;
    process.modules = {{"/bin/wave", ""}, {inside, ""}, {"/lib/libc.so.6", ""}};
    // The program, what it calls, which calls twice within the C library, and code of the program called
    // back.
    process.stacks = {{{{}, {ModuleId(0), 0x10}},
                       {StackId(0), {ModuleId(1), 0x20}},
                       {StackId(1), {ModuleId(2), 0x30}},
                       {StackId(2), {ModuleId(2), 0x40}},
                       {StackId(1), {ModuleId(0), 0x50}},
                       {StackId(0), {ModuleId(2), 0x30}}}};
    const SharedDefinitions shared = shared_definitions(process);
    const std::vector<trace::CallingContextId> stacks = translation(process, 0, 1, shared).stacks[0];
    EXPECT_EQ(stacks[1], stacks[0]) << inside;
    EXPECT_EQ(stacks[2], stacks[0]) << inside;
    EXPECT_EQ(stacks[3], stacks[0]) << inside;
    EXPECT_NE(stacks[4], stacks[0]) << "the program's own function, called back";
    EXPECT_NE(stacks[5], stacks[0]) << "what the program calls of the C library itself";
  }
}

TEST(Merge, TranslatesEachProcessesIds) {
  const SharedDefinitions shared = merged_in({0, 1, 2, 3}, 1);
  const trace::Definitions definitions = archive_definitions(shared, extents(), nothing_known);
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    const ProcessDefinitions own = process(rank);
    const IdTranslation ids = translation(own, rank, kRanks, keys_of(shared));
    for (size_t i = 0; i < own.regions.size(); ++i) {
      EXPECT_EQ(definitions.regions[ids.regions[i].index()].name, own.regions[i].name);
    }
    trace::Event event;
    event.comm = trace::CommId(rank < 2 ? 0 : 4);  // where it defined MPI_COMM_WORLD
    event.sources = trace::GroupId(0);
    event.window = trace::WindowId(1 - rank % 2);  // the ring
    const trace::Event translated = ids(event, 0);
    EXPECT_EQ(translated.comm, definitions.world);
    const trace::Window& window = definitions.windows.at(translated.window.index());
    EXPECT_EQ(window.name, "ring");
    EXPECT_EQ(window.comm, definitions.world);
    for (const uint32_t own_handle : {0, 1}) {
      event.io_handle = trace::IoHandleId(own_handle);
      const trace::IoHandle& handle = definitions.io_handles.at(ids(event, 0).io_handle.index());
      const trace::IoFile& file = definitions.io_files.at(handle.file.index());
      EXPECT_EQ(file.name, own_handle == 0 ? "log" : "data");
      EXPECT_EQ(definitions.system_nodes[file.scope.index()].class_name,
                own_handle == 0 ? "node" : "machine");
      EXPECT_EQ(handle.comm, own_handle == 0 ? trace::CommId() : definitions.world);
      EXPECT_EQ(handle.paradigm, own_handle == 0 ? trace::IoParadigm::posix : trace::IoParadigm::mpi);
    }
    EXPECT_EQ(definitions.groups[translated.sources.index()].members,
              (std::vector{trace::LocationId(size_t{2} * rank),
                           trace::LocationId(size_t{2} * ((rank + 1) % kRanks))}));
    EXPECT_FALSE(translated.region.valid());
    EXPECT_FALSE(translated.calling_context.valid());
  }
}

TEST(Merge, TranslatesEachThreadsStacks) {
  const SharedDefinitions shared = merged_in({0, 1, 2, 3}, 1);
  const trace::Definitions definitions = archive_definitions(shared, extents(), nothing_known);
  EXPECT_EQ(definitions.calling_contexts.size(), 1 + kRanks + 2 * 3U);
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    const IdTranslation ids = translation(process(rank), rank, kRanks, keys_of(shared));
    const auto context_of = [&](size_t thread, size_t stack) {
      trace::Event event;
      event.calling_context = trace::CallingContextId(stack);
      return ids(event, thread).calling_context;
    };
    const auto name_of = [&](trace::CallingContextId context) {
      return definitions.regions.at(definitions.calling_contexts.at(context.index()).region.index()).name;
    };
    EXPECT_EQ(name_of(context_of(0, 0)), "wave+0x10");
    EXPECT_EQ(context_of(1, 1), context_of(0, 0));
    EXPECT_EQ(name_of(context_of(1, 0)),
              (rank % 2 == 0 ? "wave+0x10" : "libfft.so+0x10") + std::to_string(rank));
    const trace::CallingContextId inner = context_of(1, 2);
    EXPECT_EQ(name_of(inner), rank % 2 == 0 ? "libfft.so+0x20" : "wave+0x20");
    EXPECT_EQ(definitions.calling_contexts[inner.index()].parent, context_of(0, 0));
    EXPECT_EQ(context_of(1, 3), inner);  // it is not MPI that calls MPI
    EXPECT_EQ(context_of(1, 4), inner);
    EXPECT_FALSE(context_of(0, 1).valid());  // lost
    EXPECT_FALSE(context_of(2, 0).valid());
  }
}

TEST(Merge, MakesTheSystemTree) {
  const trace::Definitions definitions =
      archive_definitions(merged_in({0, 1, 2, 3}, 2), extents(), nothing_known);
  ASSERT_EQ(definitions.system_nodes.size(), 3u);
  EXPECT_EQ(definitions.system_nodes[0].class_name, "machine");
  EXPECT_EQ(definitions.system_nodes[2].name, "b");
  EXPECT_EQ(definitions.system_nodes[2].cores, 8u);
  EXPECT_EQ(definitions.location_groups[3].name, "MPI Rank 3");
  EXPECT_EQ(definitions.location_groups[3].parent, trace::SystemNodeId(2));
  EXPECT_EQ(definitions.location_groups[3].unrecorded_cpu_time, 503u);
  ASSERT_EQ(definitions.locations.size(), 2 * kRanks);
  EXPECT_EQ(definitions.locations[7].name, "Thread 1");
  EXPECT_EQ(definitions.locations[7].reference, uint64_t{1} << 32 | 3);
  EXPECT_EQ(definitions.locations[7].events, 13u);
  EXPECT_EQ(definitions.global_offset, 997u);
  EXPECT_EQ(definitions.length, 1006u);
}

}  // namespace
}  // namespace latecomer::record
