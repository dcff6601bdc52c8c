// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string_view>

#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::trace {

/// Names the kinds of events. The table event_kinds.def says what each is, and which fields of an Event it
/// has; all have `time`.
enum class EventKind : uint8_t {
#define EVENT_KIND(kind, ...) kind,
#include "trace/event_kinds.def"
#undef EVENT_KIND
};

/// Sorts collective operations by what their members wait for.
enum class CollectiveOp : uint8_t {
#define COLLECTIVE_OP(op, otf2) op,
#include "trace/collective_ops.def"
#undef COLLECTIVE_OP
  none,
};

/// Is a rank within an event's communicator; kNoRank: none. As the root of an intercommunicator's collective
/// it can be kSelfRank: this process is the root; or kThisGroup: the root is another process of this
/// process's group.
using RankInComm = uint32_t;
inline constexpr RankInComm kNoRank = UINT32_MAX;
inline constexpr RankInComm kSelfRank = UINT32_MAX - 1;
inline constexpr RankInComm kThisGroup = UINT32_MAX - 2;
inline constexpr uint32_t kAnyTag = UINT32_MAX;

/// Says what an operation on a file does. Event::mode() has it together with the bits below.
enum class IoMode : uint8_t { read, write, flush };
inline constexpr uint32_t kIoModeMask = 3;
inline constexpr uint32_t kIoNonblocking = 4;
inline constexpr uint32_t kIoCollective = 8;
inline constexpr uint64_t kNoOffset = UINT64_MAX;

// These numbers say how a file was opened, in Event::flags(); OTF2's numbers for it are these, shifted.
inline constexpr uint32_t kIoReadOnly = 0;
inline constexpr uint32_t kIoWriteOnly = 1;
inline constexpr uint32_t kIoReadWrite = 2;
inline constexpr unsigned kIoCreationShift = 4;
inline constexpr uint32_t kIoCreate = 1U << kIoCreationShift;
inline constexpr uint32_t kIoTruncate = 2U << kIoCreationShift;
inline constexpr uint32_t kIoExclusive = 8U << kIoCreationShift;
inline constexpr uint32_t kIoNoSeek = 512U << kIoCreationShift;
inline constexpr uint32_t kIoUnique = 1024U << kIoCreationShift;
inline constexpr unsigned kIoStatusShift = 16;
inline constexpr uint32_t kIoAppend = 2U << kIoStatusShift;
inline constexpr uint32_t kIoDeleteOnClose = 256U << kIoStatusShift;

inline IoMode io_mode_of(uint32_t number) {
  return static_cast<IoMode>(number & kIoModeMask);
}

/// Is one event of one location, as the archive has it. It is plain data of every kind in one struct, so that
/// reading, writing, printing and condensing are one function each.
struct Event {
  Ticks time;
  EventKind kind = EventKind::other;
  CollectiveOp collective = CollectiveOp::none;
  RegionId region;
  CommId comm;
  RankInComm peer = kNoRank;
  uint32_t tag = 0;
  RankInComm root = kNoRank;
  GroupId sources;  ///< Has the members whose data this location waits for, where it is not everybody's.
  WindowId window;
  IoHandleId io_handle;
  IoFileId io_file;
  CallingContextId calling_context;  ///< Is the call stack; of an enter, the frames that called the region.
  Paradigm paradigm = Paradigm::unknown;
  uint32_t number = 0;
  uint64_t request = 0;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;

  // These functions return members by the names that event_fields.def has for some kinds.
#define FIELD_NAME(name, text, member)
#define OTHER_NAME(name, text, member) \
  auto& name() {                       \
    return member;                     \
  }                                    \
  const auto& name() const {           \
    return member;                     \
  }
#include "trace/event_fields.def"
};

std::string_view name_of(EventKind kind);
std::string_view name_of(CollectiveOp op);

}  // namespace latecomer::trace
