// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <optional>

#include "otf2/event_forwarder.h"
#include "otf2/extension_events.h"

namespace latecomer::otf2 {
namespace {

using trace::Event;
using trace::EventKind;

/// Holds what a record's attributes said about an extension event.
struct ReadFields {
  trace::Fields found;
  OTF2_CommRef comm = OTF2_UNDEFINED_COMM;
};

void set_field(trace::Field field, uint64_t value, const ArchiveIds& ids, Event& event, ReadFields& read) {
  read.found.add(field);
  switch (field) {
    case trace::Field::region:
      fields::Region::set(event, static_cast<OTF2_RegionRef>(value), ids);
      break;
    case trace::Field::peer:
      event.peer = static_cast<uint32_t>(value);
      break;
    case trace::Field::comm:
      read.comm = static_cast<OTF2_CommRef>(value);
      break;
    case trace::Field::tag:
      event.tag = static_cast<uint32_t>(value);
      break;
    case trace::Field::bytes_sent:
      event.bytes_sent = value;
      break;
    case trace::Field::bytes_received:
      event.bytes_received = value;
      break;
    case trace::Field::number:
      event.number = static_cast<uint32_t>(value);
      break;
    default:
      break;
  }
}

ReadFields read_fields(const ArchiveIds& ids, std::span<const Attribute> attributes, Event& event) {
  ReadFields read;
  for (const Attribute& attribute : attributes) {
    const ExtensionFieldId id = ids.extension_fields.find(attribute.ref);
    if (!id.valid() || kExtensionAttributes[id.index()].type != attribute.type) continue;
    const std::optional<trace::FieldName> name =
        trace::find_name(event.kind, kExtensionAttributes[id.index()].fields);
    if (name) set_field(trace::field_of(*name), attribute.value, ids, event, read);
  }
  return read;
}

/// Returns whether all attributes were there that events of this kind have.
bool are_complete(const ReadFields& read, EventKind kind) {
  return std::ranges::all_of(kExtensionAttributes, [&](const ExtensionAttribute& attribute) {
    const std::optional<trace::FieldName> name = trace::find_name(kind, attribute.fields);
    return !name || attribute.can_be_missing || read.found.has(trace::field_of(*name));
  });
}

}  // namespace

void EventForwarder::set_extension(std::span<const Attribute> attributes, Event& event) {
  const ReadFields read = read_fields(ids_, attributes, event);
  const trace::Fields members = trace::fields_of(event.kind);
  const bool from_any = event.kind == EventKind::receive_pending && event.peer == trace::kNoRank;
  bool is_defined = are_complete(read, event.kind);
  if (members.has(trace::Field::peer) && !from_any)
    is_defined = fields::CommOfPeer::set(event, read.comm, ids_) && is_defined;
  else if (members.has(trace::Field::comm))
    is_defined = fields::Comm::set(event, read.comm, ids_) && is_defined;
  if (!is_defined) refuse(event);
}

}  // namespace latecomer::otf2
