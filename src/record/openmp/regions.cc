// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/openmp/regions.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "record/core/called_regions.h"

namespace latecomer::record::openmp {

namespace {

using trace::RegionRole;

struct Named {
  std::string_view name;
  RegionRole role;
};

// By Construct.
constexpr std::array kRegions = {Named{"", RegionRole::unknown},
                                 Named{"!$omp parallel", RegionRole::parallel},
                                 Named{"!$omp barrier", RegionRole::barrier},
                                 Named{"!$omp implicit barrier", RegionRole::implicit_barrier},
                                 Named{"!$omp taskwait", RegionRole::taskwait},
                                 Named{"!$omp taskgroup", RegionRole::code},
                                 Named{"!$omp task", RegionRole::task},
                                 Named{"!$omp for", RegionRole::loop},
                                 Named{"!$omp sections", RegionRole::sections},
                                 Named{"!$omp single", RegionRole::single},
                                 Named{"!$omp workshare", RegionRole::workshare},
                                 Named{"!$omp distribute", RegionRole::loop},
                                 Named{"!$omp taskloop", RegionRole::loop},
                                 Named{"!$omp scope", RegionRole::workshare},
                                 Named{"!$omp master", RegionRole::master},
                                 Named{"!$omp critical", RegionRole::critical},
                                 Named{"omp_set_lock", RegionRole::wrapper},
                                 Named{"omp_set_nest_lock", RegionRole::wrapper}};
static_assert(kRegions.size() == static_cast<size_t>(Construct::nest_lock) + 1);

}  // namespace

trace::RegionId region_of(Construct construct) noexcept {
  constinit static CalledRegions<kRegions.size()> regions;
  const auto position = static_cast<size_t>(construct);
  return regions.of(position, kRegions[position].name, trace::Paradigm::openmp, kRegions[position].role);
}

// Kinds that are newer than this header are numbers.
Construct construct_of(ompt_sync_region_t kind) noexcept {
  constexpr int kImplicitOfWorkshare = 8;
  constexpr int kImplicitOfParallel = 9;
  switch (static_cast<int>(kind)) {
    case ompt_sync_region_barrier_implicit:
    case kImplicitOfWorkshare:
    case kImplicitOfParallel:
      return Construct::implicit_barrier;
    case ompt_sync_region_barrier:
    case ompt_sync_region_barrier_explicit:
    case ompt_sync_region_barrier_implementation:  // of gcc's programs: explicit, or implicit
      return Construct::barrier;
    case ompt_sync_region_taskwait:
      return Construct::taskwait;
    case ompt_sync_region_taskgroup:
      return Construct::taskgroup;
    default:
      return Construct::none;
  }
}

Construct construct_of(ompt_work_t kind) noexcept {
  constexpr int kFirstLoopWithSchedule = 10;
  constexpr int kLastLoopWithSchedule = 13;
  if (kind >= kFirstLoopWithSchedule && kind <= kLastLoopWithSchedule) return Construct::loop;
  switch (kind) {
    case ompt_work_loop:
      return Construct::loop;
    case ompt_work_sections:
      return Construct::sections;
    case ompt_work_single_executor:
      return Construct::single;
    case ompt_work_workshare:
      return Construct::workshare;
    case ompt_work_distribute:
      return Construct::distribute;
    case ompt_work_taskloop:
      return Construct::taskloop;
    case ompt_work_scope:
      return Construct::scope;
    default:
      return Construct::none;
  }
}

// An ordered region waits for the iteration before, which nobody says; atomic operations are too short.
Construct construct_of(ompt_mutex_t kind) noexcept {
  switch (kind) {
    case ompt_mutex_critical:
      return Construct::critical;
    case ompt_mutex_lock:
    case ompt_mutex_test_lock:
      return Construct::lock;
    case ompt_mutex_nest_lock:
    case ompt_mutex_test_nest_lock:
      return Construct::nest_lock;
    default:
      return Construct::none;
  }
}

}  // namespace latecomer::record::openmp
