// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/event_forwarder.h"

#include <algorithm>

namespace latecomer::otf2 {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;

namespace {

const Attribute* find(std::span<const Attribute> attributes, OTF2_AttributeRef ref, OTF2_Type type) {
  const auto found = std::ranges::find(attributes, ref, &Attribute::ref);
  return found != attributes.end() && found->type == type ? &*found : nullptr;
}

}  // namespace

void EventForwarder::unknown(Ticks time) {
  count_anomaly(Anomaly::unknown_record);
  sink_.on_event({.time = time});
}

void EventForwarder::refuse(Event& event) {
  count_anomaly(Anomaly::undefined_reference);
  const bool is_nesting = event.kind == EventKind::enter || event.kind == EventKind::leave ||
                          event.kind == EventKind::program_begin || event.kind == EventKind::program_end;
  if (is_nesting)
    event.region = ids_.undefined_region;
  else
    event = {.time = event.time};
}

void EventForwarder::set(Besides besides, std::span<const Attribute> attributes, Event& event) {
  if (event.kind == EventKind::other) return;
  switch (besides) {
    case Besides::nothing:
      break;
    case Besides::call_stack:
      return set_call_stack(attributes, event);
    case Besides::sources:
      return set_sources(attributes, event);
    case Besides::offset:
      return set_offset(attributes, event);
    case Besides::extension:
      return set_extension(attributes, event);
    case Besides::openmp:
      event.paradigm = trace::Paradigm::openmp;
      break;
    case Besides::program:
      return set_program(event);
  }
}

void EventForwarder::set_call_stack(std::span<const Attribute> attributes, Event& event) {
  const Attribute* stack = find(attributes, ids_.call_stack, OTF2_TYPE_CALLING_CONTEXT);
  if (stack == nullptr) return;
  event.calling_context = ids_.calling_contexts.find(stack->value);
  if (!event.calling_context.valid()) count_anomaly(Anomaly::undefined_reference);
}

void EventForwarder::set_sources(std::span<const Attribute> attributes, Event& event) {
  if (ids_.sources == OTF2_UNDEFINED_ATTRIBUTE) return;
  const Attribute* sources = find(attributes, ids_.sources, OTF2_TYPE_GROUP);
  if (sources == nullptr) return;
  event.sources = ids_.groups.find(sources->value);
  if (!event.sources.valid()) count_anomaly(Anomaly::undefined_reference);
}

void EventForwarder::set_offset(std::span<const Attribute> attributes, Event& event) {
  const Attribute* offset = find(attributes, ids_.offset, OTF2_TYPE_UINT64);
  event.offset() = offset == nullptr ? trace::kNoOffset : offset->value;
}

void EventForwarder::set_program(Event& event) {
  if (event.kind == EventKind::program_begin) {
    program_ = event.region == ids_.undefined_region ? trace::RegionId() : event.region;
    return;
  }
  event.region = program_;
  if (!event.region.valid()) refuse(event);
}

}  // namespace latecomer::otf2
