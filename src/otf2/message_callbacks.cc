// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_callbacks.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;

OTF2_CallbackCode on_region(EventKind kind, OTF2_TimeStamp time, void* user_data, OTF2_RegionRef region) {
  Event event = make(kind, time);
  event.region = self(user_data).region(region);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_request(EventKind kind, OTF2_TimeStamp time, void* user_data, uint64_t request) {
  Event event = make(kind, time);
  event.request = request;
  return deliver(user_data, event);
}

OTF2_CallbackCode on_message(EventKind kind, OTF2_TimeStamp time, void* user_data, uint32_t peer,
                             OTF2_CommRef communicator, uint32_t tag, uint64_t bytes, uint64_t request) {
  Event event = make(kind, time);
  const bool receives = kind == EventKind::recv || kind == EventKind::irecv;
  event.tag = tag;
  (receives ? event.bytes_received : event.bytes_sent) = bytes;
  event.request = request;
  self(user_data).set_peer(event, communicator, peer);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_collective(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                OTF2_AttributeList* attributes, OTF2_CollectiveOp op,
                                OTF2_CommRef communicator, uint32_t root, uint64_t sent, uint64_t received,
                                uint64_t request) {
  Event event = make(kind, time);
  event.bytes_sent = sent;
  event.bytes_received = received;
  event.request = request;
  self(user_data).set_collective(event, op, communicator, root, attributes);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_communicator(EventKind kind, OTF2_TimeStamp time, void* user_data,
                                  OTF2_CommRef communicator) {
  Event event = make(kind, time);
  const ArchiveIds& ids = self(user_data).ids();
  event.comm = ids.communicators.find(communicator);
  if (!event.comm.valid()) event.comm = ids.teams.find(communicator);
  if (!event.comm.valid()) self(user_data).refuse(event);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_program(EventKind kind, OTF2_TimeStamp time, void* user_data, trace::RegionId program) {
  Event event = make(kind, time);
  event.region = program;
  return deliver(user_data, event);
}

OTF2_CallbackCode enter(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                        OTF2_RegionRef region) {
  return on_region(EventKind::enter, time, user_data, region);
}

OTF2_CallbackCode leave(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                        OTF2_RegionRef region) {
  return on_region(EventKind::leave, time, user_data, region);
}

OTF2_CallbackCode send(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                       uint32_t receiver, OTF2_CommRef communicator, uint32_t tag, uint64_t bytes) {
  return on_message(EventKind::send, time, user_data, receiver, communicator, tag, bytes, 0);
}

OTF2_CallbackCode isend(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                        uint32_t receiver, OTF2_CommRef communicator, uint32_t tag, uint64_t bytes,
                        uint64_t request) {
  return on_message(EventKind::isend, time, user_data, receiver, communicator, tag, bytes, request);
}

OTF2_CallbackCode isend_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, uint64_t request) {
  return on_request(EventKind::isend_complete, time, user_data, request);
}

OTF2_CallbackCode irecv_request(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                OTF2_AttributeList*, uint64_t request) {
  return on_request(EventKind::irecv_request, time, user_data, request);
}

OTF2_CallbackCode recv(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                       uint32_t sender, OTF2_CommRef communicator, uint32_t tag, uint64_t bytes) {
  return on_message(EventKind::recv, time, user_data, sender, communicator, tag, bytes, 0);
}

OTF2_CallbackCode irecv(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                        uint32_t sender, OTF2_CommRef communicator, uint32_t tag, uint64_t bytes,
                        uint64_t request) {
  return on_message(EventKind::irecv, time, user_data, sender, communicator, tag, bytes, request);
}

OTF2_CallbackCode request_test(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, uint64_t request) {
  return on_request(EventKind::request_test, time, user_data, request);
}

OTF2_CallbackCode request_cancelled(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                    OTF2_AttributeList*, uint64_t request) {
  return on_request(EventKind::request_cancelled, time, user_data, request);
}

OTF2_CallbackCode collective_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                   OTF2_AttributeList*) {
  return deliver(user_data, make(EventKind::collective_begin, time));
}

OTF2_CallbackCode collective_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList* attributes, OTF2_CollectiveOp op,
                                 OTF2_CommRef communicator, uint32_t root, uint64_t sent, uint64_t received) {
  return on_collective(EventKind::collective_end, time, user_data, attributes, op, communicator, root, sent,
                       received, 0);
}

OTF2_CallbackCode icollective_request(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                      OTF2_AttributeList*, uint64_t request) {
  return on_request(EventKind::icollective_request, time, user_data, request);
}

OTF2_CallbackCode icollective_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                       OTF2_AttributeList* attributes, OTF2_CollectiveOp op,
                                       OTF2_CommRef communicator, uint32_t root, uint64_t sent,
                                       uint64_t received, uint64_t request) {
  return on_collective(EventKind::icollective_complete, time, user_data, attributes, op, communicator, root,
                       sent, received, request);
}

OTF2_CallbackCode comm_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                              OTF2_AttributeList*, OTF2_CommRef communicator) {
  return on_communicator(EventKind::comm_create, time, user_data, communicator);
}

OTF2_CallbackCode comm_destroy(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_CommRef communicator) {
  return on_communicator(EventKind::comm_destroy, time, user_data, communicator);
}

OTF2_CallbackCode program_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                OTF2_AttributeList*, OTF2_StringRef name, uint32_t, const OTF2_StringRef*) {
  return on_program(EventKind::program_begin, time, user_data, self(user_data).begin_program(name));
}

OTF2_CallbackCode program_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                              OTF2_AttributeList*, int64_t) {
  return on_program(EventKind::program_end, time, user_data, self(user_data).program());
}

OTF2_CallbackCode measurement_on_off(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                     OTF2_AttributeList*, OTF2_MeasurementMode mode) {
  const bool is_on = mode == OTF2_MEASUREMENT_ON;
  return deliver(user_data, make(is_on ? EventKind::measurement_on : EventKind::measurement_off, time));
}

OTF2_CallbackCode buffer_flush(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_TimeStamp stop) {
  Event event = make(EventKind::buffer_flush, time);
  event.bytes_sent = stop > time ? stop - time : 0;
  return deliver(user_data, event);
}

OTF2_CallbackCode unknown(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                          OTF2_AttributeList*) {
  self(user_data).count(Anomaly::unknown_record);
  return deliver(user_data, make(EventKind::other, time));
}

}  // namespace

void set_message_callbacks(OTF2_EvtReaderCallbacks* callbacks) {
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

}  // namespace latecomer::otf2
