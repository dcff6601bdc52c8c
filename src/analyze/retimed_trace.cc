// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Corrected times for every event of a trace.
//
// The analysis gives new times to points: communication, and the enters and leaves of its calls. Reading the
// trace again, each event that is a point takes that point's time; what lies between two points moves
// linearly with them.
//
//     events   enter f   enter Recv   recv   leave Recv   leave f
//     points                 *          *        *
//     times    between    as corrected . . . . . .        between
//
// Points and events are both in order, so one walk along both finds what belongs together, also where many
// have the same time. Cost: O(events), nothing is kept.

#include "analyze/retimed_trace.h"

#include <algorithm>

#include "analyze/clocks/event_correction.h"
#include "analyze/replayed_trace.h"
#include "analyze/synchronized_trace.h"

namespace latecomer::analyze {

namespace {

/// Passes a location's events on at their new times.
class RetimingSink : public trace::EventSink {
 public:
  RetimingSink(EventCorrection times, trace::EventSink& sink) : times_(std::move(times)), sink_(sink) {}
  void on_event(const trace::Event& event) override {
    trace::Event retimed = event;
    retimed.time = times_.next(event);
    sink_.on_event(retimed);
  }

 private:
  EventCorrection times_;
  trace::EventSink& sink_;
};

class Retimed : public trace::Trace {
 public:
  Retimed(const trace::Trace& recorded, SynchronizedTrace synchronized)
      : synchronized_(std::move(synchronized)),
        archive_(synchronized_.interpolated ? *synchronized_.interpolated : recorded),
        definitions_(archive_.definitions()) {
    for (std::vector<trace::ClockOffset>& offsets : definitions_.clock_offsets) offsets.clear();
  }

  const trace::Definitions& definitions() const override { return definitions_; }
  trace::Region region(trace::RegionId id) const override { return archive_.region(id); }

  trace::ReadOutcome read(trace::LocationId location, trace::EventSink& sink) const override {
    const CondensedTrace& trace = synchronized_.condensed;
    const PointTimes* const times =
        trace.is_local(location) ? &synchronized_.clocks.times[trace.local(location)] : nullptr;
    if (!times || times->points.empty()) return archive_.read(location, sink);
    RetimingSink retiming(EventCorrection(trace, trace[location], *times), sink);
    return archive_.read(location, retiming);
  }

 private:
  SynchronizedTrace synchronized_;
  const trace::Trace& archive_;
  trace::Definitions definitions_;
};

}  // namespace

RetimedTrace correct(const trace::Trace& recorded, const ClockOptions& options, Comm& comm,
                     Timings& timings) {
  return predict(recorded, options, {}, comm, timings);
}

RetimedTrace predict(const trace::Trace& recorded, const ClockOptions& options,
                     const std::vector<Change>& changes, Comm& comm, Timings& timings) {
  SynchronizedTrace synchronized = synchronize(recorded, options, comm, timings);
  report::ClockReport report = synchronized.clocks.report;
  if (!changes.empty()) replay_trace(synchronized, changes, comm, timings);
  return {std::make_unique<Retimed>(recorded, std::move(synchronized)), std::move(report)};
}

}  // namespace latecomer::analyze
