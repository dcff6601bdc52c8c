// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/enums.h"
#include "otf2/event_callbacks.h"

namespace latecomer::otf2 {
namespace {

using trace::Event;
using trace::EventKind;

OTF2_CallbackCode on_fork(OTF2_TimeStamp time, void* user_data, trace::Paradigm paradigm, uint32_t threads) {
  Event event = make(EventKind::thread_fork, time);
  event.paradigm = paradigm;
  event.number = threads;
  return deliver(user_data, event);
}

OTF2_CallbackCode on_join(OTF2_TimeStamp time, void* user_data, trace::Paradigm paradigm) {
  Event event = make(EventKind::thread_join, time);
  event.paradigm = paradigm;
  return deliver(user_data, event);
}

OTF2_CallbackCode on_team(EventKind kind, OTF2_TimeStamp time, void* user_data, OTF2_CommRef team) {
  Event event = make(kind, time);
  self(user_data).set_team(event, team);
  return deliver(user_data, event);
}

OTF2_CallbackCode on_lock(EventKind kind, OTF2_TimeStamp time, void* user_data, trace::Paradigm paradigm,
                          uint32_t lock, uint32_t order) {
  Event event = make(kind, time);
  event.paradigm = paradigm;
  event.request = lock;
  event.number = order;
  return deliver(user_data, event);
}

OTF2_CallbackCode fork(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                       OTF2_Paradigm paradigm, uint32_t threads) {
  return on_fork(time, user_data, paradigm_from_otf2(paradigm), threads);
}

OTF2_CallbackCode join(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data, OTF2_AttributeList*,
                       OTF2_Paradigm paradigm) {
  return on_join(time, user_data, paradigm_from_otf2(paradigm));
}

OTF2_CallbackCode team_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                             OTF2_AttributeList*, OTF2_CommRef team) {
  return on_team(EventKind::team_begin, time, user_data, team);
}

OTF2_CallbackCode team_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                           OTF2_AttributeList*, OTF2_CommRef team) {
  return on_team(EventKind::team_end, time, user_data, team);
}

OTF2_CallbackCode acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_Paradigm paradigm, uint32_t lock, uint32_t order) {
  return on_lock(EventKind::acquire_lock, time, user_data, paradigm_from_otf2(paradigm), lock, order);
}

OTF2_CallbackCode release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                               OTF2_AttributeList*, OTF2_Paradigm paradigm, uint32_t lock, uint32_t order) {
  return on_lock(EventKind::release_lock, time, user_data, paradigm_from_otf2(paradigm), lock, order);
}

// The records that OpenMP had before they served all kinds of threads.

OTF2_CallbackCode omp_fork(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                           OTF2_AttributeList*, uint32_t threads) {
  return on_fork(time, user_data, trace::Paradigm::openmp, threads);
}

OTF2_CallbackCode omp_join(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                           OTF2_AttributeList*) {
  return on_join(time, user_data, trace::Paradigm::openmp);
}

OTF2_CallbackCode omp_acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                   OTF2_AttributeList*, uint32_t lock, uint32_t order) {
  return on_lock(EventKind::acquire_lock, time, user_data, trace::Paradigm::openmp, lock, order);
}

OTF2_CallbackCode omp_release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                   OTF2_AttributeList*, uint32_t lock, uint32_t order) {
  return on_lock(EventKind::release_lock, time, user_data, trace::Paradigm::openmp, lock, order);
}

}  // namespace

void set_thread_callbacks(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetThreadForkCallback(callbacks, fork);
  OTF2_EvtReaderCallbacks_SetThreadJoinCallback(callbacks, join);
  OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback(callbacks, team_begin);
  OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback(callbacks, team_end);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(callbacks, acquire_lock);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(callbacks, release_lock);
  OTF2_EvtReaderCallbacks_SetOmpForkCallback(callbacks, omp_fork);
  OTF2_EvtReaderCallbacks_SetOmpJoinCallback(callbacks, omp_join);
  OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback(callbacks, omp_acquire_lock);
  OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback(callbacks, omp_release_lock);
}

}  // namespace latecomer::otf2
