// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/pack_definitions.h"

#include <gtest/gtest.h>

#include "archive_fixture.h"
#include "otf2/archive_files.h"
#include "otf2/library.h"

namespace latecomer::otf2 {
namespace {

class PackDefinitions : public ArchiveTest {};

constexpr std::string_view kFixed = R"(resolution 1000
comm pair ranks 0 1
rank 0
  0      enter höhe
  1..3   MPI_Send send to=1 comm=pair tag=300
  10     leave höhe
rank 1
  0      enter höhe
  2..3   MPI_Recv recv from=0 comm=pair tag=300
  10     leave höhe
)";

/// Packing again gives the same bytes, and every field is in them.
TEST_F(PackDefinitions, ComeOutAsTheyWentIn) {
  write(*parse(kFixed));
  const Result<ArchiveFiles> files = find_archive(directory_);
  ASSERT_TRUE(files) << files.error().message;
  const Result<ReaderHandle> handle = ReaderHandle::open(files->anchor);
  ASSERT_TRUE(handle) << handle.error().message;
  Result<RawDefinitions> raw = read_raw_definitions(handle->get(), UINT64_MAX);
  ASSERT_TRUE(raw) << raw.error().message;
  raw->event_chunk_size = 1 << 20;
  const Bytes packed = pack_definitions(*raw);
  const RawDefinitions again = unpack_definitions(packed);

  EXPECT_EQ(pack_definitions(again), packed);
  EXPECT_EQ(again.event_chunk_size, raw->event_chunk_size);
  EXPECT_EQ(again.ticks_per_second, 1000u);
  EXPECT_EQ(again.properties, raw->properties);
  ASSERT_EQ(again.locations.size(), 2u);
  EXPECT_EQ(again.locations[1].events, raw->locations[1].events);
  EXPECT_EQ(again.string(again.locations[1].name), raw->string(raw->locations[1].name));
  ASSERT_EQ(again.groups.size(), raw->groups.size());
  for (size_t i = 0; i < again.groups.size(); ++i) EXPECT_EQ(again.groups[i].members, raw->groups[i].members);
  ASSERT_EQ(again.system_nodes.size(), raw->system_nodes.size());
  for (size_t i = 0; i < again.system_nodes.size(); ++i)
    EXPECT_EQ(again.string(again.system_nodes[i].name), raw->string(raw->system_nodes[i].name));
  EXPECT_EQ(again.regions.size(), raw->regions.size());
  EXPECT_EQ(again.communicators.size(), raw->communicators.size());
}

}  // namespace
}  // namespace latecomer::otf2
