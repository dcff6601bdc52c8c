// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/interpolate_clocks.h"

#include <algorithm>

namespace latecomer::trace {

namespace {

/// Returns the nearest time that fits in 64 bits.
Ticks nearest_time(__int128 time) {
  return Ticks(static_cast<int64_t>(std::clamp<__int128>(time, INT64_MIN, INT64_MAX)));
}

/// Returns `numerator` / `denominator` rounded towards minus infinity, so that rounding keeps the order of
/// times.
__int128 divide_down(__int128 numerator, __int128 denominator) {
  const __int128 quotient = numerator / denominator;
  return numerator % denominator < 0 ? quotient - 1 : quotient;
}

/// Passes an event on at its time on the reference clock.
class InterpolatingSink : public EventSink {
 public:
  InterpolatingSink(const ClockInterpolation& clock, EventSink& sink) : clock_(clock), sink_(sink) {}
  void on_event(const Event& event) override {
    Event moved = event;
    moved.time = clock_(event.time);
    if (event.kind == EventKind::buffer_flush) moved.bytes_sent = flush_length(event, moved.time);
    sink_.on_event(moved);
  }
  void on_enter(Ticks time, RegionId region) override { sink_.on_enter(clock_(time), region); }
  void on_leave(Ticks time, RegionId region) override { sink_.on_leave(clock_(time), region); }
  void on_anomaly(Anomaly kind) override { sink_.on_anomaly(kind); }
  void on_progress(double part) override { sink_.on_progress(part); }
  void on_position(const ReadPosition& position) override { sink_.on_position(position); }
  bool has_enough() const override { return sink_.has_enough(); }

 private:
  /// A flush has its length in the event; its end is a time like any other.
  uint64_t flush_length(const Event& flush, Ticks begin) const {
    const __int128 end = static_cast<__int128>(flush.time.count) + flush.bytes_sent;
    return static_cast<uint64_t>(clock_(nearest_time(end)).count) - static_cast<uint64_t>(begin.count);
  }

  const ClockInterpolation& clock_;
  EventSink& sink_;
};

}  // namespace

ClockInterpolation::ClockInterpolation(std::span<const ClockOffset> offsets) {
  for (const ClockOffset& each : offsets) {
    const Moment moment{each.time, nearest_time(static_cast<__int128>(each.time.count) + each.offset)};
    // An offset that would turn time around, or a second one of the same time, cannot be right.
    const bool follows = moments_.empty() || (moments_.back().local < moment.local &&
                                              moments_.back().reference < moment.reference);
    if (follows) moments_.push_back(moment);
  }
}

Ticks ClockInterpolation::operator()(Ticks local) const {
  if (moments_.empty()) return local;
  const auto difference = [](Ticks a, Ticks b) { return static_cast<__int128>(a.count) - b.count; };
  if (moments_.size() == 1)
    return nearest_time(moments_[0].reference.count + difference(local, moments_[0].local));
  const auto next = std::upper_bound(moments_.begin() + 1, moments_.end() - 1, local,
                                     [](Ticks time, const Moment& moment) { return time < moment.local; });
  const Moment& from = *(next - 1);
  const __int128 elapsed = difference(local, from.local);
  __int128 scaled = 0;
  // Each factor has up to 65 bits. A product that does not fit is far beyond any time, also after division.
  if (__builtin_mul_overflow(elapsed, difference(next->reference, from.reference), &scaled))
    return elapsed < 0 ? Ticks::min() : Ticks::max();
  constexpr __int128 kFar = static_cast<__int128>(1) << 100;  // beyond any time, and sums with it fit
  const __int128 passed = divide_down(scaled, difference(next->local, from.local));
  return nearest_time(from.reference.count + std::clamp(passed, -kFar, kFar));
}

bool ClockInterpolation::does_nothing() const {
  return std::all_of(moments_.begin(), moments_.end(),
                     [](const Moment& each) { return each.local == each.reference; });
}

InterpolatedTrace::InterpolatedTrace(const Trace& recorded,
                                     const std::vector<std::vector<ClockOffset>>& offsets)
    : recorded_(recorded), definitions_(recorded.definitions()), clocks_(offsets.begin(), offsets.end()) {
  for (std::vector<ClockOffset>& own : definitions_.clock_offsets) own.clear();
}

ReadOutcome InterpolatedTrace::read_from(LocationId location, const ReadPosition& position,
                                         EventSink& sink) const {
  InterpolatingSink interpolating(clocks_[location.index()], sink);
  return recorded_.read_from(location, position, interpolating);
}

ReadOutcome InterpolatedTrace::read(LocationId location, EventSink& sink) const {
  if (location.index() >= clocks_.size() || clocks_[location.index()].does_nothing())
    return recorded_.read(location, sink);
  InterpolatingSink interpolating(clocks_[location.index()], sink);
  return recorded_.read(location, interpolating);
}

}  // namespace latecomer::trace
