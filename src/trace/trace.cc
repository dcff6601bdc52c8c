// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/trace.h"

namespace latecomer::trace {

namespace {

/// Passes all events on but the first ones.
class WithoutFirst : public EventSink {
 public:
  WithoutFirst(uint64_t events, EventSink& sink) : left_out_(events), sink_(sink) {}

  void on_event(const Event& event) override {
    if (is_next()) sink_.on_event(event);
  }
  void on_enter(Ticks time, RegionId region) override {
    if (is_next()) sink_.on_enter(time, region);
  }
  void on_leave(Ticks time, RegionId region) override {
    if (is_next()) sink_.on_leave(time, region);
  }
  void on_anomaly(Anomaly kind) override {
    if (left_out_ == 0) sink_.on_anomaly(kind);
  }
  void on_progress(double part) override { sink_.on_progress(part); }
  void on_position(const ReadPosition& position) override {
    if (left_out_ == 0) sink_.on_position(position);
  }
  bool has_enough() const override { return sink_.has_enough(); }

 private:
  bool is_next() {
    if (left_out_ == 0) return true;
    --left_out_;
    return false;
  }

  uint64_t left_out_;
  EventSink& sink_;
};

}  // namespace

ReadOutcome Trace::read_from(LocationId location, const ReadPosition& position, EventSink& sink) const {
  WithoutFirst rest(position.events, sink);
  return read(location, rest);
}

}  // namespace latecomer::trace
