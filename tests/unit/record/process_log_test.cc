// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/process_log.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "temporary_directory.h"

namespace latecomer::record {
namespace {

class ProcessLogTest : public testing::Test {
 protected:
  void write() {
    ProcessLog log;
    ProcessIdentity identity{"host", 42, 2};
    ASSERT_TRUE(log.identity(identity));  // before the file is open
    ASSERT_TRUE(log.open(path_));
    identity.world_rank = 3;
    identity.world_size = 8;
    identity.unrecorded_cpu_time = 77;
    identity.archive = "run-2";
    ASSERT_TRUE(log.identity(identity));
    ASSERT_TRUE(log.region({"MPI_Send", trace::Paradigm::mpi, trace::RegionRole::point_to_point}));
    CommDefinition comm;
    comm.unique_id = 77;
    comm.name = "rows";
    comm.kind = trace::CommKind::inter;
    comm.world_ranks = {1, 3};
    comm.remote_world_ranks = {0, 2};
    comm.parent_unique_id = 2;
    ASSERT_TRUE(log.comm(comm));
    ASSERT_TRUE(log.comm_name({trace::CommId(0), "columns"}));
    ASSERT_TRUE(log.window({78, 77, ""}));
    ASSERT_TRUE(log.window_name({trace::WindowId(0), "halo"}));
    ASSERT_TRUE(log.file({"data.nc", "host"}));
    ASSERT_TRUE(log.handle({79, 77, {"data.nc", "host"}}));
    ASSERT_TRUE(log.sources({77, {1, 0}}));
    ASSERT_TRUE(log.clock_offset({Ticks(1000), -5, 0.5}));
    ASSERT_TRUE(log.module({"/bin/wave", "0aff"}));
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.path() + "/definitions";
};

TEST_F(ProcessLogTest, SaysThatRecordingHasStopped) {
  write();
  EXPECT_FALSE(read_process_log(path_)->stopped);
  ProcessLog log;
  log.stopped();  // a process that has recorded nothing
  ASSERT_TRUE(log.open(path_ + "-2"));
  ASSERT_TRUE(log.region({"before", trace::Paradigm::user, trace::RegionRole::code}));
  log.stopped();
  ASSERT_TRUE(log.region({"behind", trace::Paradigm::user, trace::RegionRole::code}));
  const Result<ProcessDefinitions> read = read_process_log(path_ + "-2");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->stopped);
  EXPECT_EQ(read->regions.size(), 2u);
}

TEST_F(ProcessLogTest, CountsThreadsThatCouldNotBeSampled) {
  ProcessLog log;
  ASSERT_TRUE(log.unsampled_thread());  // kept until there is a file
  ASSERT_TRUE(log.open(path_));
  ASSERT_TRUE(log.unsampled_thread());
  EXPECT_EQ(read_process_log(path_)->unsampled_threads, 2u);
}

TEST_F(ProcessLogTest, KeepsAllDefinitions) {
  write();
  const Result<ProcessDefinitions> read = read_process_log(path_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->identity.host, "host");
  EXPECT_EQ(read->identity.cores, 2u);
  EXPECT_EQ(read->identity.unrecorded_cpu_time, 77u);
  EXPECT_EQ(read->identity.pid, 42u);
  EXPECT_EQ(read->identity.world_rank, 3u);
  EXPECT_EQ(read->identity.world_size, 8u);
  EXPECT_EQ(read->identity.archive, "run-2");
  ASSERT_EQ(read->regions.size(), 1u);
  EXPECT_EQ(read->regions[0],
            (RegionKey{"MPI_Send", trace::Paradigm::mpi, trace::RegionRole::point_to_point}));
  ASSERT_EQ(read->comms.size(), 1u);
  EXPECT_EQ(read->comms[0].unique_id, 77u);
  EXPECT_EQ(read->comms[0].name, "columns");
  EXPECT_EQ(read->comms[0].kind, trace::CommKind::inter);
  EXPECT_EQ(read->comms[0].world_ranks, (std::vector<uint32_t>{1, 3}));
  EXPECT_EQ(read->comms[0].remote_world_ranks, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(read->comms[0].parent_unique_id, 2u);
  ASSERT_EQ(read->windows.size(), 1u);
  EXPECT_EQ(read->windows[0].unique_id, 78u);
  EXPECT_EQ(read->windows[0].comm_unique_id, 77u);
  EXPECT_EQ(read->windows[0].name, "halo");
  ASSERT_EQ(read->files.size(), 1u);
  EXPECT_EQ(read->files[0], (FileKey{"data.nc", "host"}));
  ASSERT_EQ(read->handles.size(), 1u);
  EXPECT_EQ(read->handles[0].unique_id, 79u);
  EXPECT_EQ(read->handles[0].comm_unique_id, 77u);
  EXPECT_EQ(read->handles[0].file, read->files[0]);
  ASSERT_EQ(read->sources.size(), 1u);
  EXPECT_EQ(read->sources[0], (SourcesKey{77, {1, 0}}));
  ASSERT_EQ(read->clock_offsets.size(), 1u);
  EXPECT_EQ(read->clock_offsets[0].time, Ticks(1000));
  EXPECT_EQ(read->clock_offsets[0].offset, -5);
  EXPECT_EQ(read->clock_offsets[0].deviation, 0.5);
  EXPECT_EQ(read->modules, (std::vector<CodeModule>{{"/bin/wave", "0aff"}}));
}

// Wherever the file ends, the definitions before are read, and nothing is invented.
TEST_F(ProcessLogTest, ReadsUpToTheLastWholeDefinition) {
  write();
  for (uintmax_t size = std::filesystem::file_size(path_); size-- > 0;) {
    std::filesystem::resize_file(path_, size);
    const Result<ProcessDefinitions> read = read_process_log(path_);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->modules.empty());
    EXPECT_LE(read->regions.size(), 1u);
    if (!read->comms.empty()) {
      EXPECT_EQ(read->regions.size(), 1u);
      EXPECT_EQ(read->comms[0].remote_world_ranks, (std::vector<uint32_t>{0, 2}));
    }
  }
}

TEST_F(ProcessLogTest, LeavesNoFileUnlessOpened) {
  ProcessLog log;
  ASSERT_TRUE(log.identity({"host", 42, 2}));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace latecomer::record
