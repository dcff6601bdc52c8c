// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "trace/event.h"

// Events as the running program stores them: records of 32 bytes, most events one, the others two. A file of
// them ends at the first record whose mark is 0; files are made of zeros. Of an event, the mark of its first
// record is stored last, so however a process dies, what the file holds up to its end is whole events.
namespace latecomer::record {

struct RawRecord {
  int64_t time = 0;    ///< ticks; in a second record: bytes received
  uint64_t wide = 0;   ///< bytes, or a request; in a second record: the request
  uint32_t id = 0;     ///< region or communicator; in a second record: the number of partitions
  uint32_t rank = 0;   ///< peer or root
  uint32_t extra = 0;  ///< tag, sources or a partition
  uint8_t mark = 0;    ///< 0: nothing here; else the event's kind + 1, kFiller or kSecond
  uint8_t collective = 0;
  uint16_t unused = 0;
};
static_assert(sizeof(RawRecord) == 32);

inline constexpr uint8_t kFiller =
    0xff;  ///< a record left out, because an event of two did not fit before the end
inline constexpr uint8_t kSecond = 0xfe;  ///< the second record of an event
inline constexpr size_t kMaxRecordsPerEvent = 2;

/// Which fields events of a kind have.
enum class RawShape : uint8_t { bare, region, comm, message, probe, request, partition, collective, flush };

constexpr RawShape shape_of(trace::EventKind kind) {
  using enum trace::EventKind;
  switch (kind) {
    case enter:
    case leave:
    case program_begin:
    case program_end:
      return RawShape::region;
    case send:
    case isend:
    case recv:
    case irecv:
    case psend_init:
    case precv_init:
      return RawShape::message;
    case probe:
    case receive_pending:
      return RawShape::probe;
    case isend_complete:
    case irecv_request:
    case request_test:
    case request_cancelled:
    case icollective_request:
    case match:
    case psend_request:
    case precv_request:
    case psend_complete:
    case precv_complete:
      return RawShape::request;
    case pready:
    case parrived:
    case ptested:
      return RawShape::partition;
    case collective_end:
    case icollective_complete:
      return RawShape::collective;
    case comm_create:
    case comm_destroy:
      return RawShape::comm;
    case buffer_flush:
      return RawShape::flush;
    case collective_begin:
    case other_world:
    case measurement_off:
    case measurement_on:
    case other:
      break;
    // Nothing that the recorder wraps writes these.
    case thread_fork:
    case thread_join:
    case team_begin:
    case team_end:
    case acquire_lock:
    case release_lock:
    case rma_win_create:
    case rma_win_destroy:
    case rma_collective_begin:
    case rma_collective_end:
    case rma_group_sync:
    case rma_request_lock:
    case rma_acquire_lock:
    case rma_release_lock:
    case rma_put:
    case rma_get:
    case rma_atomic:
      break;
  }
  return RawShape::bare;
}

constexpr bool is_send(trace::EventKind kind) {
  return kind == trace::EventKind::send || kind == trace::EventKind::isend ||
         kind == trace::EventKind::psend_init;
}

constexpr bool has_second(trace::EventKind kind) {
  const bool is_blocking_message = kind == trace::EventKind::send || kind == trace::EventKind::recv;
  return shape_of(kind) == RawShape::collective ||
         (shape_of(kind) == RawShape::message && !is_blocking_message);
}

/// Stores `event` at `to`, where there is room for kMaxRecordsPerEvent. Returns the number of records used.
inline size_t encode(const trace::Event& event, RawRecord* to) noexcept {
  RawRecord& first = to[0];
  first.time = event.time.count;
  switch (shape_of(event.kind)) {
    case RawShape::bare:
      break;
    case RawShape::region:
      first.id = event.region.value;
      break;
    case RawShape::comm:
      first.id = event.comm.value;
      break;
    case RawShape::request:
      first.wide = event.request;
      break;
    case RawShape::flush:
      first.wide = event.bytes_sent;
      break;
    case RawShape::message:
      first.id = event.comm.value;
      first.rank = event.peer;
      first.extra = event.tag;
      first.wide = is_send(event.kind) ? event.bytes_sent : event.bytes_received;
      break;
    case RawShape::probe:
      first.id = event.comm.value;
      first.rank = event.peer;
      first.extra = event.tag;
      first.wide = event.request;
      break;
    case RawShape::partition:
      first.extra = event.number;
      first.wide = event.request;
      break;
    case RawShape::collective:
      first.id = event.comm.value;
      first.rank = event.root;
      first.extra = event.sources.value;
      first.collective = static_cast<uint8_t>(event.collective);
      first.wide = event.bytes_sent;
      break;
  }
  const bool second = has_second(event.kind);
  if (second) {
    to[1].time = static_cast<int64_t>(event.bytes_received);
    to[1].wide = event.request;
    to[1].id = event.number;
    to[1].mark = kSecond;
  }
  std::atomic_ref<uint8_t>(first.mark).store(static_cast<uint8_t>(event.kind) + 1, std::memory_order_release);
  return second ? 2 : 1;
}

/// Reads the events at the start of `records` and gives each to `take`. Returns the number of records used
/// up: fewer than there are at the end of the file, or when the last event continues behind them.
template <class Take>
size_t decode(std::span<const RawRecord> records, Take&& take);

/// The event whose records start at `records[0]`, which holds an event (not a filler).
trace::Event decode_one(const RawRecord* records);

template <class Take>
size_t decode(std::span<const RawRecord> records, Take&& take) {
  size_t position = 0;
  while (position < records.size()) {
    const uint8_t mark = records[position].mark;
    if (mark == kFiller) {
      ++position;
      continue;
    }
    if (mark == 0 || mark > static_cast<uint8_t>(trace::EventKind::other) + 1) break;
    const size_t used = has_second(static_cast<trace::EventKind>(mark - 1)) ? 2 : 1;
    if (position + used > records.size()) break;
    take(decode_one(&records[position]));
    position += used;
  }
  return position;
}

}  // namespace latecomer::record
