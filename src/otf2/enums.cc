// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/enums.h"

#include <algorithm>
#include <iterator>

#include "otf2/writer_ids.h"

namespace latecomer::otf2 {
namespace {

/// Is a value of ours and what OTF2 calls it. Where one stands for several, it becomes the first of them.
template <class Ours>
struct Pair {
  Ours ours;
  uint8_t otf2;
};

using Role = trace::RegionRole;
constexpr Pair<Role> kRoles[] = {
    {Role::unknown, OTF2_REGION_ROLE_UNKNOWN},
    {Role::function, OTF2_REGION_ROLE_FUNCTION},
    {Role::wrapper, OTF2_REGION_ROLE_WRAPPER},
    {Role::loop, OTF2_REGION_ROLE_LOOP},
    {Role::code, OTF2_REGION_ROLE_CODE},
    {Role::parallel, OTF2_REGION_ROLE_PARALLEL},
    {Role::sections, OTF2_REGION_ROLE_SECTIONS},
    {Role::section, OTF2_REGION_ROLE_SECTION},
    {Role::workshare, OTF2_REGION_ROLE_WORKSHARE},
    {Role::single, OTF2_REGION_ROLE_SINGLE},
    {Role::single, OTF2_REGION_ROLE_SINGLE_SBLOCK},
    {Role::master, OTF2_REGION_ROLE_MASTER},
    {Role::critical, OTF2_REGION_ROLE_CRITICAL},
    {Role::critical, OTF2_REGION_ROLE_CRITICAL_SBLOCK},
    {Role::atomic, OTF2_REGION_ROLE_ATOMIC},
    {Role::barrier, OTF2_REGION_ROLE_BARRIER},
    {Role::implicit_barrier, OTF2_REGION_ROLE_IMPLICIT_BARRIER},
    {Role::flush, OTF2_REGION_ROLE_FLUSH},
    {Role::ordered, OTF2_REGION_ROLE_ORDERED},
    {Role::ordered, OTF2_REGION_ROLE_ORDERED_SBLOCK},
    {Role::taskwait, OTF2_REGION_ROLE_TASK_WAIT},
    {Role::task, OTF2_REGION_ROLE_TASK},
    {Role::task, OTF2_REGION_ROLE_TASK_UNTIED},
    {Role::task_create, OTF2_REGION_ROLE_TASK_CREATE},
    {Role::thread_create, OTF2_REGION_ROLE_THREAD_CREATE},
    {Role::thread_wait, OTF2_REGION_ROLE_THREAD_WAIT},
    {Role::allocate, OTF2_REGION_ROLE_ALLOCATE},
    {Role::allocate, OTF2_REGION_ROLE_REALLOCATE},
    {Role::deallocate, OTF2_REGION_ROLE_DEALLOCATE},
    {Role::file_io, OTF2_REGION_ROLE_FILE_IO},
    {Role::file_io, OTF2_REGION_ROLE_FILE_IO_METADATA},
    {Role::point_to_point, OTF2_REGION_ROLE_POINT2POINT},
    {Role::rma, OTF2_REGION_ROLE_RMA},
    {Role::data_transfer, OTF2_REGION_ROLE_DATA_TRANSFER},
    {Role::artificial, OTF2_REGION_ROLE_ARTIFICIAL},
    {Role::collective_one_to_all, OTF2_REGION_ROLE_COLL_ONE2ALL},
    {Role::collective_all_to_one, OTF2_REGION_ROLE_COLL_ALL2ONE},
    {Role::collective_all_to_all, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {Role::collective_other, OTF2_REGION_ROLE_COLL_OTHER},
    {Role::phase, OTF2_REGION_ROLE_CODE},
};

constexpr Pair<trace::Paradigm> kParadigms[] = {
    {trace::Paradigm::unknown, OTF2_PARADIGM_UNKNOWN},
    {trace::Paradigm::user, OTF2_PARADIGM_USER},
    {trace::Paradigm::compiler, OTF2_PARADIGM_COMPILER},
    {trace::Paradigm::openmp, OTF2_PARADIGM_OPENMP},
    {trace::Paradigm::mpi, OTF2_PARADIGM_MPI},
    {trace::Paradigm::pthread, OTF2_PARADIGM_PTHREAD},
    {trace::Paradigm::sampling, OTF2_PARADIGM_SAMPLING},
    {trace::Paradigm::measurement_system, OTF2_PARADIGM_MEASUREMENT_SYSTEM},
};

constexpr Pair<trace::LocationKind> kLocationKinds[] = {
    {trace::LocationKind::cpu_thread, OTF2_LOCATION_TYPE_CPU_THREAD},
    {trace::LocationKind::gpu, OTF2_LOCATION_TYPE_ACCELERATOR_STREAM},
    {trace::LocationKind::metric, OTF2_LOCATION_TYPE_METRIC},
};

constexpr Pair<trace::LocationGroupKind> kGroupKinds[] = {
    {trace::LocationGroupKind::process, OTF2_LOCATION_GROUP_TYPE_PROCESS},
    {trace::LocationGroupKind::accelerator, OTF2_LOCATION_GROUP_TYPE_ACCELERATOR},
};

constexpr Pair<trace::CollectiveOp> kCollectives[] = {
#define COLLECTIVE_OP(op, otf2) {trace::CollectiveOp::op, otf2},
#include "trace/collective_ops.def"
#undef COLLECTIVE_OP
};

template <class Pairs, class Ours>
Ours ours(const Pairs& pairs, uint8_t otf2, Ours otherwise) {
  const auto found = std::ranges::find(pairs, otf2, &Pair<Ours>::otf2);
  return found == std::end(pairs) ? otherwise : found->ours;
}

template <class Pairs, class Ours>
uint8_t otf2s(const Pairs& pairs, Ours value, uint8_t otherwise) {
  const auto found = std::ranges::find(pairs, value, &Pair<Ours>::ours);
  return found == std::end(pairs) ? otherwise : found->otf2;
}

}  // namespace

OTF2_RegionFlag flags_of(trace::RegionRole role) {
  return role == Role::phase ? OTF2_REGION_FLAG_PHASE : OTF2_REGION_FLAG_NONE;
}

trace::RegionRole role_from_otf2(OTF2_RegionRole role, OTF2_RegionFlag flags) {
  if ((flags & OTF2_REGION_FLAG_PHASE) != 0) return Role::phase;
  return ours(kRoles, role, Role::unknown);
}

trace::Paradigm paradigm_from_otf2(OTF2_Paradigm paradigm) {
  return ours(kParadigms, paradigm, trace::Paradigm::other);
}

trace::LocationKind location_kind_from_otf2(OTF2_LocationType type) {
  return ours(kLocationKinds, type, trace::LocationKind::other);
}

trace::LocationGroupKind group_kind_from_otf2(OTF2_LocationGroupType type) {
  return ours(kGroupKinds, type, trace::LocationGroupKind::other);
}

trace::CollectiveOp collective_from_otf2(OTF2_CollectiveOp op) {
  return ours(kCollectives, op, trace::CollectiveOp::none);
}

namespace {

constexpr unsigned kCreationShift = trace::kIoCreationShift;
constexpr unsigned kStatusShift = trace::kIoStatusShift;
constexpr uint32_t kAccessMask = (1U << kCreationShift) - 1;
constexpr uint32_t kCreationMask = (1U << (kStatusShift - kCreationShift)) - 1;
static_assert(trace::kIoReadWrite == OTF2_IO_ACCESS_MODE_READ_WRITE);
static_assert(trace::kIoUnique == OTF2_IO_CREATION_FLAG_UNIQUE << kCreationShift);
static_assert(trace::kIoDeleteOnClose == OTF2_IO_STATUS_FLAG_DELETE_ON_CLOSE << kStatusShift);

}  // namespace

uint32_t pack_io_flags(const IoHandleFlags& flags) {
  return (flags.access & kAccessMask) | (flags.creation & kCreationMask) << kCreationShift |
         flags.status << kStatusShift;
}

IoHandleFlags unpack_io_flags(uint32_t packed) {
  return {static_cast<OTF2_IoAccessMode>(packed & kAccessMask), packed >> kCreationShift & kCreationMask,
          packed >> kStatusShift};
}

trace::IoParadigm io_paradigm_from_otf2(std::string_view identification) {
  if (identification == kMpiIo) return trace::IoParadigm::mpi;
  return identification == kPosixIo ? trace::IoParadigm::posix : trace::IoParadigm::other;
}

OTF2_Paradigm to_otf2(trace::Paradigm paradigm) {
  return otf2s(kParadigms, paradigm, OTF2_PARADIGM_UNKNOWN);
}

OTF2_RegionRole to_otf2(trace::RegionRole role) {
  return otf2s(kRoles, role, OTF2_REGION_ROLE_UNKNOWN);
}

OTF2_LocationType to_otf2(trace::LocationKind kind) {
  return otf2s(kLocationKinds, kind, OTF2_LOCATION_TYPE_UNKNOWN);
}

OTF2_LocationGroupType to_otf2(trace::LocationGroupKind kind) {
  return otf2s(kGroupKinds, kind, OTF2_LOCATION_GROUP_TYPE_UNKNOWN);
}

OTF2_CollectiveOp to_otf2(trace::CollectiveOp op) {
  return otf2s(kCollectives, op, OTF2_COLLECTIVE_OP_BARRIER);
}

}  // namespace latecomer::otf2
