// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Runs under an mpiexec, once per rank: comm_mpi_tests RANKS LARGEST_MESSAGE expects that many ranks and
// every operation of their Comm to work, with messages split after LARGEST_MESSAGE bytes.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "comm/mpi_loader.h"
#include "operations.h"

namespace latecomer {
namespace {

Comm* comm = nullptr;
int expected_ranks = 0;

TEST(MpiComm, HasTheLaunchedRanks) {
  EXPECT_EQ(comm->size(), expected_ranks);
}

TEST(MpiComm, EveryOperation) {
  expect_every_operation_works(*comm);
}

}  // namespace
}  // namespace latecomer

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc != 3) return 2;
  latecomer::expected_ranks = std::atoi(argv[1]);
  const size_t largest_message = std::strtoull(argv[2], nullptr, 10);
  latecomer::Result<std::unique_ptr<latecomer::Comm>> launched = latecomer::launch_comm(largest_message);
  if (!launched) {
    fmt::print(stderr, "{}\n", launched.error().message);
    return 1;
  }
  latecomer::comm = launched->get();
  return RUN_ALL_TESTS();
}
