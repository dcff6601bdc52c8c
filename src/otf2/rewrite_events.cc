// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A reader's callback has the same fields in the same order as the writer's function for that kind of record.
// So the type of the function says what the callback is, and a pair that does not fit does not compile.

#include "otf2/rewrite_events.h"

// Kinds that OTF2 has replaced are copied like all others.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace latecomer::otf2 {
namespace {

EventCopy& copy_of(void* user_data) {
  return *static_cast<EventCopy*>(user_data);
}

template <auto Write>
struct Copy;

template <class... Fields,
          OTF2_ErrorCode (*Write)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Fields...)>
struct Copy<Write> {
  static OTF2_CallbackCode record(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                  OTF2_AttributeList* attributes, Fields... fields) {
    return copy_of(user_data).copy(time, [&](OTF2_EvtWriter* writer, OTF2_TimeStamp new_time) {
      return Write(writer, attributes, new_time, fields...);
    });
  }
};

/// The only kind of event with a second time.
OTF2_CallbackCode copy_buffer_flush(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                    OTF2_AttributeList* attributes, OTF2_TimeStamp stop) {
  EventCopy& copy = copy_of(user_data);
  return copy.copy(time, [&](OTF2_EvtWriter* writer, OTF2_TimeStamp new_time) {
    return OTF2_EvtWriter_BufferFlush(writer, attributes, new_time, copy.new_stop(time, new_time, stop));
  });
}

OTF2_CallbackCode leave_out(OTF2_LocationRef, OTF2_TimeStamp, uint64_t, void* user_data,
                            OTF2_AttributeList*) {
  return copy_of(user_data).leave_out();
}

