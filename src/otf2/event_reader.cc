// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The path from libotf2's callbacks to the sink is the hot one of the whole program: every event takes it
// once. It does not allocate, and looks up references in vectors.

#include "otf2/event_reader.h"

#include "otf2/enums.h"
#include "otf2/event_callbacks.h"

namespace latecomer::otf2 {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;

EventCallbacks EventForwarder::callbacks() {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  set_message_callbacks(callbacks.get());
  set_extension_callbacks(callbacks.get());
  set_thread_callbacks(callbacks.get());
  set_rma_callbacks(callbacks.get());
  set_other_callbacks(callbacks.get());
  return callbacks;
}

trace::RegionId EventForwarder::begin_program(OTF2_StringRef name) {
  program_ = ids_.programs.find(name);
  return program();
}

trace::RegionId EventForwarder::program() {
  return program_.valid() ? program_ : region(OTF2_UNDEFINED_REGION);
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

bool EventForwarder::set_team(Event& event, OTF2_CommRef team) {
  event.comm = ids_.teams.find(team);
  if (!event.comm.valid()) return refuse(event), false;
  return true;
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
