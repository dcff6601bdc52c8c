// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/interpolate_clocks.h"

#include <algorithm>

namespace latecomer::trace {

namespace {

Ticks reference_time(const ClockOffset& offset) {
  return offset.time + Ticks(offset.offset);
}

/// `numerator` / `denominator` towards minus infinity, so that rounding keeps the order of times.
int64_t divide_down(__int128 numerator, int64_t denominator) {
  const __int128 quotient = numerator / denominator;
  return static_cast<int64_t>(numerator % denominator < 0 ? quotient - 1 : quotient);
}

/// Passes an event on at its time on the reference clock.
class InterpolatingSink : public EventSink {
 public:
  InterpolatingSink(const ClockInterpolation& clock, EventSink& sink) : clock_(clock), sink_(sink) {}
  void on_event(const Event& event) override {
    Event moved = event;
    moved.time = clock_(event.time);
    sink_.on_event(moved);
  }

 private:
  const ClockInterpolation& clock_;
  EventSink& sink_;
};

}  // namespace

ClockInterpolation::ClockInterpolation(std::span<const ClockOffset> offsets) {
  for (const ClockOffset& each : offsets) {
    // An offset that would turn time around, or a second one of the same time, cannot be right.
    const bool follows = offsets_.empty() || (offsets_.back().time < each.time &&
                                              reference_time(offsets_.back()) < reference_time(each));
    if (follows) offsets_.push_back(each);
  }
}

Ticks ClockInterpolation::operator()(Ticks local) const {
  if (offsets_.empty()) return local;
  if (offsets_.size() == 1) return local + Ticks(offsets_.front().offset);
  auto after = std::upper_bound(offsets_.begin() + 1, offsets_.end() - 1, local,
                                [](Ticks time, const ClockOffset& offset) { return time < offset.time; });
  const ClockOffset& from = *(after - 1);
  const ClockOffset& to = *after;
  const __int128 change = static_cast<__int128>(to.offset) - from.offset;
  return local +
         Ticks(from.offset + divide_down(change * (local - from.time).count, (to.time - from.time).count));
}

bool ClockInterpolation::does_nothing() const {
  return std::all_of(offsets_.begin(), offsets_.end(),
                     [](const ClockOffset& each) { return each.offset == 0; });
}

InterpolatedTrace::InterpolatedTrace(const Trace& recorded)
    : recorded_(recorded), definitions_(recorded.definitions()) {
  for (std::vector<ClockOffset>& offsets : definitions_.clock_offsets) {
    clocks_.emplace_back(offsets);
    offsets.clear();
  }
}

ReadOutcome InterpolatedTrace::read(LocationId location, EventSink& sink) const {
  if (location.index() >= clocks_.size() || clocks_[location.index()].does_nothing())
    return recorded_.read(location, sink);
  InterpolatingSink interpolating(clocks_[location.index()], sink);
  return recorded_.read(location, interpolating);
}

}  // namespace latecomer::trace
