// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A reader's callback has the same fields in the same order as the writer's function for that kind of record.
// So the type of the function says what the callback is, and a pair that does not fit does not compile.

#include "otf2/rewrite_events.h"

#include "otf2/event_records.h"

// Kinds that OTF2 has replaced are copied like all others.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace latecomer::otf2 {
namespace {

EventCopy& copy_of(void* user_data) {
  return *static_cast<EventCopy*>(user_data);
}

template <auto Write>
struct Copy;

template <class... Fields, WriteFunction<Fields...> Write>
struct Copy<Write> {
  static OTF2_CallbackCode record(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                  OTF2_AttributeList* attributes, Fields... fields) {
    return copy_of(user_data).copy(time, [&](OTF2_EvtWriter* writer, OTF2_TimeStamp new_time) {
      return Write(writer, attributes, new_time, fields...);
    });
  }
};

/// Copies the only kind of event with a second time.
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

}  // namespace

EventCallbacks EventCopy::callbacks() {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  OTF2_EvtReaderCallbacks_SetUnknownCallback(callbacks.get(), otf2::leave_out);
#define EVENT_RECORD(name, kind, fields, besides) \
  OTF2_EvtReaderCallbacks_Set##name##Callback(callbacks.get(), Copy<OTF2_EvtWriter_##name>::record);
#include "otf2/event_records.def"
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback(callbacks.get(), copy_buffer_flush);
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
