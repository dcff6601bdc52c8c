// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/enums.h"
#include "otf2/event_callbacks.h"

namespace latecomer::otf2 {
namespace {

using trace::Event;
using trace::EventKind;

OTF2_CallbackCode on_window(EventKind kind, OTF2_TimeStamp time, void* user_data, OTF2_RmaWinRef window) {
  Event event = make(kind, time);
  self(user_data).set_window(event, window);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_lock(EventKind kind, OTF2_TimeStamp time, void* user_data, OTF2_RmaWinRef window,
                          uint32_t target, uint64_t lock, bool is_exclusive) {
  Event event = make(kind, time);
  event.request = lock;
  event.number = is_exclusive ? 1 : 0;
  static_assert(OTF2_UNDEFINED_UINT32 == trace::kNoRank);
  const bool all_targets = target == trace::kNoRank;
  if (all_targets)
    self(user_data).set_window(event, window);
  else
    self(user_data).set_target(event, window, target);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_access(EventKind kind, OTF2_TimeStamp time, void* user_data, OTF2_RmaWinRef window,
                            uint32_t target, uint64_t sent, uint64_t received) {
  Event event = make(kind, time);
  event.bytes_sent = sent;
  event.bytes_received = received;
  self(user_data).set_target(event, window, target);
  return deliver(user_data, event);
}

OTF2_CallbackCode win_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                             OTF2_AttributeList*, OTF2_RmaWinRef window) {
  return on_window(EventKind::rma_win_create, time, user_data, window);
}

OTF2_CallbackCode win_destroy(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                              OTF2_AttributeList*, OTF2_RmaWinRef window) {
  return on_window(EventKind::rma_win_destroy, time, user_data, window);
}

OTF2_CallbackCode collective_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                   OTF2_AttributeList*) {
  return deliver(user_data, make(EventKind::rma_collective_begin, time));
}

OTF2_CallbackCode collective_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                 OTF2_AttributeList*, OTF2_CollectiveOp op, OTF2_RmaSyncLevel,
                                 OTF2_RmaWinRef window, uint32_t root, uint64_t sent, uint64_t received) {
  Event event = make(EventKind::rma_collective_end, time);
  event.collective = collective_from_otf2(op);
  event.root = root;
  event.bytes_sent = sent;
  event.bytes_received = received;
  const bool has_root = root < trace::kThisGroup;
  if (!has_root)
    self(user_data).set_window(event, window);
  else if (self(user_data).set_target(event, window, root))
    event.peer = trace::kNoRank;
  return deliver(user_data, event);
}

OTF2_CallbackCode group_sync(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                             OTF2_AttributeList*, OTF2_RmaSyncLevel, OTF2_RmaWinRef window,
                             OTF2_GroupRef group) {
  Event event = make(EventKind::rma_group_sync, time);
  event.sources = self(user_data).ids().groups.find(group);
  if (!event.sources.valid())
    self(user_data).refuse(event);
  else
    self(user_data).set_window(event, window);
  return deliver(user_data, event);
}

OTF2_CallbackCode request_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_RmaWinRef window, uint32_t target, uint64_t lock,
                               OTF2_LockType type) {
  return on_lock(EventKind::rma_request_lock, time, user_data, window, target, lock,
                 type == OTF2_LOCK_EXCLUSIVE);
}

OTF2_CallbackCode acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_RmaWinRef window, uint32_t target, uint64_t lock,
                               OTF2_LockType type) {
  return on_lock(EventKind::rma_acquire_lock, time, user_data, window, target, lock,
                 type == OTF2_LOCK_EXCLUSIVE);
}

OTF2_CallbackCode release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_RmaWinRef window, uint32_t target, uint64_t lock) {
  return on_lock(EventKind::rma_release_lock, time, user_data, window, target, lock, false);
}

OTF2_CallbackCode put(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                      OTF2_RmaWinRef window, uint32_t target, uint64_t bytes, uint64_t) {
  return on_access(EventKind::rma_put, time, user_data, window, target, bytes, 0);
}

OTF2_CallbackCode get(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                      OTF2_RmaWinRef window, uint32_t target, uint64_t bytes, uint64_t) {
  return on_access(EventKind::rma_get, time, user_data, window, target, 0, bytes);
}

OTF2_CallbackCode atomic(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                         OTF2_AttributeList*, OTF2_RmaWinRef window, uint32_t target, OTF2_RmaAtomicType,
                         uint64_t sent, uint64_t received, uint64_t) {
  return on_access(EventKind::rma_atomic, time, user_data, window, target, sent, received);
}

}  // namespace

void set_rma_callbacks(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(callbacks, win_create);
  OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(callbacks, win_destroy);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(callbacks, collective_begin);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(callbacks, collective_end);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(callbacks, group_sync);
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(callbacks, request_lock);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(callbacks, acquire_lock);
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(callbacks, release_lock);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(callbacks, put);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(callbacks, get);
  OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(callbacks, atomic);
}

}  // namespace latecomer::otf2
