// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "trace/event_kinds.h"

// Events as the running program stores them: records of 16 bytes. Enter and leave, which are the most, are
// one each, others up to four. A file of them ends at the first event whose mark is 0; files are made of
// zeros. Of an event, the mark is stored last, so however a process dies, what the file holds up to its end
// is whole events.
namespace latecomer::record {

struct RawRecord {
  uint64_t wide =
      0;  ///< Is the head, mark and time, in an event's first record; bytes or a request in the others.
  uint32_t id = 0;     ///< Is a region, communicator, window or file; in the second record a peer.
  uint32_t extra = 0;  ///< Is a tag, sources, stack or number; in the second record the rest.
};
static_assert(sizeof(RawRecord) == 16);

// The head has the mark in its lowest bits: 0: nothing here; else the event's kind + 1, or kFiller. So there
// are 57 bits for the time, in which nanoseconds fit that make four years since the machine was started.
inline constexpr unsigned kMarkBits = 7;
inline constexpr uint64_t kMarkMask = (uint64_t{1} << kMarkBits) - 1;
/// Marks a record left out, because an event did not fit before the end of the chunk.
inline constexpr uint64_t kFiller = kMarkMask;
static_assert(static_cast<uint64_t>(trace::EventKind::other) + 1 < kFiller);

constexpr uint64_t mark_of(trace::EventKind kind) {
  return static_cast<uint64_t>(kind) + 1;
}
constexpr uint64_t head_of(trace::EventKind kind, Ticks time) {
  return static_cast<uint64_t>(time.count) << kMarkBits | mark_of(kind);
}
constexpr Ticks time_in(uint64_t head) {
  return Ticks(static_cast<int64_t>(head) >> kMarkBits);
}

/// Returns how many records the events of a kind have: the first, and one for each of the wide fields, or for
/// what does not fit into the first.
constexpr size_t records_of(trace::EventKind kind) {
  using enum trace::Field;
  const trace::Fields fields = trace::fields_of(kind);
  const size_t wide = (fields.has(bytes_sent) ? 1U : 0U) + (fields.has(bytes_received) ? 1U : 0U) +
                      (fields.has(request) ? 1U : 0U);
  const bool more = fields.has(peer) || fields.has(root) || fields.has(collective) || fields.has(paradigm);
  return 1 + (wide == 0 && more ? 1 : wide);
}
inline constexpr size_t kMaxRecordsPerEvent = 4;

/// Gives each field of `event`, which is of `kind`, and its place in the records to `copy`.
template <class Event, class Record, class Copy>
[[gnu::always_inline]] inline void copy_fields(trace::EventKind kind, Event& event, Record* records,
                                               Copy copy) noexcept {
  using enum trace::Field;
  const trace::Fields fields = trace::fields_of(kind);
  Record& first = records[0];
  if (fields.has(region)) copy(event.region.value, first.id);
  if (fields.has(comm)) copy(event.comm.value, first.id);
  if (fields.has(window)) copy(event.window.value, first.id);
  if (fields.has(io_handle)) copy(event.io_handle.value, first.id);
  if (fields.has(io_file)) copy(event.io_file.value, first.id);
  if (fields.has(tag)) copy(event.tag, first.extra);
  if (fields.has(sources)) copy(event.sources.value, first.extra);
  if (fields.has(calling_context)) copy(event.calling_context.value, first.extra);
  if (fields.has(number) && !fields.has(tag)) copy(event.number, first.extra);
  if (records_of(kind) == 1) return;
  Record& second = records[1];
  if (fields.has(peer)) copy(event.peer, second.id);
  if (fields.has(root)) copy(event.root, second.id);
  if (fields.has(collective)) copy(event.collective, second.extra);
  if (fields.has(paradigm)) copy(event.paradigm, second.extra);
  if (fields.has(number) && fields.has(tag)) copy(event.number, second.extra);
  size_t next = 1;
  if (fields.has(bytes_sent)) copy(event.bytes_sent, records[next++].wide);
  if (fields.has(bytes_received)) copy(event.bytes_received, records[next++].wide);
  if (fields.has(request)) copy(event.request, records[next++].wide);
}

/// Stores an event, but for its head, of a kind known at compile time. Returns the records used.
[[gnu::always_inline]] inline size_t encode_as(trace::EventKind kind, const trace::Event& event,
                                               RawRecord* to) noexcept {
  copy_fields(kind, event, to,
              []<class Place>(const auto& field, Place& place) { place = static_cast<Place>(field); });
  return records_of(kind);
}

// From here on, the records at `to` hold an event.
inline void set_head(uint64_t head, RawRecord* to) noexcept {
  std::atomic_ref<uint64_t>(to->wide).store(head, std::memory_order_release);
}

/// Stores an `enter`, or a `leave`, which has no stack, as one record.
inline void encode_region(trace::EventKind kind, trace::RegionId region, trace::CallingContextId stack,
                          Ticks time, RawRecord* to) noexcept {
  to->id = region.value;
  to->extra = stack.value;
  set_head(head_of(kind, time), to);
}

/// Stores `event` at `to`, where there is room for kMaxRecordsPerEvent, with `time` in place of its own, so
/// that whoever looks at the clock need not copy the event. Returns the number of records used.
inline size_t encode(const trace::Event& event, Ticks time, RawRecord* to) noexcept {
  size_t used = 1;
  switch (event.kind) {  // one jump, instead of asking for each field whether the kind has it
#define EVENT_KIND(kind, ...)                            \
  case trace::EventKind::kind:                           \
    used = encode_as(trace::EventKind::kind, event, to); \
    break;
#include "trace/event_kinds.def"
#undef EVENT_KIND
  }
  set_head(head_of(event.kind, time), to);
  return used;
}

/// Reads the events at the start of `records` and gives each to `take`. Returns the number of records used
/// up: fewer than there are at the end of the file, or when the last event continues behind them.
template <class Take>
size_t decode(std::span<const RawRecord> records, Take&& take);

/// Returns the event whose records start at `records[0]`, which holds an event (not a filler).
trace::Event decode_one(const RawRecord* records);

template <class Take>
size_t decode(std::span<const RawRecord> records, Take&& take) {
  size_t position = 0;
  while (position < records.size()) {
    const uint64_t mark = records[position].wide & kMarkMask;
    if (mark == kFiller) {
      ++position;
      continue;
    }
    if (mark == 0 || mark > mark_of(trace::EventKind::other)) break;
    const size_t used = records_of(static_cast<trace::EventKind>(mark - 1));
    if (position + used > records.size()) break;
    take(decode_one(&records[position]));
    position += used;
  }
  return position;
}

}  // namespace latecomer::record
