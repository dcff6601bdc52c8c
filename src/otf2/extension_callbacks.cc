// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_callbacks.h"
#include "otf2/extension_events.h"

namespace latecomer::otf2 {
namespace {

using trace::Event;
using trace::EventKind;

/// The fields of an extension event that its record's attributes told.
struct ToldFields {
  uint32_t seen = 0;  ///< a bit per ExtensionField
  OTF2_CommRef comm = OTF2_UNDEFINED_COMM;

  bool all_of(std::span<const ExtensionField> fields) const {
    uint32_t wanted = 0;
    for (const ExtensionField field : fields) wanted |= 1U << static_cast<unsigned>(field);
    return (seen & wanted) == wanted;
  }
};

void set_field(ExtensionField field, OTF2_AttributeValue value, Event& event, ToldFields& told) {
  told.seen |= 1U << static_cast<unsigned>(field);
  switch (field) {
    case ExtensionField::source:
    case ExtensionField::peer:
      event.peer = value.uint32;
      break;
    case ExtensionField::comm:
      told.comm = value.commRef;
      break;
    case ExtensionField::tag:
      event.tag = static_cast<uint32_t>(value.int32);
      break;
    case ExtensionField::bytes:
      (event.kind == EventKind::precv_init ? event.bytes_received : event.bytes_sent) = value.uint64;
      break;
    case ExtensionField::partitions:
    case ExtensionField::partition:
      event.number = value.uint32;
      break;
  }
}

ToldFields read_fields(const ArchiveIds& ids, OTF2_AttributeList* attributes, Event& event) {
  ToldFields told;
  const uint32_t count = OTF2_AttributeList_GetNumberOfElements(attributes);
  for (uint32_t position = 0; position < count; ++position) {
    OTF2_AttributeRef ref = OTF2_UNDEFINED_ATTRIBUTE;
    OTF2_Type type = OTF2_TYPE_NONE;
    OTF2_AttributeValue value{};
    if (OTF2_AttributeList_GetAttributeByIndex(attributes, position, &ref, &type, &value) != OTF2_SUCCESS)
      continue;
    const ExtensionFieldId field = ids.extension_fields.find(ref);
    if (field.valid() && kExtensionAttributes[field.index()].type == type)
      set_field(static_cast<ExtensionField>(field.value), value, event, told);
  }
  return told;
}

OTF2_CallbackCode parameter(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user_data,
                            OTF2_AttributeList* attributes, OTF2_ParameterRef parameter, uint64_t value) {
  EventForwarder& forwarder = self(user_data);
  const ExtensionId id = forwarder.ids().extensions.find(parameter);
  if (!id.valid()) return deliver(user_data, make(EventKind::other, time));
  const ExtensionEvent& extension = extension_events()[id.index()];
  Event event = make(extension.kind, time);
  event.request = value;
  const ToldFields told = read_fields(forwarder.ids(), attributes, event);
  const bool has_envelope = extension.fields.size() > 1;
  if (!told.all_of(extension.fields))
    forwarder.refuse(event);
  else if (has_envelope)
    forwarder.set_peer(event, told.comm, event.peer);
  return deliver(user_data, event);
}

}  // namespace

void set_extension_callbacks(OTF2_EvtReaderCallbacks* callbacks) {
  OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(callbacks, parameter);
}

}  // namespace latecomer::otf2
