// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <span>

#include "otf2/archive_ids.h"
#include "otf2/event_records.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

/// Is what a record has beyond the fields of its kind. Numbers and references are themselves, others bits.
struct Attribute {
  OTF2_AttributeRef ref;
  OTF2_Type type;
  uint64_t value;
};

/// Makes trace events from the fields of OTF2's records and hands them to a sink. Events that refer to what
/// is not defined become `other`, except that undefined regions are replaced by
/// `ArchiveIds::undefined_region` to keep the nesting.
class EventForwarder {
 public:
  EventForwarder(const ArchiveIds& ids, trace::EventSink& sink) : ids_(ids), sink_(sink) {}

  const trace::AnomalyCounts& anomalies() const { return anomalies_; }

  const ArchiveIds& ids() const { return ids_; }

  void progress(double part) { sink_.on_progress(part); }
  void position(const trace::ReadPosition& position) { sink_.on_position(position); }
  bool has_enough() const { return sink_.has_enough(); }

  // These functions forward nearly all of the events.
  void enter(Ticks time, trace::RegionId region) { sink_.on_enter(time, region); }
  void leave(Ticks time, trace::RegionId region) { sink_.on_leave(time, region); }

  /// Forwards the event of any record. `values` are its fields, where references count the global
  /// definitions; `attributes()` returns its attributes.
  template <class Record, class... Values>
  void forward(Ticks time, const auto& attributes, Values... values) {
    trace::Event event{.time = time, .kind = Record::kKind};
    if (!Record::Fields::set(event, ids_, values...)) refuse(event);
    if constexpr (Record::kBesides != Besides::nothing) set(Record::kBesides, attributes(), event);
    sink_.on_event(event);
  }
  /// Forwards an event of a type that this version does not know.
  void unknown(Ticks time);

 private:
  /// Sets what an event has besides its fields; one that refers to what is not defined has nothing.
  void set(Besides besides, std::span<const Attribute> attributes, trace::Event& event);
  void set_call_stack(std::span<const Attribute> attributes, trace::Event& event);
  void set_sources(std::span<const Attribute> attributes, trace::Event& event);
  void set_offset(std::span<const Attribute> attributes, trace::Event& event);
  void set_extension(std::span<const Attribute> attributes, trace::Event& event);
  void set_program(trace::Event& event);
  void refuse(trace::Event& event);
  void count_anomaly(trace::Anomaly anomaly) {
    anomalies_.count(anomaly);
    sink_.on_anomaly(anomaly);
  }

  const ArchiveIds& ids_;
  trace::EventSink& sink_;
  trace::RegionId program_;  ///< Is the program of the last program_begin.
  trace::AnomalyCounts anomalies_;
};

}  // namespace latecomer::otf2
