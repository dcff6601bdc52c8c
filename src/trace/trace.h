// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::trace {

/// Where the events of a location can be read from, as a trace told it.
struct ReadPosition {
  uint64_t offset = 0;  ///< which only that trace understands
  uint64_t events = 0;  ///< before it
  Ticks time;           ///< of the event before it, as it was recorded

  bool operator==(const ReadPosition&) const = default;
};

/// Takes one location's events in time order. Most events are enters and leaves, so readers may deliver these
/// without an Event around them; who does not care gets them as events all the same.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on_event(const Event& event) = 0;
  virtual void on_enter(Ticks time, RegionId region) {
    on_event({.time = time, .kind = EventKind::enter, .region = region});
  }
  /// `region` invalid: the innermost open one.
  virtual void on_leave(Ticks time, RegionId region) {
    on_event({.time = time, .kind = EventKind::leave, .region = region});
  }
  /// Called among the events for what the outcome of reading counts: unknown_record, undefined_reference.
  virtual void on_anomaly(Anomaly /*kind*/) {}
  /// Called now and then where it takes long, with the part of all events that has been delivered, up to 1.
  virtual void on_progress(double /*part*/) {}
  /// Called between events, now and then: those that follow can be read from here on again.
  virtual void on_position(const ReadPosition& /*position*/) {}
  /// Looked at now and then: whether no more events are wanted.
  virtual bool has_enough() const { return false; }
};

/// How the reading of one location went. What could be read has been delivered in any case.
struct ReadOutcome {
  AnomalyCounts anomalies;  ///< truncated_location, missing_location, unknown_record, undefined_reference
  std::string problem;      ///< the first of them in one line with the file's name, empty if there was none
};

/// A recorded run. Locations can be read independently, several at a time, from any thread.
class Trace {
 public:
  virtual ~Trace() = default;
  virtual const Definitions& definitions() const = 0;
  /// What a region of an event stands for. A program that only events name has none among the definitions:
  /// its id is behind theirs.
  virtual Region region(RegionId id) const = 0;
  /// Delivers the events of `location` to `sink`.
  virtual ReadOutcome read(LocationId location, EventSink& sink) const = 0;
  /// The same from a position on that was told when the location was read. The end of a program whose begin
  /// is before it does not name it. Here, what is before is read, too, and not delivered.
  virtual ReadOutcome read_from(LocationId location, const ReadPosition& position, EventSink& sink) const;
};

}  // namespace latecomer::trace
