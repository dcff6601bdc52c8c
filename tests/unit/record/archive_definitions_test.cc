// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/archive_definitions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "record/archive/archive_place.h"
#include "record/core/recording_files.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

// Those of a node share a clock, so machines that are called the same are several.
TEST(ArchiveDefinitions, NodesAreKnownByNameAndClock) {
  std::vector<ProcessExtent> processes(4);
  for (uint32_t i = 0; i < 4; ++i) {
    processes[i].number = i;
    processes[i].identity.host = i == 3 ? "other" : "host";
    processes[i].identity.clock = i == 1 ? 8 : 7;
    processes[i].threads.resize(1);
  }
  const trace::Definitions definitions = archive_definitions({}, processes, {});
  std::vector<trace::SystemNodeId> nodes;
  for (const trace::LocationGroup& group : definitions.location_groups) nodes.push_back(group.parent);
  EXPECT_EQ(nodes[0], nodes[2]);
  EXPECT_NE(nodes[0], nodes[1]);
  EXPECT_NE(nodes[0], nodes[3]);
  EXPECT_EQ(definitions.system_nodes[nodes[1].index()].name, "host");
  EXPECT_EQ(definitions.system_nodes[nodes[3].index()].name, "other");
}

// What the program leaves becomes the same definitions as if they had been made at once.
TEST(ArchiveDefinitions, AreMadeOfWhatTheProgramLeft) {
  const TemporaryDirectory directory;
  SharedDefinitions shared;
  shared.regions = {{"MPI_Send", trace::Paradigm::mpi, trace::RegionRole::point_to_point}};
  shared.stacks = StackTree({{"/bin/wave", "aa"}}, {{{}, {ModuleId(0), 0x10}}});
  std::vector<ProcessExtent> processes(2);
  for (uint32_t rank = 0; rank < 2; ++rank) {
    processes[rank].number = rank;
    processes[rank].identity.world_rank = rank;
    processes[rank].threads = {{10, Ticks(100), Ticks(200)}};
  }
  const auto code_at = [](const trace::CodeAddress& address) -> symbols::SourceCode {
    return {.frames = {{.function = address.module == "/bin/wave" ? "main" : "?"}}};
  };
  ASSERT_TRUE(make_writing_directory(directory.path()));
  ASSERT_TRUE(put_events_in_place(directory.path(), pack(shared, processes)));
  EXPECT_TRUE(is_unfinished(directory.path()));
  const Result<ArchiveDefinitions> made = lacking_definitions(directory.path(), code_at);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->locations.size(), 2U);
  EXPECT_EQ(made->locations[1].events, 10U);
  EXPECT_EQ(made->length, 100U);
  ASSERT_EQ(made->regions.size(), 2U);
  EXPECT_EQ(made->regions[1].name, "main");

  const std::string file = shared_definitions_file(directory.path());
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  EXPECT_EQ(lacking_definitions(directory.path(), code_at).error().message, file + ": is damaged");
}

}  // namespace
}  // namespace latecomer::record
