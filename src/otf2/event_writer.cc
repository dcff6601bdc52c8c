// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_writer.h"

#include <algorithm>
#include <optional>

#include "otf2/enums.h"
#include "otf2/writer_ids.h"

namespace latecomer::otf2 {

using trace::Event;
using trace::EventKind;

// The trace model's special roots are the format's.
static_assert(trace::kNoRank == OTF2_COLLECTIVE_ROOT_NONE);
static_assert(trace::kSelfRank == OTF2_COLLECTIVE_ROOT_SELF);
static_assert(trace::kThisGroup == OTF2_COLLECTIVE_ROOT_THIS_GROUP);

EventWriter::EventWriter(OTF2_EvtWriter* writer) : writer_(writer), attributes_(OTF2_AttributeList_New()) {}

EventWriter::~EventWriter() {
  OTF2_AttributeList_Delete(attributes_);
}

void EventWriter::on_event(const Event& event) {
  if (event.kind == EventKind::other || outcome_ != OTF2_SUCCESS) return;
  outcome_ = write(event);
  if (outcome_ != OTF2_SUCCESS) return;
  ++extent_.events;
  extent_.first = std::min(extent_.first, event.time);
  extent_.last = std::max(extent_.last, event.time);
}

OTF2_ErrorCode EventWriter::write(const Event& event) {
  const OTF2_TimeStamp time = static_cast<OTF2_TimeStamp>(event.time.count);
  switch (event.kind) {
    case EventKind::enter:
      return write_enter(event, time);
    case EventKind::leave:
      return OTF2_EvtWriter_Leave(writer_, nullptr, time, event.region.value);
    case EventKind::send:
    case EventKind::isend:
    case EventKind::isend_complete:
    case EventKind::irecv_request:
    case EventKind::recv:
    case EventKind::irecv:
    case EventKind::request_test:
    case EventKind::request_cancelled:
      return write_message(event, time);
    case EventKind::collective_begin:
    case EventKind::collective_end:
    case EventKind::icollective_request:
    case EventKind::icollective_complete:
      return write_collective(event, time);
    case EventKind::thread_fork:
    case EventKind::thread_join:
    case EventKind::team_begin:
    case EventKind::team_end:
    case EventKind::acquire_lock:
    case EventKind::release_lock:
      return write_thread_event(event, time);
    case EventKind::thread_create:
      return OTF2_EvtWriter_ThreadCreate(writer_, nullptr, time, event.comm.value, event.request);
    case EventKind::thread_begin:
      return OTF2_EvtWriter_ThreadBegin(writer_, nullptr, time, event.comm.value, event.request);
    case EventKind::thread_end:
      return OTF2_EvtWriter_ThreadEnd(writer_, nullptr, time, event.comm.value, event.request);
    case EventKind::thread_wait:
      return OTF2_EvtWriter_ThreadWait(writer_, nullptr, time, event.comm.value, event.request);
    case EventKind::rma_win_create:
    case EventKind::rma_win_destroy:
    case EventKind::rma_collective_begin:
    case EventKind::rma_collective_end:
    case EventKind::rma_group_sync:
    case EventKind::rma_group_test:
      return write_window_event(event, time);
    case EventKind::rma_request_lock:
    case EventKind::rma_acquire_lock:
    case EventKind::rma_release_lock:
    case EventKind::rma_put:
    case EventKind::rma_get:
    case EventKind::rma_atomic:
    case EventKind::rma_test:
    case EventKind::rma_complete_local:
    case EventKind::rma_complete_remote:
      return write_access(event, time);
    case EventKind::io_create_handle:
    case EventKind::io_destroy_handle:
    case EventKind::io_seek:
    case EventKind::io_delete_file:
      return write_file_event(event, time);
    case EventKind::io_operation_begin:
    case EventKind::io_operation_issued:
    case EventKind::io_operation_test:
    case EventKind::io_operation_complete:
    case EventKind::io_operation_cancelled:
      return write_file_operation(event, time);
    case EventKind::comm_create:
      return OTF2_EvtWriter_CommCreate(writer_, nullptr, time, event.comm.value);
    case EventKind::comm_destroy:
      return OTF2_EvtWriter_CommDestroy(writer_, nullptr, time, event.comm.value);
    case EventKind::program_begin:
      return OTF2_EvtWriter_ProgramBegin(writer_, nullptr, time, name_ref(event.region), 0, nullptr);
    case EventKind::program_end:
      return OTF2_EvtWriter_ProgramEnd(writer_, nullptr, time, OTF2_UNDEFINED_INT64);
    case EventKind::measurement_off:
      return OTF2_EvtWriter_MeasurementOnOff(writer_, nullptr, time, OTF2_MEASUREMENT_OFF);
    case EventKind::measurement_on:
      return OTF2_EvtWriter_MeasurementOnOff(writer_, nullptr, time, OTF2_MEASUREMENT_ON);
    case EventKind::sample:
      return OTF2_EvtWriter_CallingContextSample(writer_, nullptr, time, event.calling_context.value,
                                                 OTF2_UNDEFINED_UINT32, OTF2_UNDEFINED_INTERRUPT_GENERATOR);
    case EventKind::buffer_flush:
      return OTF2_EvtWriter_BufferFlush(writer_, nullptr, time, time + event.bytes_sent);
    default:
      return write_extension(event, time);
  }
}

OTF2_ErrorCode EventWriter::write_enter(const Event& event, OTF2_TimeStamp time) {
  OTF2_AttributeList* attributes = nullptr;
  if (event.calling_context.valid()) {
    OTF2_AttributeList_AddCallingContextRef(attributes_, kCallStackAttribute, event.calling_context.value);
    attributes = attributes_;  // emptied by the call that writes it
  }
  return OTF2_EvtWriter_Enter(writer_, attributes, time, event.region.value);
}

OTF2_ErrorCode EventWriter::write_message(const Event& event, OTF2_TimeStamp time) {
  switch (event.kind) {
    case EventKind::send:
      return OTF2_EvtWriter_MpiSend(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                    event.bytes_sent);
    case EventKind::isend:
      return OTF2_EvtWriter_MpiIsend(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                     event.bytes_sent, event.request);
    case EventKind::isend_complete:
      return OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, time, event.request);
    case EventKind::irecv_request:
      return OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, time, event.request);
    case EventKind::recv:
      return OTF2_EvtWriter_MpiRecv(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                    event.bytes_received);
    case EventKind::irecv:
      return OTF2_EvtWriter_MpiIrecv(writer_, nullptr, time, event.peer, event.comm.value, event.tag,
                                     event.bytes_received, event.request);
    case EventKind::request_test:
      return OTF2_EvtWriter_MpiRequestTest(writer_, nullptr, time, event.request);
    default:
      return OTF2_EvtWriter_MpiRequestCancelled(writer_, nullptr, time, event.request);
  }
}

