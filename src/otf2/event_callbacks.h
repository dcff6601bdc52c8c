// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include "otf2/event_reader.h"
#include "trace/event.h"

// One function per kind of record; their parameters are the record's, their user data is an EventForwarder.
namespace latecomer::otf2 {

/// Regions, messages, collectives, communicators, and whatever concerns the recording itself.
void set_message_callbacks(OTF2_EvtReaderCallbacks* callbacks);
/// Probes and partitioned messages, which travel as parameters.
void set_extension_callbacks(OTF2_EvtReaderCallbacks* callbacks);
/// Teams of threads and locks.
void set_thread_callbacks(OTF2_EvtReaderCallbacks* callbacks);
/// One-sided communication.
void set_rma_callbacks(OTF2_EvtReaderCallbacks* callbacks);
/// Every record of OTF2 3.0 that has no kind of its own.
void set_other_callbacks(OTF2_EvtReaderCallbacks* callbacks);

inline EventForwarder& self(void* user_data) {
  return *static_cast<EventForwarder*>(user_data);
}

inline trace::Event make(trace::EventKind kind, OTF2_TimeStamp time) {
  trace::Event event;
  event.time = Ticks(static_cast<int64_t>(time));
  event.kind = kind;
  return event;
}

inline OTF2_CallbackCode deliver(void* user_data, const trace::Event& event) {
  self(user_data).deliver(event);
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace latecomer::otf2
