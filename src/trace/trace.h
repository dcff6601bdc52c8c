// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::trace {

/// Takes one location's events in time order.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void on_event(const Event& event) = 0;
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
  /// Delivers the events of `location` to `sink`.
  virtual ReadOutcome read(LocationId location, EventSink& sink) const = 0;
};

}  // namespace latecomer::trace
