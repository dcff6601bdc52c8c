// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <array>

#include "otf2/enums.h"

namespace latecomer::otf2 {

trace::RegionRole role_from_otf2(OTF2_RegionRole role) {
  using enum trace::RegionRole;
  switch (role) {
    case OTF2_REGION_ROLE_FUNCTION:
      return function;
    case OTF2_REGION_ROLE_WRAPPER:
      return wrapper;
    case OTF2_REGION_ROLE_LOOP:
      return loop;
    case OTF2_REGION_ROLE_CODE:
      return code;
    case OTF2_REGION_ROLE_PARALLEL:
      return parallel;
    case OTF2_REGION_ROLE_SECTIONS:
      return sections;
    case OTF2_REGION_ROLE_SECTION:
      return section;
    case OTF2_REGION_ROLE_WORKSHARE:
      return workshare;
    case OTF2_REGION_ROLE_SINGLE:
    case OTF2_REGION_ROLE_SINGLE_SBLOCK:
      return single;
    case OTF2_REGION_ROLE_MASTER:
      return master;
    case OTF2_REGION_ROLE_CRITICAL:
    case OTF2_REGION_ROLE_CRITICAL_SBLOCK:
      return critical;
    case OTF2_REGION_ROLE_ATOMIC:
      return atomic;
    case OTF2_REGION_ROLE_BARRIER:
      return barrier;
    case OTF2_REGION_ROLE_IMPLICIT_BARRIER:
      return implicit_barrier;
    case OTF2_REGION_ROLE_FLUSH:
      return flush;
    case OTF2_REGION_ROLE_ORDERED:
    case OTF2_REGION_ROLE_ORDERED_SBLOCK:
      return ordered;
    case OTF2_REGION_ROLE_TASK:
    case OTF2_REGION_ROLE_TASK_UNTIED:
      return task;
    case OTF2_REGION_ROLE_TASK_CREATE:
      return task_create;
    case OTF2_REGION_ROLE_TASK_WAIT:
      return taskwait;
    case OTF2_REGION_ROLE_COLL_ONE2ALL:
      return collective_one_to_all;
    case OTF2_REGION_ROLE_COLL_ALL2ONE:
      return collective_all_to_one;
    case OTF2_REGION_ROLE_COLL_ALL2ALL:
      return collective_all_to_all;
    case OTF2_REGION_ROLE_COLL_OTHER:
      return collective_other;
    case OTF2_REGION_ROLE_FILE_IO:
    case OTF2_REGION_ROLE_FILE_IO_METADATA:
      return file_io;
    case OTF2_REGION_ROLE_POINT2POINT:
      return point_to_point;
    case OTF2_REGION_ROLE_RMA:
      return rma;
    case OTF2_REGION_ROLE_DATA_TRANSFER:
      return data_transfer;
    case OTF2_REGION_ROLE_ARTIFICIAL:
      return artificial;
    case OTF2_REGION_ROLE_THREAD_CREATE:
      return thread_create;
    case OTF2_REGION_ROLE_THREAD_WAIT:
      return thread_wait;
    case OTF2_REGION_ROLE_ALLOCATE:
    case OTF2_REGION_ROLE_REALLOCATE:
      return allocate;
    case OTF2_REGION_ROLE_DEALLOCATE:
      return deallocate;
    default:
      return unknown;
  }
}

trace::Paradigm paradigm_from_otf2(OTF2_Paradigm paradigm) {
  using enum trace::Paradigm;
  switch (paradigm) {
    case OTF2_PARADIGM_UNKNOWN:
      return unknown;
    case OTF2_PARADIGM_USER:
      return user;
    case OTF2_PARADIGM_COMPILER:
      return compiler;
    case OTF2_PARADIGM_OPENMP:
      return openmp;
    case OTF2_PARADIGM_MPI:
      return mpi;
    case OTF2_PARADIGM_PTHREAD:
      return pthread;
    case OTF2_PARADIGM_MEASUREMENT_SYSTEM:
      return measurement_system;
    default:
      return other;
  }
}

trace::LocationKind location_kind_from_otf2(OTF2_LocationType type) {
  switch (type) {
    case OTF2_LOCATION_TYPE_CPU_THREAD:
      return trace::LocationKind::cpu_thread;
    case OTF2_LOCATION_TYPE_ACCELERATOR_STREAM:
      return trace::LocationKind::gpu;
    case OTF2_LOCATION_TYPE_METRIC:
      return trace::LocationKind::metric;
    default:
      return trace::LocationKind::other;
  }
}

trace::LocationGroupKind group_kind_from_otf2(OTF2_LocationGroupType type) {
  switch (type) {
    case OTF2_LOCATION_GROUP_TYPE_PROCESS:
      return trace::LocationGroupKind::process;
    case OTF2_LOCATION_GROUP_TYPE_ACCELERATOR:
      return trace::LocationGroupKind::accelerator;
    default:
      return trace::LocationGroupKind::other;
  }
}

trace::CollectiveOp collective_from_otf2(OTF2_CollectiveOp op) {
  using enum trace::CollectiveOp;
  static constexpr auto kByValue = std::to_array({barrier,
                                                  bcast,
                                                  gather,
                                                  gatherv,
                                                  scatter,
                                                  scatterv,
                                                  allgather,
                                                  allgatherv,
                                                  alltoall,
                                                  alltoallv,
                                                  alltoallw,
                                                  allreduce,
                                                  reduce,
                                                  reduce_scatter,
                                                  scan,
                                                  exscan,
                                                  reduce_scatter_block,
                                                  create_handle,
                                                  destroy_handle,
                                                  allocate,
                                                  deallocate,
                                                  create_handle_and_allocate,
                                                  destroy_handle_and_deallocate});
  static_assert(kByValue.size() == OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE + 1);
  return op < kByValue.size() ? kByValue[op] : none;
}

}  // namespace latecomer::otf2
