// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/archive_writer.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "otf2/archive_reader.h"
#include "otf2/library.h"

namespace latecomer::otf2 {
namespace {

using trace::Event;
using trace::EventKind;

class ArchiveWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "latecomer-writer-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  // What otf2-print says; its warnings are errors here.
  std::string print(const std::string& options = "") {
    const std::string command = "otf2-print -Werror " + options + " " + directory_ + "/traces.otf2 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::string output;
    std::array<char, 4096> buffer;
    while (size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), count);
    const int status = pclose(pipe);
    EXPECT_EQ(status, 0) << output;
    return output;
  }

  std::string directory_;
};

trace::Region region(const std::string& name, trace::Paradigm paradigm, trace::RegionRole role) {
  trace::Region region;
  region.name = name;
  region.paradigm = paradigm;
  region.role = role;
  return region;
}

// Two ranks on one node, MPI_COMM_WORLD, MPI_COMM_SELF, and an intercommunicator between the two.
trace::Definitions two_ranks() {
  using trace::CommKind, trace::GroupId, trace::LocationId;
  trace::Definitions definitions;
  definitions.regions = {region("app", trace::Paradigm::unknown, trace::RegionRole::artificial),
                         region("MPI_Send", trace::Paradigm::mpi, trace::RegionRole::point_to_point)};
  definitions.system_nodes = {{"Linux", "machine", {}}, {"host1", "node", trace::SystemNodeId(0)}};
  for (size_t rank = 0; rank < 2; ++rank) {
    definitions.location_groups.push_back(
        {"MPI Rank " + std::to_string(rank), trace::LocationGroupKind::process, trace::SystemNodeId(1)});
    definitions.locations.push_back(
        {"Master thread", trace::LocationKind::cpu_thread, trace::LocationGroupId(rank), 0, rank});
  }
  definitions.groups = {{{LocationId(0), LocationId(1)}}, {{LocationId(0)}}, {{LocationId(1)}}};
  definitions.communicators = {{"MPI_COMM_WORLD", CommKind::intra, GroupId(0), {}, {}},
                               {"MPI_COMM_SELF", CommKind::self, {}, {}, {}},
                               {"between", CommKind::inter, GroupId(1), GroupId(2), trace::CommId(0)}};
  definitions.world = trace::CommId(0);
  definitions.topologies = {
      {"line", {{"x", 2, true}}, {LocationId(1), LocationId(0)}, {1, 0}, trace::CommId(0)}};
  definitions.source_locations = {{"app.c", 7}, {"app.c", 9}};
  definitions.calling_contexts = {
      {trace::RegionId(0), trace::SourceLocationId(0), {}},
      {trace::RegionId(1), trace::SourceLocationId(1), trace::CallingContextId(0)}};
  return definitions;
}

Event event_at(int64_t time, EventKind kind) {
  Event event;
  event.time = Ticks(time);
  event.kind = kind;
  event.region = trace::RegionId(0);
  event.comm = trace::CommId(0);
  event.calling_context = trace::CallingContextId(0);
  event.peer = 1;
  event.tag = 7;
  event.request = 3;
  event.bytes_sent = 80;
  event.bytes_received = 90;
  return event;
}

