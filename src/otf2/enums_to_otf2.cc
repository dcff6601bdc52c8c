// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/enums.h"

namespace latecomer::otf2 {

OTF2_Paradigm to_otf2(trace::Paradigm paradigm) {
  using enum trace::Paradigm;
  switch (paradigm) {
    case user:
      return OTF2_PARADIGM_USER;
    case compiler:
      return OTF2_PARADIGM_COMPILER;
    case openmp:
      return OTF2_PARADIGM_OPENMP;
    case mpi:
      return OTF2_PARADIGM_MPI;
    case pthread:
      return OTF2_PARADIGM_PTHREAD;
    case measurement_system:
      return OTF2_PARADIGM_MEASUREMENT_SYSTEM;
    case unknown:
    case other:
      break;
  }
  return OTF2_PARADIGM_UNKNOWN;
}

OTF2_RegionRole to_otf2(trace::RegionRole role) {
  using enum trace::RegionRole;
  switch (role) {
    case unknown:
      return OTF2_REGION_ROLE_UNKNOWN;
    case function:
      return OTF2_REGION_ROLE_FUNCTION;
    case wrapper:
      return OTF2_REGION_ROLE_WRAPPER;
    case loop:
      return OTF2_REGION_ROLE_LOOP;
    case code:
      return OTF2_REGION_ROLE_CODE;
    case parallel:
      return OTF2_REGION_ROLE_PARALLEL;
    case sections:
      return OTF2_REGION_ROLE_SECTIONS;
    case section:
      return OTF2_REGION_ROLE_SECTION;
    case workshare:
      return OTF2_REGION_ROLE_WORKSHARE;
    case single:
      return OTF2_REGION_ROLE_SINGLE;
    case master:
      return OTF2_REGION_ROLE_MASTER;
    case critical:
      return OTF2_REGION_ROLE_CRITICAL;
    case atomic:
      return OTF2_REGION_ROLE_ATOMIC;
    case barrier:
      return OTF2_REGION_ROLE_BARRIER;
    case implicit_barrier:
      return OTF2_REGION_ROLE_IMPLICIT_BARRIER;
    case flush:
      return OTF2_REGION_ROLE_FLUSH;
    case ordered:
      return OTF2_REGION_ROLE_ORDERED;
    case taskwait:
      return OTF2_REGION_ROLE_TASK_WAIT;
    case task:
      return OTF2_REGION_ROLE_TASK;
    case task_create:
      return OTF2_REGION_ROLE_TASK_CREATE;
    case thread_create:
      return OTF2_REGION_ROLE_THREAD_CREATE;
    case thread_wait:
      return OTF2_REGION_ROLE_THREAD_WAIT;
    case allocate:
      return OTF2_REGION_ROLE_ALLOCATE;
    case deallocate:
      return OTF2_REGION_ROLE_DEALLOCATE;
    case file_io:
      return OTF2_REGION_ROLE_FILE_IO;
    case point_to_point:
      return OTF2_REGION_ROLE_POINT2POINT;
    case rma:
      return OTF2_REGION_ROLE_RMA;
    case data_transfer:
      return OTF2_REGION_ROLE_DATA_TRANSFER;
    case artificial:
      return OTF2_REGION_ROLE_ARTIFICIAL;
    case collective_one_to_all:
      return OTF2_REGION_ROLE_COLL_ONE2ALL;
    case collective_all_to_one:
      return OTF2_REGION_ROLE_COLL_ALL2ONE;
    case collective_all_to_all:
      return OTF2_REGION_ROLE_COLL_ALL2ALL;
    case collective_other:
      return OTF2_REGION_ROLE_COLL_OTHER;
  }
  return OTF2_REGION_ROLE_UNKNOWN;
}

OTF2_LocationType to_otf2(trace::LocationKind kind) {
  switch (kind) {
    case trace::LocationKind::cpu_thread:
      return OTF2_LOCATION_TYPE_CPU_THREAD;
    case trace::LocationKind::gpu:
      return OTF2_LOCATION_TYPE_ACCELERATOR_STREAM;
    case trace::LocationKind::metric:
      return OTF2_LOCATION_TYPE_METRIC;
    case trace::LocationKind::other:
      break;
  }
  return OTF2_LOCATION_TYPE_UNKNOWN;
}

OTF2_LocationGroupType to_otf2(trace::LocationGroupKind kind) {
  switch (kind) {
    case trace::LocationGroupKind::process:
      return OTF2_LOCATION_GROUP_TYPE_PROCESS;
    case trace::LocationGroupKind::accelerator:
      return OTF2_LOCATION_GROUP_TYPE_ACCELERATOR;
    case trace::LocationGroupKind::other:
      break;
  }
  return OTF2_LOCATION_GROUP_TYPE_UNKNOWN;
}

OTF2_CollectiveOp to_otf2(trace::CollectiveOp op) {
  using enum trace::CollectiveOp;
  switch (op) {
    case barrier:
      return OTF2_COLLECTIVE_OP_BARRIER;
    case bcast:
      return OTF2_COLLECTIVE_OP_BCAST;
    case gather:
      return OTF2_COLLECTIVE_OP_GATHER;
    case gatherv:
      return OTF2_COLLECTIVE_OP_GATHERV;
    case scatter:
      return OTF2_COLLECTIVE_OP_SCATTER;
    case scatterv:
      return OTF2_COLLECTIVE_OP_SCATTERV;
    case allgather:
      return OTF2_COLLECTIVE_OP_ALLGATHER;
    case allgatherv:
      return OTF2_COLLECTIVE_OP_ALLGATHERV;
    case alltoall:
      return OTF2_COLLECTIVE_OP_ALLTOALL;
    case alltoallv:
      return OTF2_COLLECTIVE_OP_ALLTOALLV;
    case alltoallw:
      return OTF2_COLLECTIVE_OP_ALLTOALLW;
    case allreduce:
      return OTF2_COLLECTIVE_OP_ALLREDUCE;
    case reduce:
      return OTF2_COLLECTIVE_OP_REDUCE;
    case reduce_scatter:
      return OTF2_COLLECTIVE_OP_REDUCE_SCATTER;
    case reduce_scatter_block:
      return OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK;
    case scan:
      return OTF2_COLLECTIVE_OP_SCAN;
    case exscan:
      return OTF2_COLLECTIVE_OP_EXSCAN;
    case create_handle:
      return OTF2_COLLECTIVE_OP_CREATE_HANDLE;
    case destroy_handle:
      return OTF2_COLLECTIVE_OP_DESTROY_HANDLE;
    case allocate:
      return OTF2_COLLECTIVE_OP_ALLOCATE;
    case deallocate:
      return OTF2_COLLECTIVE_OP_DEALLOCATE;
    case create_handle_and_allocate:
      return OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE;
    case destroy_handle_and_deallocate:
      return OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE;
    case none:
      break;
  }
  return OTF2_COLLECTIVE_OP_BARRIER;
}

}  // namespace latecomer::otf2
