// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include "otf2/archive_writer.h"
#include "otf2/event_records.h"

namespace latecomer::otf2 {

/// Writes one location's events with libotf2. The first error stops it; `outcome` has it.
class EventWriter final : public trace::EventSink {
 public:
  explicit EventWriter(OTF2_EvtWriter* writer);
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;
  ~EventWriter() override;

  void on_event(const trace::Event& event) override;

  const LocationExtent& extent() const { return extent_; }
  OTF2_ErrorCode outcome() const { return outcome_; }

 private:
  OTF2_ErrorCode write(const trace::Event& event);
  template <class Record>
  OTF2_ErrorCode write_as(const trace::Event& event);
  /// Returns the attributes that the event is written with; they are emptied by the call that writes it.
  OTF2_AttributeList* attributes_of(const trace::Event& event, Besides besides);
  void add_extension(const trace::Event& event);
  void add_attribute(const trace::Event& event, OTF2_AttributeRef ref, trace::Field field);

  OTF2_EvtWriter* writer_;
  OTF2_AttributeList* attributes_;
  LocationExtent extent_;
  OTF2_ErrorCode outcome_ = OTF2_SUCCESS;
};

}  // namespace latecomer::otf2