TEST_F(ArchiveWriterTest, EveryKindOfEventIsReadByOtf2Print) {
  trace::Definitions definitions = two_ranks();
  Result<ArchiveWriter> writer = ArchiveWriter::create(directory_, ArchivePart::whole);
  ASSERT_TRUE(writer) << writer.error().message;
  for (trace::Location& location : definitions.locations) {
    Result<LocationExtent> extent =
        writer->write_location(location.reference, {}, [](trace::EventSink& sink) {
          for (int kind = 0; kind < static_cast<int>(EventKind::other); ++kind) {
            Event event = event_at(100 + 10 * kind, static_cast<EventKind>(kind));
            event.collective = trace::CollectiveOp::allgather;
            event.sources = trace::GroupId(2);
            sink.on_event(event);
          }
        });
    ASSERT_TRUE(extent) << extent.error().message;
    EXPECT_EQ(extent->events, static_cast<uint64_t>(EventKind::other));
    EXPECT_EQ(extent->first, Ticks(100));
    location.events = extent->events;
  }
  definitions.global_offset = 100;
  definitions.length = 300;
  ASSERT_TRUE(writer->write_definitions(definitions));
  ASSERT_TRUE(writer->close());

  const std::string events = print();
  EXPECT_NE(events.find("MPI_SEND"), std::string::npos);
  EXPECT_NE(
      events.find(
          "Receiver: 1 (\"Master thread\" <1>), Communicator: \"MPI_COMM_WORLD\" <0>, Tag: 7, Length: 80"),
      std::string::npos)
      << events;
  EXPECT_NE(events.find("(\"LATECOMER::SOURCES\" <0>; GROUP; \"\" <6>)"), std::string::npos) << events;
  EXPECT_NE(events.find("(\"LATECOMER::CALL_STACK\" <1>; CALLING_CONTEXT; "), std::string::npos) << events;
  const std::string global = print("-G");
  EXPECT_NE(global.find("Name: \"x\" <"), std::string::npos) << global;
  EXPECT_NE(global.find("<0>, Rank: 1 (\"Master thread\" <1>), Coordinate: (1)"), std::string::npos)
      << global;
  EXPECT_NE(global.find("<0>, Rank: 0 (\"Master thread\" <0>), Coordinate: (0)"), std::string::npos)
      << global;
  const std::string all = print("-A");
  EXPECT_NE(all.find("LATECOMER::EXTENSION_EVENTS"), std::string::npos) << all;
  EXPECT_EQ(all.find("LATECOMER::PARTIAL"), std::string::npos);
  EXPECT_NE(all.find("Number of locations            2"), std::string::npos) << all;
}

TEST_F(ArchiveWriterTest, LocationsSayHowTheKernelKnowsTheirThreads) {
  trace::Definitions definitions = two_ranks();
  definitions.system_nodes[1].boot_id = "6c0c3ea1";
  definitions.locations[1].process_id = 77;
  definitions.locations[1].thread_ids = {77, 91};
  Result<ArchiveWriter> writer = ArchiveWriter::create(directory_, ArchivePart::whole);
  ASSERT_TRUE(writer) << writer.error().message;
  for (const trace::Location& location : definitions.locations)
    ASSERT_TRUE(writer->write_location(location.reference, {}, [](trace::EventSink&) {}));
  ASSERT_TRUE(writer->write_definitions(definitions));
  ASSERT_TRUE(writer->close());

  const std::string global = print("-G");
  EXPECT_NE(global.find("LATECOMER::THREAD_ID"), std::string::npos) << global;
  EXPECT_NE(global.find("LATECOMER::HOST"), std::string::npos) << global;
  const Result<std::unique_ptr<trace::Trace>> read = open_archive(directory_);
  ASSERT_TRUE(read) << read.error().message;
  const trace::Definitions& again = (*read)->definitions();
  EXPECT_EQ(again.locations[0].process_id, 0u);
  EXPECT_EQ(again.locations[1].process_id, 77u);
  EXPECT_EQ(again.locations[1].thread_ids, (std::vector<uint32_t>{77, 91}));
  EXPECT_EQ(again.system_nodes[1].boot_id, "6c0c3ea1");
}

TEST_F(ArchiveWriterTest, ProcessesWriteTheirPartsIndependently) {
  trace::Definitions definitions = two_ranks();
  definitions.partial = true;
  const std::vector<trace::ClockOffset> offsets = {{Ticks(100), 5, 0}, {Ticks(200), 6, 0}};
  const auto produce = [](trace::EventSink& sink) {
    sink.on_event(event_at(100, EventKind::enter));
    sink.on_event(event_at(200, EventKind::leave));
  };
  Result<ArchiveWriter> whole = ArchiveWriter::create(directory_, ArchivePart::whole);
  ASSERT_TRUE(whole) << whole.error().message;
  {
    Result<ArchiveWriter> part = ArchiveWriter::create(directory_, ArchivePart::events_only);
    ASSERT_TRUE(part) << part.error().message;
    ASSERT_TRUE(part->write_location(1, offsets, produce));
    ASSERT_TRUE(part->close());
  }
  ASSERT_TRUE(whole->write_location(0, {}, produce));
  for (trace::Location& location : definitions.locations) location.events = 2;
  ASSERT_TRUE(whole->write_definitions(definitions));
  ASSERT_TRUE(whole->close());

  const std::string all = print("-A -C");
  EXPECT_NE(all.find("LATECOMER::PARTIAL"), std::string::npos) << all;
  EXPECT_NE(all.find("Number of locations            2"), std::string::npos) << all;
  const std::string events = print("-L 1");
  EXPECT_NE(events.find("LEAVE"), std::string::npos) << events;
}