void set_copies(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_MeasurementOnOff>::record);
  OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, Copy<OTF2_EvtWriter_Enter>::record);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, Copy<OTF2_EvtWriter_Leave>::record);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, Copy<OTF2_EvtWriter_MpiSend>::record);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, Copy<OTF2_EvtWriter_MpiIsend>::record);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_MpiIsendComplete>::record);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, Copy<OTF2_EvtWriter_MpiIrecvRequest>::record);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, Copy<OTF2_EvtWriter_MpiRecv>::record);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, Copy<OTF2_EvtWriter_MpiIrecv>::record);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(callbacks, Copy<OTF2_EvtWriter_MpiRequestTest>::record);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks,
                                                         Copy<OTF2_EvtWriter_MpiRequestCancelled>::record);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(callbacks,
                                                        Copy<OTF2_EvtWriter_MpiCollectiveBegin>::record);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_MpiCollectiveEnd>::record);
  OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, Copy<OTF2_EvtWriter_Metric>::record);
  OTF2_EvtReaderCallbacks_SetParameterStringCallback(callbacks, Copy<OTF2_EvtWriter_ParameterString>::record);
  OTF2_EvtReaderCallbacks_SetParameterIntCallback(callbacks, Copy<OTF2_EvtWriter_ParameterInt>::record);
  OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(callbacks,
                                                          Copy<OTF2_EvtWriter_ParameterUnsignedInt>::record);
  OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(callbacks, Copy<OTF2_EvtWriter_RmaWinCreate>::record);
  OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(callbacks, Copy<OTF2_EvtWriter_RmaWinDestroy>::record);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(callbacks,
                                                        Copy<OTF2_EvtWriter_RmaCollectiveBegin>::record);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_RmaCollectiveEnd>::record);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(callbacks, Copy<OTF2_EvtWriter_RmaGroupSync>::record);
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(callbacks, Copy<OTF2_EvtWriter_RmaRequestLock>::record);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(callbacks, Copy<OTF2_EvtWriter_RmaAcquireLock>::record);
  OTF2_EvtReaderCallbacks_SetRmaTryLockCallback(callbacks, Copy<OTF2_EvtWriter_RmaTryLock>::record);
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(callbacks, Copy<OTF2_EvtWriter_RmaReleaseLock>::record);
  OTF2_EvtReaderCallbacks_SetRmaSyncCallback(callbacks, Copy<OTF2_EvtWriter_RmaSync>::record);
  OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback(callbacks, Copy<OTF2_EvtWriter_RmaWaitChange>::record);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(callbacks, Copy<OTF2_EvtWriter_RmaPut>::record);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(callbacks, Copy<OTF2_EvtWriter_RmaGet>::record);
  OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(callbacks, Copy<OTF2_EvtWriter_RmaAtomic>::record);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(
      callbacks, Copy<OTF2_EvtWriter_RmaOpCompleteBlocking>::record);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(
      callbacks, Copy<OTF2_EvtWriter_RmaOpCompleteNonBlocking>::record);
  OTF2_EvtReaderCallbacks_SetRmaOpTestCallback(callbacks, Copy<OTF2_EvtWriter_RmaOpTest>::record);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(callbacks,
                                                         Copy<OTF2_EvtWriter_RmaOpCompleteRemote>::record);
  OTF2_EvtReaderCallbacks_SetThreadForkCallback(callbacks, Copy<OTF2_EvtWriter_ThreadFork>::record);
  OTF2_EvtReaderCallbacks_SetThreadJoinCallback(callbacks, Copy<OTF2_EvtWriter_ThreadJoin>::record);
  OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback(callbacks, Copy<OTF2_EvtWriter_ThreadTeamBegin>::record);
  OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback(callbacks, Copy<OTF2_EvtWriter_ThreadTeamEnd>::record);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(callbacks,
                                                       Copy<OTF2_EvtWriter_ThreadAcquireLock>::record);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(callbacks,
                                                       Copy<OTF2_EvtWriter_ThreadReleaseLock>::record);
  OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_ThreadTaskCreate>::record);
  OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_ThreadTaskSwitch>::record);
  OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(callbacks,
                                                        Copy<OTF2_EvtWriter_ThreadTaskComplete>::record);
  OTF2_EvtReaderCallbacks_SetThreadCreateCallback(callbacks, Copy<OTF2_EvtWriter_ThreadCreate>::record);
  OTF2_EvtReaderCallbacks_SetThreadBeginCallback(callbacks, Copy<OTF2_EvtWriter_ThreadBegin>::record);
  OTF2_EvtReaderCallbacks_SetThreadWaitCallback(callbacks, Copy<OTF2_EvtWriter_ThreadWait>::record);
  OTF2_EvtReaderCallbacks_SetThreadEndCallback(callbacks, Copy<OTF2_EvtWriter_ThreadEnd>::record);
  OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(callbacks,
                                                         Copy<OTF2_EvtWriter_CallingContextEnter>::record);
  OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(callbacks,
                                                         Copy<OTF2_EvtWriter_CallingContextLeave>::record);
  OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback(callbacks,
                                                          Copy<OTF2_EvtWriter_CallingContextSample>::record);
  OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback(callbacks, Copy<OTF2_EvtWriter_IoCreateHandle>::record);
  OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback(callbacks, Copy<OTF2_EvtWriter_IoDestroyHandle>::record);
  OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback(callbacks,
                                                       Copy<OTF2_EvtWriter_IoDuplicateHandle>::record);
  OTF2_EvtReaderCallbacks_SetIoSeekCallback(callbacks, Copy<OTF2_EvtWriter_IoSeek>::record);
  OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback(callbacks,
                                                         Copy<OTF2_EvtWriter_IoChangeStatusFlags>::record);
  OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback(callbacks, Copy<OTF2_EvtWriter_IoDeleteFile>::record);
  OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback(callbacks,
                                                      Copy<OTF2_EvtWriter_IoOperationBegin>::record);
  OTF2_EvtReaderCallbacks_SetIoOperationTestCallback(callbacks, Copy<OTF2_EvtWriter_IoOperationTest>::record);
  OTF2_EvtReaderCallbacks_SetIoOperationIssuedCallback(callbacks,
                                                       Copy<OTF2_EvtWriter_IoOperationIssued>::record);
  OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback(callbacks,
                                                         Copy<OTF2_EvtWriter_IoOperationComplete>::record);
  OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback(callbacks,
                                                          Copy<OTF2_EvtWriter_IoOperationCancelled>::record);
  OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback(callbacks, Copy<OTF2_EvtWriter_IoAcquireLock>::record);
  OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback(callbacks, Copy<OTF2_EvtWriter_IoReleaseLock>::record);
  OTF2_EvtReaderCallbacks_SetIoTryLockCallback(callbacks, Copy<OTF2_EvtWriter_IoTryLock>::record);
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks, Copy<OTF2_EvtWriter_ProgramBegin>::record);
  OTF2_EvtReaderCallbacks_SetProgramEndCallback(callbacks, Copy<OTF2_EvtWriter_ProgramEnd>::record);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(
      callbacks, Copy<OTF2_EvtWriter_NonBlockingCollectiveRequest>::record);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(
      callbacks, Copy<OTF2_EvtWriter_NonBlockingCollectiveComplete>::record);
  OTF2_EvtReaderCallbacks_SetCommCreateCallback(callbacks, Copy<OTF2_EvtWriter_CommCreate>::record);
  OTF2_EvtReaderCallbacks_SetCommDestroyCallback(callbacks, Copy<OTF2_EvtWriter_CommDestroy>::record);
  OTF2_EvtReaderCallbacks_SetOmpForkCallback(callbacks, Copy<OTF2_EvtWriter_OmpFork>::record);
  OTF2_EvtReaderCallbacks_SetOmpJoinCallback(callbacks, Copy<OTF2_EvtWriter_OmpJoin>::record);
  OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback(callbacks, Copy<OTF2_EvtWriter_OmpAcquireLock>::record);
  OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback(callbacks, Copy<OTF2_EvtWriter_OmpReleaseLock>::record);
  OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback(callbacks, Copy<OTF2_EvtWriter_OmpTaskCreate>::record);
  OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback(callbacks, Copy<OTF2_EvtWriter_OmpTaskSwitch>::record);
  OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback(callbacks, Copy<OTF2_EvtWriter_OmpTaskComplete>::record);
}

}  // namespace

EventCallbacks EventCopy::callbacks() {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  OTF2_EvtReaderCallbacks_SetUnknownCallback(callbacks.get(), otf2::leave_out);
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback(callbacks.get(), copy_buffer_flush);
  set_copies(callbacks.get());
  return callbacks;
}

OTF2_CallbackCode EventCopy::leave_out() {
  ++unknown_;
  if (next_ == new_times_.size()) return ++too_many_, OTF2_CALLBACK_INTERRUPT;
  ++next_;  // it has a new time like every record
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_TimeStamp EventCopy::new_stop(OTF2_TimeStamp time, OTF2_TimeStamp new_time, OTF2_TimeStamp stop) const {
  const OTF2_TimeStamp as_long = new_time + (stop - time);
  const bool is_free = new_time == time || stop <= time || next_ == new_times_.size();
  if (is_free) return as_long;
  const OTF2_TimeStamp next = static_cast<OTF2_TimeStamp>(new_times_[next_].count);
  return std::min(as_long, std::max(new_time, next));  // not after the next event
}

}  // namespace latecomer::otf2
