// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "trace/event_kinds.h"

// Events as the running program stores them: records of 32 bytes, most events one, the others two. A file of
// them ends at the first record whose mark is 0; files are made of zeros. Of an event, the mark of its first
// record is stored last, so however a process dies, what the file holds up to its end is whole events.
namespace latecomer::record {

struct RawRecord {
  int64_t time = 0;    ///< ticks; in a second record: bytes received
  uint64_t wide = 0;   ///< bytes, or a request; in a second record: the request
  uint32_t id = 0;     ///< region, communicator or window; in a second record: the number
  uint32_t rank = 0;   ///< peer or root
  uint32_t extra = 0;  ///< tag, sources, stack or number
  uint8_t mark = 0;    ///< 0: nothing here; else the event's kind + 1, kFiller or kSecond
  uint8_t narrow = 0;  ///< collective operation or paradigm
  uint16_t unused = 0;
};
static_assert(sizeof(RawRecord) == 32);

inline constexpr uint8_t kFiller =
    0xff;  ///< a record left out, because an event of two did not fit before the end
inline constexpr uint8_t kSecond = 0xfe;  ///< the second record of an event
inline constexpr size_t kMaxRecordsPerEvent = 2;

/// Whether events of a kind have more fields than there are places in one record.
constexpr bool has_second(trace::EventKind kind) {
  using enum trace::Field;
  const trace::Fields fields = trace::fields_of(kind);
  const int wide =
      (fields.has(bytes_sent) ? 1 : 0) + (fields.has(bytes_received) ? 1 : 0) + (fields.has(request) ? 1 : 0);
  return wide > 1 || (fields.has(tag) && fields.has(number));
}

/// Gives each field of `event`, which is of that kind, and its place in the records to `copy`.
template <class Event, class Record, class Copy>
[[gnu::always_inline]] inline void copy_fields(trace::EventKind kind, Event& event, Record* records,
                                               Copy copy) noexcept {
  using enum trace::Field;
  const trace::Fields fields = trace::fields_of(kind);
  Record& first = records[0];
  if (fields.has(region)) copy(event.region.value, first.id);
  if (fields.has(comm)) copy(event.comm.value, first.id);
  if (fields.has(window)) copy(event.window.value, first.id);
  if (fields.has(peer)) copy(event.peer, first.rank);
  if (fields.has(root)) copy(event.root, first.rank);
  if (fields.has(tag)) copy(event.tag, first.extra);
  if (fields.has(sources)) copy(event.sources.value, first.extra);
  if (fields.has(calling_context)) copy(event.calling_context.value, first.extra);
  if (fields.has(number)) copy(event.number, fields.has(tag) ? records[1].id : first.extra);
  if (fields.has(collective)) copy(event.collective, first.narrow);
  if (fields.has(paradigm)) copy(event.paradigm, first.narrow);
  const bool has_bytes = fields.has(bytes_sent) || fields.has(bytes_received);
  if (fields.has(bytes_sent)) copy(event.bytes_sent, first.wide);
  if (fields.has(bytes_received) && !fields.has(bytes_sent)) copy(event.bytes_received, first.wide);
  if (fields.has(bytes_received) && fields.has(bytes_sent)) copy(event.bytes_received, records[1].time);
  if (fields.has(request)) copy(event.request, has_bytes ? records[1].wide : first.wide);
}

/// What `encode` does for a kind that is known when this is compiled. Returns the number of records used.
[[gnu::always_inline]] inline size_t encode_as(trace::EventKind kind, const trace::Event& event,
                                               RawRecord* to) noexcept {
  copy_fields(kind, event, to,
              []<class Place>(const auto& field, Place& place) { place = static_cast<Place>(field); });
  if (has_second(kind)) to[1].mark = kSecond;
  return has_second(kind) ? 2 : 1;
}

// From here on, the records at `to` hold an event of that kind.
inline void set_mark(trace::EventKind kind, RawRecord* to) noexcept {
  std::atomic_ref<uint8_t>(to->mark).store(static_cast<uint8_t>(kind) + 1, std::memory_order_release);
}

/// `enter`, or `leave`, which has no stack; of one record.
inline void encode_region(trace::EventKind kind, trace::RegionId region, trace::CallingContextId stack,
                          Ticks time, RawRecord* to) noexcept {
  to->time = time.count;
  to->id = region.value;
  to->extra = stack.value;
  set_mark(kind, to);
}

/// Stores `event` at `to`, where there is room for kMaxRecordsPerEvent, with `time` in place of its own, so
/// that whoever looks at the clock need not copy the event. Returns the number of records used.
inline size_t encode(const trace::Event& event, Ticks time, RawRecord* to) noexcept {
  to[0].time = time.count;
  size_t used = 1;
  switch (event.kind) {  // one jump, instead of asking for each field whether the kind has it
#define EVENT_KIND(kind, ...)                            \
  case trace::EventKind::kind:                           \
    used = encode_as(trace::EventKind::kind, event, to); \
    break;
#include "trace/event_kinds.def"
#undef EVENT_KIND
  }
  set_mark(event.kind, to);
  return used;
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
