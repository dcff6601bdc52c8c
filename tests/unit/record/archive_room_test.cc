// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/archive_room.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "otf2/archive_writer.h"
#include "record/archive/archive_definitions.h"
#include "record/core/process_log.h"
#include "record/core/thread_log.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

using trace::Event;
using trace::EventKind;

uint64_t bytes_in(const std::string& directory) {
  uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

// The largest values that can be stored.
Event largest_event(EventKind kind) {
  constexpr uint32_t kLarge = UINT32_MAX - 8;
  constexpr uint64_t kHuge = UINT64_MAX - 8;
  Event event{.kind = kind};
  event.region = trace::RegionId(kLarge);
  event.comm = trace::CommId(kLarge);
  event.peer = kLarge;
  event.tag = kLarge;
  event.root = kLarge;
  event.collective = trace::CollectiveOp::alltoallw;
  event.sources = trace::GroupId(kLarge - 8);
  event.window = trace::WindowId(kLarge);
  event.io_handle = trace::IoHandleId(kLarge);
  event.io_file = trace::IoFileId(kLarge);
  event.calling_context = trace::CallingContextId(kLarge);
  event.paradigm = trace::Paradigm::pthread;
  event.number = kind == EventKind::io_operation_begin ? trace::kIoCollective : kLarge;
  event.request = kHuge;
  event.bytes_sent = kHuge;
  event.bytes_received = kHuge;
  if (kind == EventKind::acquire_lock || kind == EventKind::release_lock) event.request = kLarge;
  if (kind == EventKind::io_seek) event.whence() = UINT8_MAX;
  return event;
}

symbols::SourceCode nothing_known(const trace::CodeAddress&) {
  return {};
}

class ArchiveRoom : public testing::Test {
 protected:
  /// Of an archive with one location.
  uint64_t archive_bytes(const trace::Definitions& definitions,
                         const std::function<void(trace::EventSink&)>& produce) {
    const std::string archive = directory_.path() + "/archive";
    std::filesystem::remove_all(archive);
    Result<otf2::ArchiveWriter> writer = otf2::ArchiveWriter::create(archive, otf2::ArchivePart::whole);
    const std::vector<trace::ClockOffset> offsets = {{Ticks(0), -(1LL << 62), 1},
                                                     {Ticks(1LL << 56), 1LL << 62, 1}};
    EXPECT_TRUE(writer->write_location(0, offsets, produce));
    EXPECT_TRUE(writer->write_definitions(definitions));
    EXPECT_TRUE(writer->close());
    return bytes_in(archive);
  }

  TemporaryDirectory directory_;
};

TEST_F(ArchiveRoom, OfEvents) {
  constexpr int64_t kEvents = 20'000;
  for (uint8_t number = 0; number < static_cast<uint8_t>(EventKind::other); ++number) {
    const EventKind kind{number};
    if (kind == EventKind::program_begin || kind == EventKind::program_end) continue;  // one of each
    const std::string path = directory_.path() + "/thread-" + std::to_string(number);
    {
      Result<std::unique_ptr<ThreadLog>> log = ThreadLog::create(path);
      ASSERT_TRUE(log);
      for (int64_t i = 0; i < kEvents; ++i)
        ASSERT_TRUE((*log)->append(largest_event(kind), Ticks((int64_t{1} << 56) - kEvents + i)));
    }
    const uint64_t archive =
        archive_bytes({}, [&](trace::EventSink& sink) { ASSERT_TRUE(read_thread_log(path, sink)); });
    const uint64_t recorded = std::filesystem::file_size(path);
    EXPECT_LE(archive, most_archive_bytes(RecordingFile::events) * recorded + kArchiveBytesOfThread)
        << trace::name_of(kind);
  }
}

TEST_F(ArchiveRoom, OfAThreadWithoutEvents) {
  const uint64_t archive = archive_bytes({}, [](trace::EventSink&) {});
  EXPECT_LE(archive, kArchiveBytesOfThread);
}

// Each call is of another address, and of a file with a long name.
TEST_F(ArchiveRoom, OfCalls) {
  constexpr size_t kCalls = 20'000;
  const std::string path = directory_.path() + "/stacks";
  {
    Result<std::unique_ptr<StackLog>> log = StackLog::create(path);
    ASSERT_TRUE(log);
    StackId caller;
    for (size_t i = 0; i < kCalls; ++i) caller = (*log)->call(caller, {ModuleId(0), UINT32_MAX - i});
  }
  SharedDefinitions shared;
  shared.stacks =
      StackTree({{"/usr/lib/" + std::string(40, 'x'), std::string(40, '0')}}, *read_stack_log(path));
  const uint64_t archive =
      archive_bytes(archive_definitions(shared, {}, nothing_known), [](trace::EventSink&) {});
  const uint64_t recorded = std::filesystem::file_size(path);
  EXPECT_LE(archive, most_archive_bytes(RecordingFile::stacks) * recorded + kArchiveBytesOfThread);
}

TEST_F(ArchiveRoom, OfDefinitions) {
  constexpr uint32_t kDefinitions = 2'000;
  const std::string path = directory_.path() + "/definitions";
  for (const char* what : {"region", "comm", "window", "sources", "file"}) {
    std::filesystem::remove(path);
    ProcessLog log;
    ASSERT_TRUE(log.open(path));
    for (uint32_t i = 0; i < kDefinitions; ++i) {
      const std::string name = std::to_string(i);
      Status done;
      if (what == std::string("region"))
        done = log.region({name, trace::Paradigm::user, trace::RegionRole::code});
      if (what == std::string("window")) done = log.window({i + 100, 1, name});
      if (what == std::string("file")) done = log.file({name, "host"});
      if (what == std::string("sources")) done = log.sources({1, {i}});
      if (what == std::string("comm")) {
        CommDefinition comm;
        comm.unique_id = 100 + i;
        comm.name = name;
        comm.world_ranks = {i, i + 1, i + 2};
        done = log.comm(comm);
      }
      ASSERT_TRUE(done);
    }
    const Result<ProcessDefinitions> process = read_process_log(path);
    ASSERT_TRUE(process);
    std::vector<ProcessExtent> processes(1);
    processes[0].threads.resize(1);
    const uint64_t archive =
        archive_bytes(archive_definitions(shared_definitions(*process), processes, nothing_known),
                      [](trace::EventSink&) {});
    const uint64_t recorded = std::filesystem::file_size(path);
    EXPECT_LE(archive, most_archive_bytes(RecordingFile::definitions) * recorded + kArchiveBytesOfThread)
        << what;
  }
}

}  // namespace
}  // namespace latecomer::record
