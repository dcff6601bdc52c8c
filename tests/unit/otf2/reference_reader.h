// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <string>
#include <vector>

#include "otf2/event_forwarder.h"
#include "otf2/location_reader.h"

// How libotf2 decodes a location's events. Only the decoding is its own: what becomes of the fields is up to
// the same EventForwarder and table of records that our decoder uses.
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

/// A callback has the same fields as libotf2's function that writes the record.
template <class Record, class Write>
struct ForwardRecord;
template <class Record, class... Fields>
struct ForwardRecord<Record, WriteFunction<Fields...>> {
  static OTF2_CallbackCode callback(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                    OTF2_AttributeList* list, Fields... fields) {
    static_cast<EventForwarder*>(user_data)->forward<Record>(
        Ticks(static_cast<int64_t>(time)), [&] { return attributes_of(list); }, fields...);
    return OTF2_CALLBACK_SUCCESS;
  }
};
template <class Record>
inline constexpr auto kForward =
    ForwardRecord<Record, std::remove_const_t<decltype(Record::kWrite)>>::callback;

inline OTF2_CallbackCode forward_unknown(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                                         OTF2_AttributeList*) {
  static_cast<EventForwarder*>(user_data)->unknown(Ticks(static_cast<int64_t>(time)));
  return OTF2_CALLBACK_SUCCESS;
}

inline EventCallbacks reference_callbacks() {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
  OTF2_EvtReaderCallbacks_SetUnknownCallback(callbacks.get(), forward_unknown);
#define EVENT_RECORD(name, kind, fields, besides) \
  OTF2_EvtReaderCallbacks_Set##name##Callback(callbacks.get(), kForward<records::name>);
#include "otf2/event_records.def"
  return callbacks;
}

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
