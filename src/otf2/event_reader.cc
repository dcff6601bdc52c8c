// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The path from libotf2's callbacks to the sink is the hot one of the whole program: every event takes it
// once. It does not allocate, and looks up references in vectors.

#include "otf2/event_reader.h"

#include "otf2/enums.h"
#include "otf2/library.h"

namespace latecomer::otf2 {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;

/// One function per kind of record; their parameters are the record's.
struct EventForwarder::Callbacks {
  static EventForwarder& self(void* user_data) { return *static_cast<EventForwarder*>(user_data); }

  static Event make(EventKind kind, OTF2_TimeStamp time) {
    Event event;
    event.time = Ticks(static_cast<int64_t>(time));
    event.kind = kind;
    return event;
  }

  static OTF2_CallbackCode deliver(void* user_data, const Event& event) {
    self(user_data).sink_.on_event(event);
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_region(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                     OTF2_RegionRef region) {
    Event event = make(kind, time);
    event.region = self(user_data).region(region);
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode on_request(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                      uint64_t request) {
    Event event = make(kind, time);
    event.request = request;
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode on_message(EventKind kind, OTF2_TimeStamp time, void* user_data, uint32_t peer,
                                      OTF2_CommRef communicator, uint32_t tag, uint64_t bytes,
                                      uint64_t request) {
    Event event = make(kind, time);
    const bool receives = kind == EventKind::recv || kind == EventKind::irecv;
    event.tag = tag;
    (receives ? event.bytes_received : event.bytes_sent) = bytes;
    event.request = request;
    self(user_data).set_peer(event, communicator, peer);
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode on_collective(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                         OTF2_AttributeList* attributes, OTF2_CollectiveOp op,
                                         OTF2_CommRef communicator, uint32_t root, uint64_t sent,
                                         uint64_t received, uint64_t request) {
    Event event = make(kind, time);
    event.bytes_sent = sent;
    event.bytes_received = received;
    event.request = request;
    self(user_data).set_collective(event, op, communicator, root, attributes);
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode on_communicator(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                           OTF2_CommRef communicator) {
    Event event = make(kind, time);
    constexpr uint32_t kAnyRank = 0;
    if (self(user_data).set_peer(event, communicator, kAnyRank)) event.peer = trace::kNoRank;
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode on_program(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                      trace::RegionId program) {
    Event event = make(kind, time);
    event.region = program.valid() ? program : self(user_data).region(OTF2_UNDEFINED_REGION);
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode enter(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, OTF2_RegionRef region) {
    return on_region(EventKind::enter, time, user_data, region);
  }

  static OTF2_CallbackCode leave(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, OTF2_RegionRef region) {
    return on_region(EventKind::leave, time, user_data, region);
  }

  static OTF2_CallbackCode send(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                OTF2_AttributeList*, uint32_t receiver, OTF2_CommRef communicator,
                                uint32_t tag, uint64_t bytes) {
    return on_message(EventKind::send, time, user_data, receiver, communicator, tag, bytes, 0);
  }

  static OTF2_CallbackCode isend(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, uint32_t receiver, OTF2_CommRef communicator,
                                 uint32_t tag, uint64_t bytes, uint64_t request) {
    return on_message(EventKind::isend, time, user_data, receiver, communicator, tag, bytes, request);
  }

  static OTF2_CallbackCode isend_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                          OTF2_AttributeList*, uint64_t request) {
    return on_request(EventKind::isend_complete, time, user_data, request);
  }

  static OTF2_CallbackCode irecv_request(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                         OTF2_AttributeList*, uint64_t request) {
    return on_request(EventKind::irecv_request, time, user_data, request);
  }

  static OTF2_CallbackCode recv(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                OTF2_AttributeList*, uint32_t sender, OTF2_CommRef communicator, uint32_t tag,
                                uint64_t bytes) {
    return on_message(EventKind::recv, time, user_data, sender, communicator, tag, bytes, 0);
  }

  static OTF2_CallbackCode irecv(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, uint32_t sender, OTF2_CommRef communicator,
                                 uint32_t tag, uint64_t bytes, uint64_t request) {
    return on_message(EventKind::irecv, time, user_data, sender, communicator, tag, bytes, request);
  }

  static OTF2_CallbackCode request_test(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                        OTF2_AttributeList*, uint64_t request) {
    return on_request(EventKind::request_test, time, user_data, request);
  }

  static OTF2_CallbackCode request_cancelled(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                             OTF2_AttributeList*, uint64_t request) {
    return on_request(EventKind::request_cancelled, time, user_data, request);
  }

  static OTF2_CallbackCode collective_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                            OTF2_AttributeList*) {
    return deliver(user_data, make(EventKind::collective_begin, time));
  }

  static OTF2_CallbackCode collective_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                          OTF2_AttributeList* attributes, OTF2_CollectiveOp op,
                                          OTF2_CommRef communicator, uint32_t root, uint64_t sent,
                                          uint64_t received) {
    return on_collective(EventKind::collective_end, time, user_data, attributes, op, communicator, root, sent,
                         received, 0);
  }

  static OTF2_CallbackCode icollective_request(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                               void* user_data, OTF2_AttributeList*, uint64_t request) {
    return on_request(EventKind::icollective_request, time, user_data, request);
  }

  static OTF2_CallbackCode icollective_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                                void* user_data, OTF2_AttributeList* attributes,
                                                OTF2_CollectiveOp op, OTF2_CommRef communicator,
                                                uint32_t root, uint64_t sent, uint64_t received,
                                                uint64_t request) {
    return on_collective(EventKind::icollective_complete, time, user_data, attributes, op, communicator, root,
                         sent, received, request);
  }

  static OTF2_CallbackCode comm_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                       OTF2_AttributeList*, OTF2_CommRef communicator) {
    return on_communicator(EventKind::comm_create, time, user_data, communicator);
  }

  static OTF2_CallbackCode comm_destroy(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                        OTF2_AttributeList*, OTF2_CommRef communicator) {
    return on_communicator(EventKind::comm_destroy, time, user_data, communicator);
  }

  static OTF2_CallbackCode program_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                         OTF2_AttributeList*, OTF2_StringRef name, uint32_t,
                                         const OTF2_StringRef*) {
    EventForwarder& forwarder = self(user_data);
    forwarder.program_ = forwarder.ids_.programs.find(name);
    return on_program(EventKind::program_begin, time, user_data, forwarder.program_);
  }

  static OTF2_CallbackCode program_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                       OTF2_AttributeList*, int64_t) {
    return on_program(EventKind::program_end, time, user_data, self(user_data).program_);
  }

