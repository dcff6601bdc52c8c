// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/classify.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

using report::Builtin;
using trace::Paradigm;
using trace::RegionRole;

trace::Region region(const std::string& name, Paradigm paradigm, RegionRole role = RegionRole::function) {
  trace::Region region;
  region.name = name;
  region.paradigm = paradigm;
  region.role = role;
  return region;
}

TEST(Classify, WaitingForDevicesIsNoComputation) {
  for (const char* name :
       {"clFinish", "clWaitForEvents", "cudaDeviceSynchronize", "cudaStreamSynchronize", "cuCtxSynchronize",
        "hipEventSynchronize", "zeCommandQueueSynchronize", "acc_wait"}) {
    for (const Paradigm paradigm : {Paradigm::other, Paradigm::sampling, Paradigm::unknown})
      EXPECT_EQ(classify(region(name, paradigm)).time, Builtin::device_wait) << name;
  }
  for (const char* name :
       {"cudaMalloc", "customSynchronize", "zeroSynchronization", "curlSynchronize", "solve"})
    EXPECT_EQ(classify(region(name, Paradigm::sampling)).time, Builtin::comp) << name;
}

TEST(Classify, CollectivesOfOtherLibrariesAreNotComputation) {
  for (const RegionRole role : {RegionRole::barrier, RegionRole::collective_all_to_all,
                                RegionRole::collective_one_to_all, RegionRole::collective_other}) {
    EXPECT_EQ(classify(region("ncclAllReduce", Paradigm::other, role)).time, Builtin::execution);
    EXPECT_EQ(classify(region("allreduce", Paradigm::sampling, role)).time, Builtin::comp);
  }
  EXPECT_EQ(classify(region("shmem_put", Paradigm::other, RegionRole::rma)).time, Builtin::comp);
}

TEST(Classify, CallsOfMpiWithoutItsNamesGoByTheirRoles) {
  EXPECT_EQ(classify(region("grads-all-reduce", Paradigm::mpi, RegionRole::collective_all_to_all)).time,
            Builtin::mpi_collective);
  EXPECT_EQ(classify(region("exchange", Paradigm::mpi, RegionRole::point_to_point)).time,
            Builtin::mpi_point2point);
  EXPECT_EQ(classify(region("meet", Paradigm::mpi, RegionRole::barrier)).time, Builtin::mpi_sync_collective);
  EXPECT_EQ(classify(region("MPI_Comm_rank", Paradigm::mpi, RegionRole::point_to_point)).time, Builtin::mpi);
}

TEST(Classify, KnowsWhichCallsOthersCanKeepFromEnding) {
  for (const char* name :
       {"MPI_Recv", "MPI_Ssend", "MPI_Waitall", "MPI_Barrier", "MPI_Allreduce", "MPI_Bcast", "MPI_Comm_split",
        "MPI_Win_fence", "MPI_File_write_all", "MPI_Finalize", "mpi_probe_"})
    EXPECT_TRUE(blocks(region(name, Paradigm::mpi))) << name;
  for (const char* name : {"MPI_Isend", "MPI_Irecv", "MPI_Iallreduce", "MPI_Ibarrier", "MPI_Test",
                           "MPI_Iprobe", "MPI_Allreduce_init", "MPI_Bsend", "MPI_Comm_rank", "MPI_Comm_idup",
                           "MPI_File_iwrite_all", "MPI_File_read_all_begin", "MPI_File_read"})
    EXPECT_FALSE(blocks(region(name, Paradigm::mpi))) << name;
  EXPECT_TRUE(blocks(region("pthread_cond_wait", Paradigm::pthread)));
  EXPECT_FALSE(blocks(region("pthread_mutex_unlock", Paradigm::pthread)));
  EXPECT_FALSE(blocks(region("pthread_create", Paradigm::pthread)));
  EXPECT_TRUE(blocks(region("!$omp barrier", Paradigm::openmp, RegionRole::barrier)));
  EXPECT_FALSE(blocks(region("!$omp parallel", Paradigm::openmp, RegionRole::parallel)));
  EXPECT_FALSE(blocks(region("solve", Paradigm::user)));
}

}  // namespace
}  // namespace latecomer::analyze