OTF2_ErrorCode EventWriter::write_collective(const Event& event, OTF2_TimeStamp time) {
  if (event.kind == EventKind::collective_begin)
    return OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time);
  if (event.kind == EventKind::icollective_request)
    return OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, time, event.request);

  OTF2_AttributeList* attributes = nullptr;
  if (event.sources.valid()) {
    OTF2_AttributeList_AddGroupRef(attributes_, kSourcesAttribute, group_ref(event.sources));
    attributes = attributes_;  // emptied by the call that writes it
  }
  if (event.kind == EventKind::collective_end) {
    return OTF2_EvtWriter_MpiCollectiveEnd(writer_, attributes, time, to_otf2(event.collective),
                                           event.comm.value, event.root, event.bytes_sent,
                                           event.bytes_received);
  }
  return OTF2_EvtWriter_NonBlockingCollectiveComplete(writer_, attributes, time, to_otf2(event.collective),
                                                      event.comm.value, event.root, event.bytes_sent,
                                                      event.bytes_received, event.request);
}

void EventWriter::add_attribute(const Event& event, OTF2_AttributeRef ref, trace::Field field) {
  switch (field) {
    case trace::Field::peer:
      OTF2_AttributeList_AddUint32(attributes_, ref, event.peer);
      break;
    case trace::Field::comm:
      OTF2_AttributeList_AddCommRef(attributes_, ref, event.comm.value);
      break;
    case trace::Field::tag:
      OTF2_AttributeList_AddInt32(attributes_, ref, static_cast<int32_t>(event.tag));
      break;
    case trace::Field::bytes_sent:
      OTF2_AttributeList_AddUint64(attributes_, ref, event.bytes_sent);
      break;
    case trace::Field::bytes_received:
      OTF2_AttributeList_AddUint64(attributes_, ref, event.bytes_received);
      break;
    case trace::Field::number:
      OTF2_AttributeList_AddUint32(attributes_, ref, event.number);
      break;
    default:
      break;
  }
}