  static OTF2_CallbackCode measurement_on_off(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                              void* user_data, OTF2_AttributeList*,
                                              OTF2_MeasurementMode mode) {
    const bool is_on = mode == OTF2_MEASUREMENT_ON;
    return deliver(user_data, make(is_on ? EventKind::measurement_on : EventKind::measurement_off, time));
  }

  static OTF2_CallbackCode buffer_flush(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                        OTF2_AttributeList*, OTF2_TimeStamp stop) {
    Event event = make(EventKind::buffer_flush, time);
    event.bytes_sent = stop > time ? stop - time : 0;
    return deliver(user_data, event);
  }

  static OTF2_CallbackCode unknown(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                   OTF2_AttributeList*) {
    self(user_data).anomalies_.count(Anomaly::unknown_record);
    return deliver(user_data, make(EventKind::other, time));
  }

  template <class... Fields>
  static OTF2_CallbackCode other(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, Fields...) {
    return deliver(user_data, make(EventKind::other, time));
  }

  static void set_analyzed(OTF2_EvtReaderCallbacks* callbacks);
  static void set_others(OTF2_EvtReaderCallbacks* callbacks);
};

void EventForwarder::Callbacks::set_analyzed(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetUnknownCallback(callbacks, unknown);
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, leave);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, send);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, isend);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks, isend_complete);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, irecv_request);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, recv);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, irecv);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(callbacks, request_test);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks, request_cancelled);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(callbacks, collective_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, collective_end);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(callbacks, icollective_request);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(callbacks, icollective_complete);
  OTF2_EvtReaderCallbacks_SetCommCreateCallback(callbacks, comm_create);
  OTF2_EvtReaderCallbacks_SetCommDestroyCallback(callbacks, comm_destroy);
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks, program_begin);
  OTF2_EvtReaderCallbacks_SetProgramEndCallback(callbacks, program_end);
  OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(callbacks, measurement_on_off);
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback(callbacks, buffer_flush);
}

