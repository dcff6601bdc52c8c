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
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD"})
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

}  // namespace
}  // namespace latecomer
