// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <string>
#include <vector>

#include "otf2/enums.h"
#include "otf2/event_forwarder.h"
#include "otf2/location_reader.h"

// How libotf2 decodes a location's events. Only the decoding is its own: what becomes of the fields is up to
// the same EventForwarder that our decoder uses.
namespace latecomer::otf2 {

inline std::vector<Attribute> attributes_of(const OTF2_AttributeList* list) {
  std::vector<Attribute> attributes;
  for (uint32_t i = 0; i < OTF2_AttributeList_GetNumberOfElements(list); ++i) {
    Attribute attribute{};
    OTF2_AttributeValue value{};
    OTF2_AttributeList_GetAttributeByIndex(list, i, &attribute.ref, &attribute.type, &value);
    attribute.value = attribute.type == OTF2_TYPE_UINT64 ? value.uint64 : value.uint32;
    attributes.push_back(attribute);
  }
  return attributes;
}

using AttributeSpan = std::span<const Attribute>;

template <class Forward, class... Fields>
OTF2_CallbackCode forward_record(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList* list, Fields... fields) {
  const std::vector<Attribute> attributes = attributes_of(list);
  Forward()(*static_cast<EventForwarder*>(user_data), Ticks(static_cast<int64_t>(time)),
            AttributeSpan(attributes), fields...);
  return OTF2_CALLBACK_SUCCESS;
}

/// Sets a callback whose record's fields `Forward` takes after the forwarder, the time and the attributes.
template <class Forward, class... Fields>
void forward_by(OTF2_EvtReaderCallbacks* callbacks,
                OTF2_ErrorCode (*set)(OTF2_EvtReaderCallbacks*,
                                      OTF2_CallbackCode (*)(OTF2_LocationRef, OTF2_TimeStamp, uint64_t, void*,
                                                            OTF2_AttributeList*, Fields...)),
                Forward) {
  set(callbacks, forward_record<Forward, Fields...>);
}

/// The same for records that are of no use.
template <class... Set>
void forward_as_other(OTF2_EvtReaderCallbacks* callbacks, Set... sets) {
  const auto other = [](EventForwarder& to, Ticks time, AttributeSpan, auto...) {
    to.plain(trace::EventKind::other, time);
  };
  (forward_by(callbacks, sets, other), ...);
}

#define LATECOMER_FORWARD(record, call, ...)                           \
  forward_by(callbacks, OTF2_EvtReaderCallbacks_Set##record##Callback, \
             [](EventForwarder& to, [[maybe_unused]] Ticks time,       \
                [[maybe_unused]] AttributeSpan attributes __VA_OPT__(, ) __VA_ARGS__) { to.call; })

inline EventCallbacks reference_callbacks() {
  using enum trace::EventKind;
  EventCallbacks owned(OTF2_EvtReaderCallbacks_New());
  OTF2_EvtReaderCallbacks* callbacks = owned.get();
  using U32 = uint32_t;
  using U64 = uint64_t;
  using Op = OTF2_CollectiveOp;
  LATECOMER_FORWARD(Unknown, unknown(time));
  LATECOMER_FORWARD(Enter, enter(time, region, attributes), U32 region);
  LATECOMER_FORWARD(CallingContextEnter, enter_context(time, c), U32 c, U32);
  LATECOMER_FORWARD(CallingContextLeave, leave_context(time, c), U32 c);
  LATECOMER_FORWARD(CallingContextSample, sample(time, c), U32 c, U32, U32);
  LATECOMER_FORWARD(Leave, leave(time, region), U32 region);
  LATECOMER_FORWARD(MpiSend, message(send, time, p, c, tag, n, 0), U32 p, U32 c, U32 tag, U64 n);
  LATECOMER_FORWARD(MpiIsend, message(isend, time, p, c, tag, n, r), U32 p, U32 c, U32 tag, U64 n, U64 r);
  LATECOMER_FORWARD(MpiIsendComplete, request(isend_complete, time, r), U64 r);
  LATECOMER_FORWARD(MpiIrecvRequest, request(irecv_request, time, r), U64 r);
  LATECOMER_FORWARD(MpiRecv, message(recv, time, p, c, tag, n, 0), U32 p, U32 c, U32 tag, U64 n);
  LATECOMER_FORWARD(MpiIrecv, message(irecv, time, p, c, tag, n, r), U32 p, U32 c, U32 tag, U64 n, U64 r);
  LATECOMER_FORWARD(MpiRequestTest, request(request_test, time, r), U64 r);
  LATECOMER_FORWARD(MpiRequestCancelled, request(request_cancelled, time, r), U64 r);
  LATECOMER_FORWARD(MpiCollectiveBegin, plain(collective_begin, time));
  LATECOMER_FORWARD(MpiCollectiveEnd, collective(collective_end, time, op, c, root, s, n, 0, attributes),
                    Op op, U32 c, U32 root, U64 s, U64 n);
  LATECOMER_FORWARD(NonBlockingCollectiveRequest, request(icollective_request, time, r), U64 r);
  LATECOMER_FORWARD(NonBlockingCollectiveComplete,
                    collective(icollective_complete, time, op, c, root, s, n, r, attributes), Op op, U32 c,
                    U32 root, U64 s, U64 n, U64 r);
  LATECOMER_FORWARD(CommCreate, communicator(comm_create, time, c), U32 c);
  LATECOMER_FORWARD(CommDestroy, communicator(comm_destroy, time, c), U32 c);
  LATECOMER_FORWARD(ParameterUnsignedInt, parameter(time, p, value, attributes), U32 p, U64 value);
  LATECOMER_FORWARD(OmpFork, thread_fork(time, OTF2_PARADIGM_OPENMP, n), U32 n);
  LATECOMER_FORWARD(OmpJoin, thread_join(time, OTF2_PARADIGM_OPENMP));
  LATECOMER_FORWARD(OmpAcquireLock, lock(acquire_lock, time, OTF2_PARADIGM_OPENMP, l, n), U32 l, U32 n);
  LATECOMER_FORWARD(OmpReleaseLock, lock(release_lock, time, OTF2_PARADIGM_OPENMP, l, n), U32 l, U32 n);
  LATECOMER_FORWARD(ThreadFork, thread_fork(time, p, n), OTF2_Paradigm p, U32 n);
  LATECOMER_FORWARD(ThreadJoin, thread_join(time, p), OTF2_Paradigm p);
  LATECOMER_FORWARD(ThreadTeamBegin, team(team_begin, time, c), U32 c);
  LATECOMER_FORWARD(ThreadTeamEnd, team(team_end, time, c), U32 c);
  LATECOMER_FORWARD(ThreadAcquireLock, lock(acquire_lock, time, p, l, n), OTF2_Paradigm p, U32 l, U32 n);
  LATECOMER_FORWARD(ThreadReleaseLock, lock(release_lock, time, p, l, n), OTF2_Paradigm p, U32 l, U32 n);
  LATECOMER_FORWARD(ThreadCreate, thread(thread_create, time, c, n), U32 c, U64 n);
  LATECOMER_FORWARD(ThreadBegin, thread(thread_begin, time, c, n), U32 c, U64 n);
  LATECOMER_FORWARD(ThreadWait, thread(thread_wait, time, c, n), U32 c, U64 n);
  LATECOMER_FORWARD(ThreadEnd, thread(thread_end, time, c, n), U32 c, U64 n);
  LATECOMER_FORWARD(RmaWinCreate, window(rma_win_create, time, w), U32 w);
  LATECOMER_FORWARD(RmaWinDestroy, window(rma_win_destroy, time, w), U32 w);
  LATECOMER_FORWARD(RmaCollectiveBegin, plain(rma_collective_begin, time));
  LATECOMER_FORWARD(RmaCollectiveEnd, window_collective_end(time, op, w, root, s, n), Op op,
                    OTF2_RmaSyncLevel, U32 w, U32 root, U64 s, U64 n);
  LATECOMER_FORWARD(RmaGroupSync, group_sync(time, level, w, g), OTF2_RmaSyncLevel level, U32 w, U32 g);
  LATECOMER_FORWARD(RmaRequestLock, window_lock(rma_request_lock, time, w, p, l, t), U32 w, U32 p, U64 l,
                    OTF2_LockType t);
  LATECOMER_FORWARD(RmaAcquireLock, window_lock(rma_acquire_lock, time, w, p, l, t), U32 w, U32 p, U64 l,
                    OTF2_LockType t);
  LATECOMER_FORWARD(RmaReleaseLock, window_lock(rma_release_lock, time, w, p, l, OTF2_LOCK_SHARED), U32 w,
                    U32 p, U64 l);
  LATECOMER_FORWARD(RmaPut, access(rma_put, time, w, p, n, 0, m), U32 w, U32 p, U64 n, U64 m);
  LATECOMER_FORWARD(RmaGet, access(rma_get, time, w, p, 0, n, m), U32 w, U32 p, U64 n, U64 m);
  LATECOMER_FORWARD(RmaAtomic, access(rma_atomic, time, w, p, s, n, m), U32 w, U32 p, OTF2_RmaAtomicType,
                    U64 s, U64 n, U64 m);
  LATECOMER_FORWARD(RmaOpTest, access_completion(rma_test, time, w, m), U32 w, U64 m);
  LATECOMER_FORWARD(RmaOpCompleteBlocking, access_completion(rma_complete_local, time, w, m), U32 w, U64 m);
  LATECOMER_FORWARD(RmaOpCompleteNonBlocking, access_completion(rma_complete_local, time, w, m), U32 w,
                    U64 m);
  LATECOMER_FORWARD(RmaOpCompleteRemote, access_completion(rma_complete_remote, time, w, m), U32 w, U64 m);
  LATECOMER_FORWARD(IoCreateHandle, file_opened(time, h, pack_io_flags({access, creation, status})), U32 h,
                    OTF2_IoAccessMode access, OTF2_IoCreationFlag creation, OTF2_IoStatusFlag status);
  LATECOMER_FORWARD(IoDestroyHandle, file_closed(time, h), U32 h);
  LATECOMER_FORWARD(IoSeek, file_sought(time, h, static_cast<U64>(offset), whence, position), U32 h,
                    int64_t offset, OTF2_IoSeekOption whence, U64 position);
  LATECOMER_FORWARD(IoDeleteFile, file_deleted(time, p, f), OTF2_IoParadigmRef p, U32 f);
  LATECOMER_FORWARD(IoOperationBegin, file_operation_begin(time, h, m, flags, n, r, attributes), U32 h,
                    OTF2_IoOperationMode m, OTF2_IoOperationFlag flags, U64 n, U64 r);
  LATECOMER_FORWARD(IoOperationTest, file_operation(io_operation_test, time, h, 0, r), U32 h, U64 r);
  LATECOMER_FORWARD(IoOperationIssued, file_operation(io_operation_issued, time, h, 0, r), U32 h, U64 r);
  LATECOMER_FORWARD(IoOperationComplete, file_operation(io_operation_complete, time, h, n, r), U32 h, U64 n,
                    U64 r);
  LATECOMER_FORWARD(IoOperationCancelled, file_operation(io_operation_cancelled, time, h, 0, r), U32 h,
                    U64 r);
  LATECOMER_FORWARD(ProgramBegin, program_begin(time, name), U32 name, U32, const U32*);
  LATECOMER_FORWARD(ProgramEnd, program_end(time), int64_t);
  LATECOMER_FORWARD(MeasurementOnOff, measurement_on_off(time, mode), OTF2_MeasurementMode mode);
  LATECOMER_FORWARD(BufferFlush, buffer_flush(time, Ticks(static_cast<int64_t>(stop))), OTF2_TimeStamp stop);
  forward_as_other(
      callbacks, OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback,
      OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback, OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback,
      OTF2_EvtReaderCallbacks_SetMetricCallback, OTF2_EvtReaderCallbacks_SetParameterStringCallback,
      OTF2_EvtReaderCallbacks_SetParameterIntCallback, OTF2_EvtReaderCallbacks_SetRmaTryLockCallback,
      OTF2_EvtReaderCallbacks_SetRmaSyncCallback, OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback,
      OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback,
      OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback,
      OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback,
      OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback,
      OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback,
      OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback, OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback,
      OTF2_EvtReaderCallbacks_SetIoTryLockCallback);
  return owned;
}

#undef LATECOMER_FORWARD

/// Forwards the events of a location with sound files. Returns their number.
inline uint64_t read_by_libotf2(const std::string& anchor, OTF2_LocationRef location,
                                EventForwarder& forwarder) {
  Result<ReaderHandle> handle = ReaderHandle::open(anchor);
  if (!handle) return 0;
  OTF2_Reader* reader = handle->get();
  OTF2_Reader_SelectLocation(reader, location);
  uint64_t count = 0;
  OTF2_Reader_OpenDefFiles(reader);
  if (OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location); definitions != nullptr) {
    OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count);
    OTF2_Reader_CloseDefReader(reader, definitions);
  }
  OTF2_Reader_OpenEvtFiles(reader);
  OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
  if (events == nullptr) return 0;
  OTF2_EvtReader_ApplyClockOffsets(events, false);
  OTF2_Reader_RegisterEvtCallbacks(reader, events, reference_callbacks().get(), &forwarder);
  OTF2_Reader_ReadAllLocalEvents(reader, events, &count);
  return count;
}

}  // namespace latecomer::otf2
