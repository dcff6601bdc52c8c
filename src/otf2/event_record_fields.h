// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <algorithm>

#include "otf2/archive_ids.h"
#include "otf2/enums.h"
#include "otf2/mapping_tables.h"
#include "otf2/writer_ids.h"
#include "trace/event.h"

// These types say what the fields of event records are in an Event. Each has two functions, and a table if it
// is a reference that locations may map:
//
//     set     puts the field's value into the event; false if it refers to what is not defined
//             (references count the global definitions)
//     get     returns the value with which the event is written, unless no event is
//     kTable  is the mapping table that makes the reference a global one
namespace latecomer::otf2::fields {

using trace::Event;
using trace::EventKind;

/// Is a number that is in the event as it is.
template <auto member>
struct Number {
  template <class Value>
  static bool set(Event& event, Value value, const ArchiveIds&) {
    event.*member = static_cast<std::remove_reference_t<decltype(event.*member)>>(value);
    return true;
  }
  static auto get(const Event& event) { return event.*member; }
};
using Tag = Number<&Event::tag>;
using SentBytes = Number<&Event::bytes_sent>;
using Seek = SentBytes;
using ReceivedBytes = Number<&Event::bytes_received>;
using Position = ReceivedBytes;
using Request = Number<&Event::request>;
using Operation = Request;
using Lock = Request;
using Thread = Request;
using ThreadCount = Number<&Event::number>;
using Order = ThreadCount;
using Whence = ThreadCount;

/// Is a field that events do not have; it is written as that value.
template <auto value>
struct Unused {
  template <class Value>
  static bool set(Event&, Value, const ArchiveIds&) {
    return true;
  }
  static auto get(const Event&) { return value; }
};
inline constexpr OTF2_RmaSyncLevel kSyncLevel = OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;
using SyncLevel = Unused<kSyncLevel>;
using AtomicType = Unused<OTF2_RMA_ATOMIC_TYPE_ACCUMULATE>;
using UnwindDistance = Unused<OTF2_UNDEFINED_UINT32>;
using InterruptGenerator = Unused<OTF2_UNDEFINED_INTERRUPT_GENERATOR>;
using ArgumentCount = Unused<0U>;
using Arguments = Unused<nullptr>;
using ExitStatus = Unused<OTF2_UNDEFINED_INT64>;

/// Is a definition, whose position is its reference where it is written.
template <auto member, auto ids_of_kind, auto table>
struct Reference {
  static constexpr auto kTable = table;
  static bool set(Event& event, uint32_t ref, const ArchiveIds& ids) {
    event.*member = (ids.*ids_of_kind).find(ref);
    return (event.*member).valid();
  }
  static uint32_t get(const Event& event) { return (event.*member).value; }
};
using Region = Reference<&Event::region, &ArchiveIds::regions, &MappingTables::regions>;
using Comm = Reference<&Event::comm, &ArchiveIds::communicators, &MappingTables::communicators>;
using Team = Reference<&Event::comm, &ArchiveIds::teams, &MappingTables::communicators>;
using Window = Reference<&Event::window, &ArchiveIds::windows, &MappingTables::windows>;
using Handle = Reference<&Event::io_handle, &ArchiveIds::io_handles, &MappingTables::io_handles>;
using File = Reference<&Event::io_file, &ArchiveIds::io_files, &MappingTables::io_files>;
using CallingContext =
    Reference<&Event::calling_context, &ArchiveIds::calling_contexts, &MappingTables::calling_contexts>;

struct CommOrTeam : Comm {
  static bool set(Event& event, uint32_t ref, const ArchiveIds& ids) {
    return Comm::set(event, ref, ids) || Team::set(event, ref, ids);
  }
};

/// Names the threads among which one is numbered, if that is recorded.
struct Threads : Team {
  static bool set(Event& event, uint32_t ref, const ArchiveIds& ids) {
    return Team::set(event, ref, ids) || ref == OTF2_UNDEFINED_COMM;
  }
};

struct Group : Reference<&Event::sources, &ArchiveIds::groups, &MappingTables::groups> {
  static uint32_t get(const Event& event) { return group_ref(event.group()); }
};

struct ProgramName : Reference<&Event::region, &ArchiveIds::programs, &MappingTables::strings> {
  static uint32_t get(const Event& event) { return name_ref(event.region); }
};

/// Is a region with the frames that called it.
struct RegionOfContext {
  static constexpr auto kTable = &MappingTables::calling_contexts;
  static bool set(Event& event, uint32_t ref, const ArchiveIds& ids) {
    const EnteredContextId id = ids.entered_contexts.find(ref);
    if (!id.valid()) return false;
    event.region = ids.entered[id.index()].region;
    if (event.kind == EventKind::enter) event.calling_context = ids.entered[id.index()].stack;
    return true;
  }
};

struct Parameter {
  static constexpr auto kTable = &MappingTables::parameters;
  static bool set(Event& event, uint32_t ref, const ArchiveIds& ids) {
    const ExtensionId id = ids.extensions.find(ref);
    if (id.valid()) event.kind = extension_events()[id.index()];
    return true;
  }
  static uint32_t get(const Event& event) { return extension_of(event.kind).value; }
};

/// Returns the lowest number that is no rank in the event's communicator or window; it has either.
inline uint32_t rank_limit(const Event& event, const ArchiveIds& ids) {
  if (event.comm.valid()) return ids.rank_limits[event.comm.index()];
  return event.window.valid() ? ids.window_rank_limits[event.window.index()] : 0;
}

using Peer = Number<&Event::peer>;
/// Is the communicator of the peer, which comes before it.
struct CommOfPeer : Comm {
  static bool set(Event& event, uint32_t ref, const ArchiveIds& ids) {
    return Comm::set(event, ref, ids) && event.peer < rank_limit(event, ids);
  }
};

struct Target : Peer {
  static bool set(Event& event, uint32_t rank, const ArchiveIds& ids) {
    event.target() = rank;
    return rank < rank_limit(event, ids);
  }
};
struct LockTarget : Peer {
  static_assert(OTF2_UNDEFINED_UINT32 == trace::kNoRank);  // all members
  static bool set(Event& event, uint32_t rank, const ArchiveIds& ids) {
    return rank == trace::kNoRank || Target::set(event, rank, ids);
  }
};

struct Root : Number<&Event::root> {
  static_assert(OTF2_COLLECTIVE_ROOT_NONE == trace::kNoRank &&
                OTF2_COLLECTIVE_ROOT_SELF == trace::kSelfRank &&
                OTF2_COLLECTIVE_ROOT_THIS_GROUP == trace::kThisGroup);
  static bool set(Event& event, uint32_t root, const ArchiveIds& ids) {
    event.root = root;
    return root >= trace::kThisGroup || root < rank_limit(event, ids);
  }
};

struct Op {
  static bool set(Event& event, OTF2_CollectiveOp op, const ArchiveIds&) {
    event.collective = collective_from_otf2(op);
    return true;
  }
  static OTF2_CollectiveOp get(const Event& event) { return to_otf2(event.collective); }
};

struct Paradigm {
  static bool set(Event& event, OTF2_Paradigm paradigm, const ArchiveIds&) {
    event.paradigm = paradigm_from_otf2(paradigm);
    return true;
  }
  static OTF2_Paradigm get(const Event& event) { return to_otf2(event.paradigm); }
};

struct LockType {
  static bool set(Event& event, OTF2_LockType type, const ArchiveIds&) {
    event.exclusive() = type == OTF2_LOCK_EXCLUSIVE ? 1 : 0;
    return true;
  }
  static OTF2_LockType get(const Event& event) {
    return event.exclusive() != 0 ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
  }
};

struct GroupSyncLevel {
  static bool set(Event& event, OTF2_RmaSyncLevel level, const ArchiveIds&) {
    const bool unsuccessful = level == OTF2_RMA_SYNC_LEVEL_NONE;
    event.kind = unsuccessful ? EventKind::rma_group_test : EventKind::rma_group_sync;
    return true;
  }
  static OTF2_RmaSyncLevel get(const Event& event) {
    if (event.kind == EventKind::rma_group_test) return OTF2_RMA_SYNC_LEVEL_NONE;
    return kSyncLevel;
  }
};

struct OnOrOff {
  static bool set(Event& event, OTF2_MeasurementMode mode, const ArchiveIds&) {
    event.kind = mode == OTF2_MEASUREMENT_ON ? EventKind::measurement_on : EventKind::measurement_off;
    return true;
  }
  static OTF2_MeasurementMode get(const Event& event) {
    return event.kind == EventKind::measurement_on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF;
  }
};

/// Is the end of what began at the event's time.
struct Stop {
  static bool set(Event& event, OTF2_TimeStamp stop, const ArchiveIds&) {
    const auto begin = static_cast<OTF2_TimeStamp>(event.time.count);
    event.ticks() = stop > begin ? stop - begin : 0;
    return true;
  }
  static OTF2_TimeStamp get(const Event& event) {
    return static_cast<OTF2_TimeStamp>(event.time.count) + event.ticks();
  }
};

/// Is one of the three parts of how a file was opened.
template <auto part>
struct OpenedAs {
  template <class Value>
  static bool set(Event& event, Value value, const ArchiveIds&) {
    IoHandleFlags flags;
    flags.*part = value;
    event.flags() |= pack_io_flags(flags);
    return true;
  }
  static auto get(const Event& event) { return unpack_io_flags(event.flags()).*part; }
};
using AccessMode = OpenedAs<&IoHandleFlags::access>;
using CreationFlags = OpenedAs<&IoHandleFlags::creation>;
using StatusFlags = OpenedAs<&IoHandleFlags::status>;

struct FileParadigm {
  static bool set(Event& event, OTF2_IoParadigmRef paradigm, const ArchiveIds& ids) {
    const bool by_mpi = paradigm == ids.mpi_io && paradigm != OTF2_UNDEFINED_IO_PARADIGM;
    event.by_mpi() = by_mpi ? 1 : 0;
    return true;
  }
  static OTF2_IoParadigmRef get(const Event& event) {
    return io_paradigm_ref(event.by_mpi() != 0 ? trace::IoParadigm::mpi : trace::IoParadigm::posix);
  }
};

struct Mode {
  static bool set(Event& event, OTF2_IoOperationMode mode, const ArchiveIds&) {
    constexpr uint32_t kLastMode = OTF2_IO_OPERATION_MODE_FLUSH;
    event.mode() = std::min<uint32_t>(mode, kLastMode);
    return true;
  }
  static OTF2_IoOperationMode get(const Event& event) {
    return static_cast<OTF2_IoOperationMode>(trace::io_mode_of(event.mode()));
  }
};
/// Says how the operation is done, in the bits after the mode.
struct ModeFlags {
  static bool set(Event& event, OTF2_IoOperationFlag flags, const ArchiveIds&) {
    if ((flags & OTF2_IO_OPERATION_FLAG_NON_BLOCKING) != 0) event.mode() |= trace::kIoNonblocking;
    if ((flags & OTF2_IO_OPERATION_FLAG_COLLECTIVE) != 0) event.mode() |= trace::kIoCollective;
    return true;
  }
  static OTF2_IoOperationFlag get(const Event& event) {
    OTF2_IoOperationFlag flags = OTF2_IO_OPERATION_FLAG_NONE;
    if ((event.mode() & trace::kIoNonblocking) != 0) flags |= OTF2_IO_OPERATION_FLAG_NON_BLOCKING;
    if ((event.mode() & trace::kIoCollective) != 0) flags |= OTF2_IO_OPERATION_FLAG_COLLECTIVE;
    return flags;
  }
};

}  // namespace latecomer::otf2::fields
