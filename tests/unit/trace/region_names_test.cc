// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/region_names.h"

#include <gtest/gtest.h>

namespace latecomer::trace {
namespace {

std::pair<Paradigm, RegionRole> kind_of(std::string_view name) {
  const Region region = region_from_name(name);
  EXPECT_EQ(region.name, name);
  return {region.paradigm, region.role};
}

TEST(RegionNames, SayWhichLibraryARegionBelongsTo) {
  EXPECT_EQ(kind_of("MPI_Isend"), std::pair(Paradigm::mpi, RegionRole::point_to_point));
  EXPECT_EQ(kind_of("omp_set_lock"), std::pair(Paradigm::openmp, RegionRole::function));
  EXPECT_EQ(kind_of("pthread_mutex_lock"), std::pair(Paradigm::pthread, RegionRole::function));
  EXPECT_EQ(kind_of("solve"), std::pair(Paradigm::user, RegionRole::function));
}

// Other analyzers know functions of MPI by their file.
TEST(RegionNames, OfMpiHaveItAsTheirFile) {
  EXPECT_EQ(region_from_name("MPI_Isend").file, "MPI");
  EXPECT_EQ(region_from_name("solve").file, "");
}

TEST(RegionNames, OfDirectivesSayTheirRoleWithAndWithoutAPlace) {
  EXPECT_EQ(kind_of("!$omp barrier"), std::pair(Paradigm::openmp, RegionRole::barrier));
  EXPECT_EQ(kind_of("!$omp implicit barrier @solve.c:12"),
            std::pair(Paradigm::openmp, RegionRole::implicit_barrier));
  EXPECT_EQ(kind_of("!$omp critical sblock @solve.c:12"), std::pair(Paradigm::openmp, RegionRole::critical));
  EXPECT_EQ(kind_of("!$omp something new"), std::pair(Paradigm::openmp, RegionRole::unknown));
}

}  // namespace
}  // namespace latecomer::trace
