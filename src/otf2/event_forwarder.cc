// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_forwarder.h"

#include <algorithm>

#include "otf2/enums.h"

namespace latecomer::otf2 {

using trace::Anomaly;
using trace::CallingContextId;
using trace::Event;
using trace::EventKind;

void EventForwarder::enter(Ticks time, OTF2_RegionRef ref, std::span<const Attribute> attributes) {
  Event event{.time = time, .kind = EventKind::enter, .region = region(ref)};
  const auto stack = std::ranges::find(attributes, ids_.call_stack, &Attribute::ref);
  if (stack == attributes.end() || stack->type != OTF2_TYPE_CALLING_CONTEXT)
    return sink_.on_enter(time, event.region);
  event.calling_context = ids_.calling_contexts.find(stack->value);
  if (!event.calling_context.valid()) count_anomaly(Anomaly::undefined_reference);
  deliver(event);
}

void EventForwarder::enter_context(Ticks time, OTF2_CallingContextRef ref) {
  const EnteredContextId id = ids_.entered_contexts.find(ref);
  const EnteredContext entered =
      id.valid() ? ids_.entered[id.index()] : EnteredContext{undefined_region(), {}};
  deliver(
      {.time = time, .kind = EventKind::enter, .region = entered.region, .calling_context = entered.stack});
}

void EventForwarder::leave_context(Ticks time, OTF2_CallingContextRef ref) {
  const EnteredContextId id = ids_.entered_contexts.find(ref);
  sink_.on_leave(time, id.valid() ? ids_.entered[id.index()].region : undefined_region());
}

void EventForwarder::sample(Ticks time, OTF2_CallingContextRef ref) {
  Event event{.time = time, .kind = EventKind::sample, .calling_context = ids_.calling_contexts.find(ref)};
  if (!event.calling_context.valid()) refuse(event);
  deliver(event);
}

void EventForwarder::message(EventKind kind, Ticks time, uint32_t peer, OTF2_CommRef communicator,
                             uint32_t tag, uint64_t bytes, uint64_t request) {
  Event event{.time = time, .kind = kind, .tag = tag, .request = request};
  const bool receives = kind == EventKind::recv || kind == EventKind::irecv;
  (receives ? event.bytes_received : event.bytes_sent) = bytes;
  set_peer(event, communicator, peer);
  deliver(event);
}

void EventForwarder::request(EventKind kind, Ticks time, uint64_t request) {
  deliver({.time = time, .kind = kind, .request = request});
}

void EventForwarder::collective(EventKind kind, Ticks time, OTF2_CollectiveOp op, OTF2_CommRef communicator,
                                uint32_t root, uint64_t sent, uint64_t received, uint64_t request,
                                std::span<const Attribute> attributes) {
  static_assert(OTF2_COLLECTIVE_ROOT_NONE == trace::kNoRank &&
                OTF2_COLLECTIVE_ROOT_SELF == trace::kSelfRank &&
                OTF2_COLLECTIVE_ROOT_THIS_GROUP == trace::kThisGroup);
  Event event{.time = time,
              .kind = kind,
              .collective = collective_from_otf2(op),
              .comm = ids_.communicators.find(communicator),
              .root = root,
              .request = request,
              .bytes_sent = sent,
              .bytes_received = received};
  const bool exists =
      event.comm.valid() && (root >= trace::kThisGroup || root < ids_.rank_limits[event.comm.index()]);
  if (exists)
    set_sources(event, attributes);
  else
    refuse(event);
  deliver(event);
}

void EventForwarder::communicator(EventKind kind, Ticks time, OTF2_CommRef communicator) {
  Event event{.time = time, .kind = kind, .comm = ids_.communicators.find(communicator)};
  if (!event.comm.valid()) event.comm = ids_.teams.find(communicator);
  if (!event.comm.valid()) refuse(event);
  deliver(event);
}

void EventForwarder::thread_fork(Ticks time, OTF2_Paradigm paradigm, uint32_t threads) {
  deliver({.time = time,
           .kind = EventKind::thread_fork,
           .paradigm = paradigm_from_otf2(paradigm),
           .number = threads});
}

void EventForwarder::thread_join(Ticks time, OTF2_Paradigm paradigm) {
  deliver({.time = time, .kind = EventKind::thread_join, .paradigm = paradigm_from_otf2(paradigm)});
}

void EventForwarder::team(EventKind kind, Ticks time, OTF2_CommRef team) {
  Event event{.time = time, .kind = kind, .comm = ids_.teams.find(team)};
  if (!event.comm.valid()) refuse(event);
  deliver(event);
}

void EventForwarder::thread(EventKind kind, Ticks time, OTF2_CommRef threads, uint64_t number) {
  Event event{.time = time, .kind = kind, .comm = ids_.teams.find(threads), .request = number};
  if (threads != OTF2_UNDEFINED_COMM && !event.comm.valid()) refuse(event);
  deliver(event);
}

void EventForwarder::lock(EventKind kind, Ticks time, OTF2_Paradigm paradigm, uint32_t lock, uint32_t order) {
  deliver({.time = time,
           .kind = kind,
           .paradigm = paradigm_from_otf2(paradigm),
           .number = order,
           .request = lock});
}

void EventForwarder::window(EventKind kind, Ticks time, OTF2_RmaWinRef window) {
  Event event{.time = time, .kind = kind};
  set_window(event, window);
  deliver(event);
}

void EventForwarder::window_collective_end(Ticks time, OTF2_CollectiveOp op, OTF2_RmaWinRef window,
                                           uint32_t root, uint64_t sent, uint64_t received) {
  Event event{.time = time,
              .kind = EventKind::rma_collective_end,
              .collective = collective_from_otf2(op),
              .root = root,
              .bytes_sent = sent,
              .bytes_received = received};
  const bool has_root = root < trace::kThisGroup;
  if (!has_root)
    set_window(event, window);
  else if (set_target(event, window, root))
    event.peer = trace::kNoRank;
  deliver(event);
}

void EventForwarder::group_sync(Ticks time, OTF2_RmaSyncLevel level, OTF2_RmaWinRef window,
                                OTF2_GroupRef group) {
  const bool in_vain = level == OTF2_RMA_SYNC_LEVEL_NONE;
  const EventKind kind = in_vain ? EventKind::rma_group_test : EventKind::rma_group_sync;
  Event event{.time = time, .kind = kind, .sources = ids_.groups.find(group)};
  if (!event.sources.valid())
    refuse(event);
  else
    set_window(event, window);
  deliver(event);
}

void EventForwarder::window_lock(EventKind kind, Ticks time, OTF2_RmaWinRef window, uint32_t target,
                                 uint64_t lock, OTF2_LockType type) {
  static_assert(OTF2_UNDEFINED_UINT32 == trace::kNoRank);
  const bool is_exclusive = kind != EventKind::rma_release_lock && type == OTF2_LOCK_EXCLUSIVE;
  Event event{.time = time, .kind = kind, .number = is_exclusive ? 1U : 0U, .request = lock};
  const bool all_targets = target == trace::kNoRank;
  if (all_targets)
    set_window(event, window);
  else
    set_target(event, window, target);
  deliver(event);
}

void EventForwarder::access(EventKind kind, Ticks time, OTF2_RmaWinRef window, uint32_t target, uint64_t sent,
                            uint64_t received, uint64_t operation) {
  Event event{
      .time = time, .kind = kind, .request = operation, .bytes_sent = sent, .bytes_received = received};
  set_target(event, window, target);
  deliver(event);
}

void EventForwarder::access_completion(EventKind kind, Ticks time, OTF2_RmaWinRef window,
                                       uint64_t operation) {
  Event event{.time = time, .kind = kind, .request = operation};
  set_window(event, window);
  deliver(event);
}

void EventForwarder::deliver_of_handle(Event event, OTF2_IoHandleRef handle) {
  event.io_handle = ids_.io_handles.find(handle);
  if (!event.io_handle.valid()) refuse(event);
  deliver(event);
}

void EventForwarder::file_opened(Ticks time, OTF2_IoHandleRef handle, uint32_t flags) {
  deliver_of_handle({.time = time, .kind = EventKind::io_create_handle, .number = flags}, handle);
}

void EventForwarder::file_closed(Ticks time, OTF2_IoHandleRef handle) {
  deliver_of_handle({.time = time, .kind = EventKind::io_destroy_handle}, handle);
}

void EventForwarder::file_sought(Ticks time, OTF2_IoHandleRef handle, uint64_t offset, uint32_t whence,
                                 uint64_t position) {
  deliver_of_handle({.time = time,
                     .kind = EventKind::io_seek,
                     .number = whence,
                     .bytes_sent = offset,
                     .bytes_received = position},
                    handle);
}

void EventForwarder::file_deleted(Ticks time, OTF2_IoParadigmRef paradigm, OTF2_IoFileRef file) {
  const bool by_mpi = paradigm == ids_.mpi_io && paradigm != OTF2_UNDEFINED_IO_PARADIGM;
  Event event{.time = time,
              .kind = EventKind::io_delete_file,
              .io_file = ids_.io_files.find(file),
              .number = by_mpi ? 1U : 0U};
  if (!event.io_file.valid()) refuse(event);
  deliver(event);
}

void EventForwarder::file_operation_begin(Ticks time, OTF2_IoHandleRef handle, OTF2_IoOperationMode mode,
                                          uint32_t flags, uint64_t bytes, uint64_t request,
                                          std::span<const Attribute> attributes) {
  constexpr uint32_t kLastMode = OTF2_IO_OPERATION_MODE_FLUSH;
  uint32_t number = std::min<uint32_t>(mode, kLastMode);
  if ((flags & OTF2_IO_OPERATION_FLAG_NON_BLOCKING) != 0) number |= trace::kIoNonblocking;
  if ((flags & OTF2_IO_OPERATION_FLAG_COLLECTIVE) != 0) number |= trace::kIoCollective;
  const auto offset = std::ranges::find(attributes, ids_.offset, &Attribute::ref);
  const bool has_offset = offset != attributes.end() && offset->type == OTF2_TYPE_UINT64;
  deliver_of_handle({.time = time,
                     .kind = EventKind::io_operation_begin,
                     .number = number,
                     .request = request,
                     .bytes_sent = bytes,
                     .bytes_received = has_offset ? offset->value : trace::kNoOffset},
                    handle);
}

void EventForwarder::file_operation(EventKind kind, Ticks time, OTF2_IoHandleRef handle, uint64_t bytes,
                                    uint64_t request) {
  deliver_of_handle({.time = time, .kind = kind, .request = request, .bytes_sent = bytes}, handle);
}

void EventForwarder::program_begin(Ticks time, OTF2_StringRef name) {
  program_ = ids_.programs.find(name);
  deliver({.time = time, .kind = EventKind::program_begin, .region = program()});
}

void EventForwarder::program_end(Ticks time) {
  deliver({.time = time, .kind = EventKind::program_end, .region = program()});
}

void EventForwarder::measurement_on_off(Ticks time, OTF2_MeasurementMode mode) {
  const bool is_on = mode == OTF2_MEASUREMENT_ON;
  plain(is_on ? EventKind::measurement_on : EventKind::measurement_off, time);
}

void EventForwarder::buffer_flush(Ticks time, Ticks stop) {
  const auto begin = static_cast<uint64_t>(time.count);
  const auto end = static_cast<uint64_t>(stop.count);
  deliver({.time = time, .kind = EventKind::buffer_flush, .bytes_sent = end > begin ? end - begin : 0});
}

void EventForwarder::plain(EventKind kind, Ticks time) {
  deliver({.time = time, .kind = kind});
}

void EventForwarder::unknown(Ticks time) {
  count_anomaly(Anomaly::unknown_record);
  plain(EventKind::other, time);
}

trace::RegionId EventForwarder::undefined_region() {
  count_anomaly(Anomaly::undefined_reference);
  return ids_.undefined_region;
}

trace::RegionId EventForwarder::program() {
  return program_.valid() ? program_ : undefined_region();
}

bool EventForwarder::set_peer(Event& event, OTF2_CommRef communicator, uint32_t rank) {
  event.comm = ids_.communicators.find(communicator);
  event.peer = rank;
  const bool exists = event.comm.valid() && rank < ids_.rank_limits[event.comm.index()];
  if (!exists) refuse(event);
  return exists;
}

bool EventForwarder::set_window(Event& event, OTF2_RmaWinRef window) {
  event.window = ids_.windows.find(window);
  if (!event.window.valid()) return refuse(event), false;
  return true;
}

bool EventForwarder::set_target(Event& event, OTF2_RmaWinRef window, uint32_t rank) {
  if (!set_window(event, window)) return false;
  event.peer = rank;
  if (rank >= ids_.window_rank_limits[event.window.index()]) return refuse(event), false;
  return true;
}

void EventForwarder::set_sources(Event& event, std::span<const Attribute> attributes) {
  if (ids_.sources == OTF2_UNDEFINED_ATTRIBUTE) return;
  const auto sources = std::ranges::find(attributes, ids_.sources, &Attribute::ref);
  if (sources == attributes.end() || sources->type != OTF2_TYPE_GROUP) return;
  event.sources = ids_.groups.find(sources->value);
  if (!event.sources.valid()) count_anomaly(Anomaly::undefined_reference);
}

void EventForwarder::refuse(Event& event) {
  count_anomaly(Anomaly::undefined_reference);
  event = {.time = event.time};
}

}  // namespace latecomer::otf2
