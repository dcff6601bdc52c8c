// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "otf2/archive_ids.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

struct FreeEventCallbacks {
  void operator()(OTF2_EvtReaderCallbacks* callbacks) const { OTF2_EvtReaderCallbacks_Delete(callbacks); }
};
using EventCallbacks = std::unique_ptr<OTF2_EvtReaderCallbacks, FreeEventCallbacks>;

/// Hands a location's events to a sink as libotf2 delivers them. Events that refer to what is not defined
/// become `other`, except that undefined regions are replaced by `ArchiveIds::undefined_region` to keep the
/// nesting.
class EventForwarder {
 public:
  EventForwarder(const ArchiveIds& ids, trace::EventSink& sink) : ids_(ids), sink_(sink) {}

  /// The callbacks that take an EventForwarder as their user data.
  static EventCallbacks callbacks();

  const trace::AnomalyCounts& anomalies() const { return anomalies_; }

  // For the callbacks:
  void deliver(const trace::Event& event) { sink_.on_event(event); }
  void count(trace::Anomaly anomaly) { anomalies_.count(anomaly); }
  const ArchiveIds& ids() const { return ids_; }
  trace::RegionId region(OTF2_RegionRef ref);
  /// The region of the program of that name; `program` returns it from then on.
  trace::RegionId begin_program(OTF2_StringRef name);
  trace::RegionId program();
  /// These set what the event refers to. False, and the event is turned to `other` and counted, if that, or
  /// the rank in it, does not exist.
  bool set_peer(trace::Event& event, OTF2_CommRef communicator, uint32_t rank);
  bool set_collective(trace::Event& event, OTF2_CollectiveOp op, OTF2_CommRef communicator, uint32_t root,
                      OTF2_AttributeList* attributes);
  bool set_team(trace::Event& event, OTF2_CommRef team);
  bool set_window(trace::Event& event, OTF2_RmaWinRef window);
  bool set_target(trace::Event& event, OTF2_RmaWinRef window, uint32_t rank);
  void refuse(trace::Event& event);

 private:
  const ArchiveIds& ids_;
  trace::EventSink& sink_;
  trace::RegionId program_;  ///< of the program_begin
  trace::AnomalyCounts anomalies_;
};

/// The reference of the name of the program that the location ran, from its program_begin, which is one of
/// its first events; OTF2_UNDEFINED_STRING if it has none. `reader` has the location selected and its
/// definitions read.
OTF2_StringRef find_program_name(OTF2_Reader* reader, OTF2_LocationRef location);

}  // namespace latecomer::otf2
