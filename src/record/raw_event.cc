// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/raw_event.h"

namespace latecomer::record {

trace::Event decode_one(const RawRecord* records) {
  const RawRecord& first = records[0];
  trace::Event event;
  event.time = Ticks(first.time);
  event.kind = static_cast<trace::EventKind>(first.mark - 1);
  switch (shape_of(event.kind)) {
    case RawShape::bare:
      break;
    case RawShape::region:
      event.region.value = first.id;
      break;
    case RawShape::comm:
      event.comm.value = first.id;
      break;
    case RawShape::request:
      event.request = first.wide;
      break;
    case RawShape::flush:
      event.bytes_sent = first.wide;
      break;
    case RawShape::message:
      event.comm.value = first.id;
      event.peer = first.rank;
      event.tag = first.extra;
      (is_send(event.kind) ? event.bytes_sent : event.bytes_received) = first.wide;
      break;
    case RawShape::probe:
      event.comm.value = first.id;
      event.peer = first.rank;
      event.tag = first.extra;
      event.request = first.wide;
      break;
    case RawShape::partition:
      event.number = first.extra;
      event.request = first.wide;
      break;
    case RawShape::collective:
      event.comm.value = first.id;
      event.root = first.rank;
      event.sources.value = first.extra;
      event.collective = static_cast<trace::CollectiveOp>(first.collective);
      event.bytes_sent = first.wide;
      event.bytes_received = static_cast<uint64_t>(records[1].time);
      break;
  }
  if (has_second(event.kind)) {
    event.request = records[1].wide;
    event.number = records[1].id;
  }
  return event;
}

}  // namespace latecomer::record
