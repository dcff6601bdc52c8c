// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <span>

#include "otf2/archive_ids.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

/// What a record has beyond the fields of its kind. Numbers and references are themselves, all others bits.
struct Attribute {
  OTF2_AttributeRef ref;
  OTF2_Type type;
  uint64_t value;
};

/// Makes trace events from the fields of OTF2's records and hands them to a sink: a function for each kind of
/// record, or for kinds that differ in nothing but their name. References count the global definitions.
/// Events that refer to what is not defined become `other`, except that undefined regions are replaced by
/// `ArchiveIds::undefined_region` to keep the nesting.
class EventForwarder {
 public:
  EventForwarder(const ArchiveIds& ids, trace::EventSink& sink) : ids_(ids), sink_(sink) {}

  const trace::AnomalyCounts& anomalies() const { return anomalies_; }

  const ArchiveIds& ids() const { return ids_; }

  void progress(double part) { sink_.on_progress(part); }
  void position(const trace::ReadPosition& position) { sink_.on_position(position); }
  bool has_enough() const { return sink_.has_enough(); }

  // Regions, which are most of all events.
  void enter(Ticks time, trace::RegionId region) { sink_.on_enter(time, region); }
  void leave(Ticks time, trace::RegionId region) { sink_.on_leave(time, region); }
  void enter(Ticks time, OTF2_RegionRef ref, std::span<const Attribute> attributes = {});
  void leave(Ticks time, OTF2_RegionRef ref) { sink_.on_leave(time, region(ref)); }
  /// A region with the frames that called it.
  void enter_context(Ticks time, OTF2_CallingContextRef ref);
  void leave_context(Ticks time, OTF2_CallingContextRef ref);
  void sample(Ticks time, OTF2_CallingContextRef ref);

  // Messages and collectives.
  void message(trace::EventKind kind, Ticks time, uint32_t peer, OTF2_CommRef communicator, uint32_t tag,
               uint64_t bytes, uint64_t request);
  void request(trace::EventKind kind, Ticks time, uint64_t request);
  void collective(trace::EventKind kind, Ticks time, OTF2_CollectiveOp op, OTF2_CommRef communicator,
                  uint32_t root, uint64_t sent, uint64_t received, uint64_t request,
                  std::span<const Attribute> attributes);
  void communicator(trace::EventKind kind, Ticks time, OTF2_CommRef communicator);
  /// Some parameters are events for which OTF2 has no record.
  void parameter(Ticks time, OTF2_ParameterRef parameter, uint64_t value,
                 std::span<const Attribute> attributes);

  // Threads.
  void thread_fork(Ticks time, OTF2_Paradigm paradigm, uint32_t threads);
  void thread_join(Ticks time, OTF2_Paradigm paradigm);
  void team(trace::EventKind kind, Ticks time, OTF2_CommRef team);
  void thread(trace::EventKind kind, Ticks time, OTF2_CommRef threads, uint64_t number);
  void lock(trace::EventKind kind, Ticks time, OTF2_Paradigm paradigm, uint32_t lock, uint32_t order);

  // One-sided communication.
  void window(trace::EventKind kind, Ticks time, OTF2_RmaWinRef window);
  void window_collective_end(Ticks time, OTF2_CollectiveOp op, OTF2_RmaWinRef window, uint32_t root,
                             uint64_t sent, uint64_t received);
  void group_sync(Ticks time, OTF2_RmaSyncLevel level, OTF2_RmaWinRef window, OTF2_GroupRef group);
  /// `type` does not matter where a lock is released.
  void window_lock(trace::EventKind kind, Ticks time, OTF2_RmaWinRef window, uint32_t target, uint64_t lock,
                   OTF2_LockType type);
  void access(trace::EventKind kind, Ticks time, OTF2_RmaWinRef window, uint32_t target, uint64_t sent,
              uint64_t received, uint64_t operation);
  void access_completion(trace::EventKind kind, Ticks time, OTF2_RmaWinRef window, uint64_t operation);

  // Files.
  void file_opened(Ticks time, OTF2_IoHandleRef handle, uint32_t flags);
  void file_closed(Ticks time, OTF2_IoHandleRef handle);
  void file_sought(Ticks time, OTF2_IoHandleRef handle, uint64_t offset, uint32_t whence, uint64_t position);
  void file_deleted(Ticks time, OTF2_IoParadigmRef paradigm, OTF2_IoFileRef file);
  void file_operation_begin(Ticks time, OTF2_IoHandleRef handle, OTF2_IoOperationMode mode, uint32_t flags,
                            uint64_t bytes, uint64_t request, std::span<const Attribute> attributes);
  /// What comes of it; `bytes` of a completion.
  void file_operation(trace::EventKind kind, Ticks time, OTF2_IoHandleRef handle, uint64_t bytes,
                      uint64_t request);

  // The run and its recording.
  void program_begin(Ticks time, OTF2_StringRef name);
  void program_end(Ticks time);
  void measurement_on_off(Ticks time, OTF2_MeasurementMode mode);
  void buffer_flush(Ticks time, Ticks stop);
  /// Of a kind that says everything.
  void plain(trace::EventKind kind, Ticks time);
  /// Of a kind that this version does not know.
  void unknown(Ticks time);

 private:
  trace::RegionId region(OTF2_RegionRef ref) {
    const trace::RegionId region = ids_.regions.find(ref);
    return region.valid() ? region : undefined_region();
  }
  trace::RegionId undefined_region();
  trace::RegionId program();
  /// These set what the event refers to. False, and the event is turned to `other` and counted, if that, or
  /// the rank in it, does not exist.
  bool set_peer(trace::Event& event, OTF2_CommRef communicator, uint32_t rank);
  bool set_window(trace::Event& event, OTF2_RmaWinRef window);
  bool set_target(trace::Event& event, OTF2_RmaWinRef window, uint32_t rank);
  /// Delivers an event of a file that is open, or refuses it.
  void deliver_of_handle(trace::Event event, OTF2_IoHandleRef handle);
  void set_sources(trace::Event& event, std::span<const Attribute> attributes);
  void refuse(trace::Event& event);
  void count_anomaly(trace::Anomaly anomaly) {
    anomalies_.count(anomaly);
    sink_.on_anomaly(anomaly);
  }
  void deliver(const trace::Event& event) { sink_.on_event(event); }

  const ArchiveIds& ids_;
  trace::EventSink& sink_;
  trace::RegionId program_;  ///< that of the last program_begin
  trace::AnomalyCounts anomalies_;
};

}  // namespace latecomer::otf2