// With references of as many bytes as there are, so that the groups are as long as they can be.
trace::Definitions ranks_of_long_references(size_t ranks) {
  trace::Definitions definitions = two_ranks();
  const trace::Location location = definitions.locations.front();
  definitions.locations.assign(ranks, location);
  for (size_t rank = 0; rank < ranks; ++rank) {
    definitions.locations[rank].reference = UINT64_MAX / 2 + rank;
    if (rank >= 2) definitions.groups.front().members.emplace_back(rank);
  }
  return definitions;
}

// libotf2 clears a chunk of each kind for a location.
TEST_F(ArchiveWriterTest, ChunksAreAsSmallAsTheLargestGroupAllows) {
  constexpr uint64_t kSmallest = OTF2_CHUNK_SIZE_MIN;
  for (const size_t ranks : {2, 28'000, 40'000}) {
    const std::string directory = directory_ + "/" + std::to_string(ranks);
    Result<ArchiveWriter> writer =
        ArchiveWriter::create(directory, ArchivePart::whole, Locations::few, ranks);
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->write_definitions(ranks_of_long_references(ranks)));
    ASSERT_TRUE(writer->close());
    Result<ReaderHandle> reader = ReaderHandle::open(directory + "/traces.otf2");
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->event_chunk_size(), kSmallest);
    EXPECT_EQ(reader->definition_chunk_size() == kSmallest, ranks < 40'000) << ranks;
  }
}

// Writes so many events and regions, and returns whether all of it is in the files.
bool write_much(const std::string& directory, int events, int regions) {
  Result<ArchiveWriter> writer = ArchiveWriter::create(directory, ArchivePart::whole);
  const auto produce = [&](trace::EventSink& sink) {
    for (int i = 0; i < events; ++i)
      sink.on_event({.time = Ticks(i), .kind = EventKind::enter, .region = trace::RegionId(i)});
  };
  if (!writer || !writer->write_location(0, {}, produce)) return false;
  trace::Definitions definitions;
  for (int i = 0; i < regions; ++i) definitions.regions.push_back({.name = std::to_string(i)});
  return writer->write_definitions(definitions) && writer->close();
}

// As a full disk. libotf2 holds 4 MiB of a file back, and forgets errors of chunks that went to these.
TEST_F(ArchiveWriterTest, FilesThatCannotGrowAreErrors) {
  constexpr int kMany = 700'000;
  constexpr rlim_t kMegabyte = 1 << 20;
  for (const auto& [events, regions] : {std::pair(kMany, 1), std::pair(1, kMany / 3)}) {
    ASSERT_TRUE(write_much(directory_, events, regions));
    std::filesystem::remove_all(directory_);
    for (const rlim_t limit :
         {kMegabyte / 8, kMegabyte, 4 * kMegabyte - 1, 4 * kMegabyte, 5 * kMegabyte, 6 * kMegabyte}) {
      const pid_t child = fork();
      if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limits{limit, limit};
        setrlimit(RLIMIT_FSIZE, &limits);
        _exit(write_much(directory_, events, regions) ? 1 : 0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_EQ(status, 0) << events << " events, at most " << limit << " bytes in a file";
      std::filesystem::remove_all(directory_);
    }
  }
}

TEST_F(ArchiveWriterTest, SaysWhatIsWrongWithADirectory) {
  Result<ArchiveWriter> writer = ArchiveWriter::create("/proc/nowhere", ArchivePart::whole);
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().message.find("/proc/nowhere"), std::string::npos);
}

}  // namespace
}  // namespace latecomer::otf2
