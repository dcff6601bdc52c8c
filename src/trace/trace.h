// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::trace {

/// Says where the events of a location can be read from. Only the trace that gave it out understands it.
struct ReadPosition {
  uint64_t offset = 0;
  uint64_t events = 0;  ///< Counts the events before the position.
  Ticks time;           ///< Is the time of the event before the position, as it was recorded.

  bool operator==(const ReadPosition&) const = default;
};

/// Takes one location's events in time order. Most events are enters and leaves, so readers may deliver these
/// without an Event around them; a sink without these functions gets them as events all the same.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on_event(const Event& event) = 0;
  virtual void on_enter(Ticks time, RegionId region) {
    on_event({.time = time, .kind = EventKind::enter, .region = region});
  }
  /// Takes the leave of a region; invalid: of the innermost open one.
  virtual void on_leave(Ticks time, RegionId region) {
    on_event({.time = time, .kind = EventKind::leave, .region = region});
  }
  /// Is called among the events for what the outcome of reading counts: unknown_record, undefined_reference.
  virtual void on_anomaly(Anomaly /*kind*/) {}
  /// Is called now and then where reading takes long, with the part of all events delivered so far, up to 1.
  virtual void on_progress(double /*part*/) {}
  /// Is called between events, now and then: those that follow can be read from this position on again.
  virtual void on_position(const ReadPosition& /*position*/) {}
  /// Is asked now and then whether no more events are wanted.
  virtual bool has_enough() const { return false; }
};

/// Says how the reading of one location went. What could be read has been delivered in any case.
struct ReadOutcome {
  /// Counts truncated_location, missing_location, unknown_record and undefined_reference.
  AnomalyCounts anomalies;
  std::string problem;  ///< Says the first anomaly in one line with the file's name; empty if there was none.
};

/// Is a recorded run. Locations can be read independently, several at a time, from any thread.
class Trace {
 public:
  virtual ~Trace() = default;
  virtual const Definitions& definitions() const = 0;
  /// Returns what a region of an event stands for. A program that only events name has none among the
  /// definitions: its id is behind theirs.
  virtual Region region(RegionId id) const = 0;
  virtual ReadOutcome read(LocationId location, EventSink& sink) const = 0;
  /// Delivers the events of `location` from a position on that `read` gave out. The end of a program whose
  /// begin is before it does not name it. Where a trace has no implementation of its own, what is before is
  /// read, too, and not delivered.
  virtual ReadOutcome read_from(LocationId location, const ReadPosition& position, EventSink& sink) const;
};

}  // namespace latecomer::trace
