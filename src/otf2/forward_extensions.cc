// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_forwarder.h"
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

void set_field(ExtensionField field, uint64_t value, Event& event, ToldFields& told) {
  told.seen |= 1U << static_cast<unsigned>(field);
  switch (field) {
    case ExtensionField::source:
    case ExtensionField::peer:
      event.peer = static_cast<uint32_t>(value);
      break;
    case ExtensionField::comm:
      told.comm = static_cast<OTF2_CommRef>(value);
      break;
    case ExtensionField::tag:
      event.tag = static_cast<uint32_t>(value);
      break;
    case ExtensionField::bytes:
      (event.kind == EventKind::precv_init ? event.bytes_received : event.bytes_sent) = value;
      break;
    case ExtensionField::partitions:
    case ExtensionField::partition:
      event.number = static_cast<uint32_t>(value);
      break;
  }
}

ToldFields read_fields(const ArchiveIds& ids, std::span<const Attribute> attributes, Event& event) {
  ToldFields told;
  for (const Attribute& attribute : attributes) {
    const ExtensionFieldId field = ids.extension_fields.find(attribute.ref);
    if (field.valid() && kExtensionAttributes[field.index()].type == attribute.type)
      set_field(static_cast<ExtensionField>(field.value), attribute.value, event, told);
  }
  return told;
}

}  // namespace

void EventForwarder::parameter(Ticks time, OTF2_ParameterRef parameter, uint64_t value,
                               std::span<const Attribute> attributes) {
  const ExtensionId id = ids_.extensions.find(parameter);
  if (!id.valid()) return plain(EventKind::other, time);
  const ExtensionEvent& extension = extension_events()[id.index()];
  Event event{.time = time, .kind = extension.kind, .request = value};
  const ToldFields told = read_fields(ids_, attributes, event);
  const bool has_envelope = extension.fields.size() > 1;
  const bool from_any = event.kind == EventKind::receive_pending && event.peer == trace::kNoRank;
  if (from_any) event.comm = ids_.communicators.find(told.comm);
  if (!told.all_of(extension.fields) || (from_any && !event.comm.valid()))
    refuse(event);
  else if (has_envelope && !from_any)
    set_peer(event, told.comm, event.peer);
  deliver(event);
}

}  // namespace latecomer::otf2