OTF2_ErrorCode EventWriter::write_extension(const Event& event, OTF2_TimeStamp time) {
  const ExtensionId id = extension_of(event.kind);
  if (!id.valid()) return OTF2_ERROR_INVALID_RECORD;
  for (size_t i = 0; i < kExtensionAttributes.size(); ++i) {
    const std::optional<trace::FieldName> name = trace::find_name(event.kind, kExtensionAttributes[i].fields);
    if (name) add_attribute(event, attribute_ref(ExtensionFieldId(i)), trace::field_of(*name));
  }
  return OTF2_EvtWriter_ParameterUnsignedInt(writer_, attributes_, time, id.value, event.request);
}

OTF2_ErrorCode EventWriter::write_thread_event(const Event& event, OTF2_TimeStamp time) {
  const OTF2_Paradigm paradigm = to_otf2(event.paradigm);
  switch (event.kind) {
    case EventKind::thread_fork:
      return OTF2_EvtWriter_ThreadFork(writer_, nullptr, time, paradigm, event.number);
    case EventKind::thread_join:
      return OTF2_EvtWriter_ThreadJoin(writer_, nullptr, time, paradigm);
    case EventKind::team_begin:
      return OTF2_EvtWriter_ThreadTeamBegin(writer_, nullptr, time, event.comm.value);
    case EventKind::team_end:
      return OTF2_EvtWriter_ThreadTeamEnd(writer_, nullptr, time, event.comm.value);
    default:
      break;
  }
  if (event.request > UINT32_MAX) return OTF2_ERROR_INVALID_ARGUMENT;
  const uint32_t lock = static_cast<uint32_t>(event.request);
  if (event.kind == EventKind::acquire_lock)
    return OTF2_EvtWriter_ThreadAcquireLock(writer_, nullptr, time, paradigm, lock, event.number);
  return OTF2_EvtWriter_ThreadReleaseLock(writer_, nullptr, time, paradigm, lock, event.number);
}

OTF2_ErrorCode EventWriter::write_window_event(const Event& event, OTF2_TimeStamp time) {
  constexpr OTF2_RmaSyncLevel kSyncLevel = OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;
  switch (event.kind) {
    case EventKind::rma_win_create:
      return OTF2_EvtWriter_RmaWinCreate(writer_, nullptr, time, event.window.value);
    case EventKind::rma_win_destroy:
      return OTF2_EvtWriter_RmaWinDestroy(writer_, nullptr, time, event.window.value);
    case EventKind::rma_collective_begin:
      return OTF2_EvtWriter_RmaCollectiveBegin(writer_, nullptr, time);
    case EventKind::rma_collective_end:
      return OTF2_EvtWriter_RmaCollectiveEnd(writer_, nullptr, time, to_otf2(event.collective), kSyncLevel,
                                             event.window.value, event.root, event.bytes_sent,
                                             event.bytes_received);
    case EventKind::rma_group_test:
      return OTF2_EvtWriter_RmaGroupSync(writer_, nullptr, time, OTF2_RMA_SYNC_LEVEL_NONE, event.window.value,
                                         group_ref(event.sources));
    default:
      return OTF2_EvtWriter_RmaGroupSync(writer_, nullptr, time, kSyncLevel, event.window.value,
                                         group_ref(event.sources));
  }
}

