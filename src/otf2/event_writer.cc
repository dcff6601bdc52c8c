// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_writer.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace latecomer::otf2 {

using trace::Event;
using trace::EventKind;

EventWriter::EventWriter(OTF2_EvtWriter* writer) : writer_(writer), attributes_(OTF2_AttributeList_New()) {}

EventWriter::~EventWriter() {
  OTF2_AttributeList_Delete(attributes_);
}

void EventWriter::on_event(const Event& event) {
  if (event.kind == EventKind::other || outcome_ != OTF2_SUCCESS) return;
  outcome_ = write(event);
  if (outcome_ != OTF2_SUCCESS) return;
  ++extent_.events;
  extent_.first = std::min(extent_.first, event.time);
  extent_.last = std::max(extent_.last, event.time);
}

namespace {

/// Returns whether a field is large enough for the value.
template <class Field, class Value>
bool fits(Value value) {
  if constexpr (sizeof(Field) < sizeof(Value)) return value <= std::numeric_limits<Field>::max();
  return true;
}

template <class... Fields, class... Types>
OTF2_ErrorCode write_fields(FieldList<Fields...>, WriteFunction<Types...> write, OTF2_EvtWriter* writer,
                            OTF2_AttributeList* attributes, const Event& event) {
  if (!(fits<Types>(Fields::get(event)) && ...)) return OTF2_ERROR_INVALID_ARGUMENT;
  return write(writer, attributes, static_cast<OTF2_TimeStamp>(event.time.count),
               static_cast<Types>(Fields::get(event))...);
}

}  // namespace

template <class Record>
OTF2_ErrorCode EventWriter::write_as(const Event& event) {
  return write_fields(typename Record::Fields(), Record::kWrite, writer_,
                      attributes_of(event, Record::kBesides), event);
}

OTF2_ErrorCode EventWriter::write(const Event& event) {
  switch (event.kind) {
#define EVENT_RECORD(name, kind, fields, besides) \
  case EventKind::kind:                           \
    return write_as<records::name>(event);
#define READ_RECORD(name, kind, fields, besides)
#include "otf2/event_records.def"
    case EventKind::measurement_on:
      return write_as<records::MeasurementOnOff>(event);
    case EventKind::rma_group_test:
      return write_as<records::RmaGroupSync>(event);
    default:
      if (!extension_of(event.kind).valid()) return OTF2_ERROR_INVALID_RECORD;
      return write_as<records::ParameterUnsignedInt>(event);
  }
}

OTF2_AttributeList* EventWriter::attributes_of(const Event& event, Besides besides) {
  if (besides == Besides::call_stack && event.calling_context.valid())
    OTF2_AttributeList_AddCallingContextRef(attributes_, kCallStackAttribute, event.calling_context.value);
  if (besides == Besides::sources && event.sources.valid())
    OTF2_AttributeList_AddGroupRef(attributes_, kSourcesAttribute, group_ref(event.sources));
  if (besides == Besides::offset && event.offset() != trace::kNoOffset)
    OTF2_AttributeList_AddUint64(attributes_, kOffsetAttribute, event.offset());
  if (besides == Besides::extension) add_extension(event);
  return attributes_;
}

void EventWriter::add_extension(const Event& event) {
  for (size_t i = 0; i < kExtensionAttributes.size(); ++i) {
    const std::optional<trace::FieldName> name = trace::find_name(event.kind, kExtensionAttributes[i].fields);
    if (name) add_attribute(event, attribute_ref(ExtensionFieldId(i)), trace::field_of(*name));
  }
}

void EventWriter::add_attribute(const Event& event, OTF2_AttributeRef ref, trace::Field field) {
  switch (field) {
    case trace::Field::region:
      if (event.region.valid()) OTF2_AttributeList_AddRegionRef(attributes_, ref, event.region.value);
      break;
    case trace::Field::peer:
      OTF2_AttributeList_AddUint32(attributes_, ref, event.peer);
      break;
    case trace::Field::comm:
      OTF2_AttributeList_AddCommRef(attributes_, ref, event.comm.value);
      break;
    case trace::Field::tag:
      OTF2_AttributeList_AddInt32(attributes_, ref, static_cast<int32_t>(event.tag));
      break;
    case trace::Field::bytes_sent:
      OTF2_AttributeList_AddUint64(attributes_, ref, event.bytes_sent);
      break;
    case trace::Field::bytes_received:
      OTF2_AttributeList_AddUint64(attributes_, ref, event.bytes_received);
      break;
    case trace::Field::number:
      OTF2_AttributeList_AddUint32(attributes_, ref, event.number);
      break;
    default:
      break;
  }
}

}  // namespace latecomer::otf2