void EventForwarder::Callbacks::set_others(OTF2_EvtReaderCallbacks* callbacks) {
  // Every record of OTF2 3.0 that has no kind of its own yet.
  OTF2_EvtReaderCallbacks_SetOmpForkCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpJoinCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetParameterStringCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetParameterIntCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaTryLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaSyncCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpTestCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadForkCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadJoinCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadCreateCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadBeginCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadWaitCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetThreadEndCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoSeekCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoOperationTestCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoOperationIssuedCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetIoTryLockCallback(callbacks, other);
}

EventCallbacks EventForwarder::callbacks() {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  Callbacks::set_analyzed(callbacks.get());
  Callbacks::set_others(callbacks.get());
  return callbacks;
}

trace::RegionId EventForwarder::region(OTF2_RegionRef ref) {
  const trace::RegionId region = ids_.regions.find(ref);
  if (region.valid()) return region;
  anomalies_.count(Anomaly::undefined_reference);
  return ids_.undefined_region;
}

void EventForwarder::refuse(Event& event) {
  anomalies_.count(Anomaly::undefined_reference);
  const Ticks time = event.time;
  event = Event();
  event.time = time;
}

bool EventForwarder::set_peer(Event& event, OTF2_CommRef communicator, uint32_t rank) {
  event.comm = ids_.communicators.find(communicator);
  event.peer = rank;
  const bool exists = event.comm.valid() && rank < ids_.rank_limits[event.comm.index()];
  if (!exists) refuse(event);
  return exists;
}

bool EventForwarder::set_collective(Event& event, OTF2_CollectiveOp op, OTF2_CommRef communicator,
                                    uint32_t root, OTF2_AttributeList* attributes) {
  static_assert(OTF2_COLLECTIVE_ROOT_NONE == trace::kNoRank &&
                OTF2_COLLECTIVE_ROOT_SELF == trace::kSelfRank &&
                OTF2_COLLECTIVE_ROOT_THIS_GROUP == trace::kThisGroup);
  event.collective = collective_from_otf2(op);
  event.comm = ids_.communicators.find(communicator);
  event.root = root;
  const bool exists =
      event.comm.valid() && (root >= trace::kThisGroup || root < ids_.rank_limits[event.comm.index()]);
  if (!exists) {
    refuse(event);
    return false;
  }
  OTF2_GroupRef sources = OTF2_UNDEFINED_GROUP;
  if (ids_.sources != OTF2_UNDEFINED_ATTRIBUTE &&
      OTF2_AttributeList_TestAttributeByID(attributes, ids_.sources) &&
      OTF2_AttributeList_GetGroupRef(attributes, ids_.sources, &sources) == OTF2_SUCCESS) {
    event.sources = ids_.groups.find(sources);
    if (!event.sources.valid()) anomalies_.count(Anomaly::undefined_reference);
  }
  return true;
}

namespace {

OTF2_CallbackCode remember_program(OTF2_LocationRef, OTF2_TimeStamp, uint64_t, void* user_data,
                                   OTF2_AttributeList*, OTF2_StringRef name, uint32_t,
                                   const OTF2_StringRef*) {
  *static_cast<OTF2_StringRef*>(user_data) = name;
  return OTF2_CALLBACK_INTERRUPT;
}

}  // namespace

OTF2_StringRef find_program_name(OTF2_Reader* reader, OTF2_LocationRef location) {
  constexpr uint64_t kFirstEvents = 8;
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
  if (events == nullptr) return name;
  const EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks.get(), remember_program);
  OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks.get(), &name);
  uint64_t read = 0;
  OTF2_Reader_ReadLocalEvents(reader, events, kFirstEvents, &read);
  OTF2_Reader_CloseEvtReader(reader, events);
  return name;
}

}  // namespace latecomer::otf2