OTF2_ErrorCode EventWriter::write_access(const Event& event, OTF2_TimeStamp time) {
  const OTF2_RmaWinRef window = event.window.value;
  const OTF2_LockType lock_type = event.number != 0 ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
  switch (event.kind) {
    case EventKind::rma_request_lock:
      return OTF2_EvtWriter_RmaRequestLock(writer_, nullptr, time, window, event.peer, event.request,
                                           lock_type);
    case EventKind::rma_acquire_lock:
      return OTF2_EvtWriter_RmaAcquireLock(writer_, nullptr, time, window, event.peer, event.request,
                                           lock_type);
    case EventKind::rma_release_lock:
      return OTF2_EvtWriter_RmaReleaseLock(writer_, nullptr, time, window, event.peer, event.request);
    case EventKind::rma_put:
      return OTF2_EvtWriter_RmaPut(writer_, nullptr, time, window, event.peer, event.bytes_sent,
                                   event.request);
    case EventKind::rma_get:
      return OTF2_EvtWriter_RmaGet(writer_, nullptr, time, window, event.peer, event.bytes_received,
                                   event.request);
    case EventKind::rma_test:
      return OTF2_EvtWriter_RmaOpTest(writer_, nullptr, time, window, event.request);
    case EventKind::rma_complete_local:
      return OTF2_EvtWriter_RmaOpCompleteNonBlocking(writer_, nullptr, time, window, event.request);
    case EventKind::rma_complete_remote:
      return OTF2_EvtWriter_RmaOpCompleteRemote(writer_, nullptr, time, window, event.request);
    default:
      return OTF2_EvtWriter_RmaAtomic(writer_, nullptr, time, window, event.peer,
                                      OTF2_RMA_ATOMIC_TYPE_ACCUMULATE, event.bytes_sent, event.bytes_received,
                                      event.request);
  }
}

OTF2_ErrorCode EventWriter::write_file_event(const Event& event, OTF2_TimeStamp time) {
  const OTF2_IoHandleRef handle = event.io_handle.value;
  const IoHandleFlags flags = unpack_io_flags(event.number);
  switch (event.kind) {
    case EventKind::io_create_handle:
      return OTF2_EvtWriter_IoCreateHandle(writer_, nullptr, time, handle, flags.access, flags.creation,
                                           flags.status);
    case EventKind::io_destroy_handle:
      return OTF2_EvtWriter_IoDestroyHandle(writer_, nullptr, time, handle);
    case EventKind::io_seek:
      return OTF2_EvtWriter_IoSeek(writer_, nullptr, time, handle, static_cast<int64_t>(event.bytes_sent),
                                   static_cast<OTF2_IoSeekOption>(event.number), event.bytes_received);
    default:
      return OTF2_EvtWriter_IoDeleteFile(
          writer_, nullptr, time,
          io_paradigm_ref(event.number != 0 ? trace::IoParadigm::mpi : trace::IoParadigm::posix),
          event.io_file.value);
  }
}

OTF2_ErrorCode EventWriter::write_file_operation(const Event& event, OTF2_TimeStamp time) {
  const OTF2_IoHandleRef handle = event.io_handle.value;
  switch (event.kind) {
    case EventKind::io_operation_begin: {
      OTF2_AttributeList* attributes = nullptr;
      if (event.bytes_received != trace::kNoOffset) {
        OTF2_AttributeList_AddUint64(attributes_, kOffsetAttribute, event.bytes_received);
        attributes = attributes_;  // emptied by the call that writes it
      }
      const uint32_t collective =
          (event.number & trace::kIoCollective) != 0 ? OTF2_IO_OPERATION_FLAG_COLLECTIVE : 0;
      const uint32_t nonblocking =
          (event.number & trace::kIoNonblocking) != 0 ? OTF2_IO_OPERATION_FLAG_NON_BLOCKING : 0;
      return OTF2_EvtWriter_IoOperationBegin(
          writer_, attributes, time, handle,
          static_cast<OTF2_IoOperationMode>(trace::io_mode_of(event.number)), collective | nonblocking,
          event.bytes_sent, event.request);
    }
    case EventKind::io_operation_issued:
      return OTF2_EvtWriter_IoOperationIssued(writer_, nullptr, time, handle, event.request);
    case EventKind::io_operation_test:
      return OTF2_EvtWriter_IoOperationTest(writer_, nullptr, time, handle, event.request);
    case EventKind::io_operation_complete:
      return OTF2_EvtWriter_IoOperationComplete(writer_, nullptr, time, handle, event.bytes_sent,
                                                event.request);
    default:
      return OTF2_EvtWriter_IoOperationCancelled(writer_, nullptr, time, handle, event.request);
  }
}

}  // namespace latecomer::otf2
