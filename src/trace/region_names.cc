// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/region_names.h"

#include <algorithm>
#include <iterator>

#include "trace/mpi_regions.h"

namespace latecomer::trace {
namespace {

constexpr std::string_view kDirective = "!$omp ";

struct DirectiveRole {
  std::string_view directive;
  RegionRole role;
};

constexpr DirectiveRole kDirectiveRoles[] = {
    {"parallel", RegionRole::parallel},
    {"for", RegionRole::loop},
    {"do", RegionRole::loop},
    {"sections", RegionRole::sections},
    {"section", RegionRole::section},
    {"workshare", RegionRole::workshare},
    {"single", RegionRole::single},
    {"single sblock", RegionRole::single},
    {"master", RegionRole::master},
    {"critical", RegionRole::critical},
    {"critical sblock", RegionRole::critical},
    {"atomic", RegionRole::atomic},
    {"barrier", RegionRole::barrier},
    {"implicit barrier", RegionRole::implicit_barrier},
    {"flush", RegionRole::flush},
    {"ordered", RegionRole::ordered},
    {"ordered sblock", RegionRole::ordered},
    {"taskwait", RegionRole::taskwait},
    {"task", RegionRole::task},
    {"create task", RegionRole::task_create},
};

/// "!$omp implicit barrier @file.c:12" is an implicit barrier.
RegionRole role_of_directive(std::string_view name) {
  std::string_view directive = name.substr(kDirective.size());
  directive = directive.substr(0, directive.find(" @"));
  const DirectiveRole* found =
      std::find_if(std::begin(kDirectiveRoles), std::end(kDirectiveRoles),
                   [&](const DirectiveRole& each) { return each.directive == directive; });
  return found == std::end(kDirectiveRoles) ? RegionRole::unknown : found->role;
}

}  // namespace

Region region_from_name(std::string_view name) {
  Region region;
  region.name = name;
  region.role = RegionRole::function;
  region.paradigm = Paradigm::user;
  if (name.starts_with(kDirective)) {
    region.paradigm = Paradigm::openmp;
    region.role = role_of_directive(name);
  } else if (name.starts_with("omp_")) {
    region.paradigm = Paradigm::openmp;
  } else if (name.starts_with("pthread_") || name.starts_with("sem_") || name == "usleep") {
    region.paradigm = Paradigm::pthread;
  } else if (name.starts_with("MPI_")) {
    region.paradigm = Paradigm::mpi;
    region.role = role_of_mpi_function(name);
    region.file = "MPI";  // as recorders have it, and tools that look for MPI there
  } else if (name == kMeasurementOff) {
    region.paradigm = Paradigm::measurement_system;
    region.role = RegionRole::artificial;
  }
  return region;
}

}  // namespace latecomer::trace
