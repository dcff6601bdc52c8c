// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_callbacks.h"

namespace latecomer::otf2 {
namespace {

template <class... Fields>
OTF2_CallbackCode other(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                        Fields...) {
  return deliver(user_data, make(trace::EventKind::other, time));
}

}  // namespace

void set_other_callbacks(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetParameterStringCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetParameterIntCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaTryLockCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaSyncCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpTestCallback(callbacks, other);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(callbacks, other);
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

}  // namespace latecomer::otf2
