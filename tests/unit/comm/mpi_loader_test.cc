// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/mpi_loader.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace latecomer {
namespace {

class MpiLoader : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* variable :
         {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD",
          "OMPI_MCA_pml", "OMPI_MCA_mtl", "OMPI_MCA_btl", "HWLOC_COMPONENTS"})
      unsetenv(variable);
  }
  void TearDown() override { SetUp(); }
};

TEST_F(MpiLoader, AloneIsSerial) {
  EXPECT_FALSE(launching_mpi());
  Result<std::unique_ptr<Comm>> comm = launch_comm();
  ASSERT_TRUE(comm);
  EXPECT_EQ((*comm)->size(), 1);
}

TEST_F(MpiLoader, KnowsTheLaunchers) {
  setenv("PMI_RANK", "0", 1);
  EXPECT_EQ(launching_mpi(), "mpich");
  unsetenv("PMI_RANK");
  setenv("PMIX_RANK", "0", 1);
  EXPECT_EQ(launching_mpi(), "openmpi");
  unsetenv("PMIX_RANK");
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  EXPECT_EQ(launching_mpi(), "openmpi");
}

TEST_F(MpiLoader, RanksOfOneNodeLookForNoNetwork) {
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4", 1);
  skip_network();
  EXPECT_STREQ(std::getenv("OMPI_MCA_pml"), "ob1");
  EXPECT_STREQ(std::getenv("HWLOC_COMPONENTS"), "-pci,-linux:pci");
}

TEST_F(MpiLoader, RanksOfSeveralNodesHaveTheirNetwork) {
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
  skip_network();
  EXPECT_EQ(std::getenv("OMPI_MCA_pml"), nullptr);
  EXPECT_EQ(std::getenv("HWLOC_COMPONENTS"), nullptr);
}

TEST_F(MpiLoader, NoTransportIsChosenUnderOtherLaunchers) {
  setenv("PMIX_RANK", "0", 1);
  skip_network();
  EXPECT_EQ(std::getenv("OMPI_MCA_pml"), nullptr);
}

TEST_F(MpiLoader, WhatTheUserChoseStays) {
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4", 1);
  setenv("OMPI_MCA_pml", "ucx", 1);
  skip_network();
  EXPECT_STREQ(std::getenv("OMPI_MCA_pml"), "ucx");
  unsetenv("OMPI_MCA_pml");
  setenv("OMPI_MCA_btl", "self,tcp", 1);
  skip_network();
  EXPECT_EQ(std::getenv("OMPI_MCA_pml"), nullptr);
}

}  // namespace
}  // namespace latecomer
