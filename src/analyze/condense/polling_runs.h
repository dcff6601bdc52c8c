// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trace/trace.h"

namespace latecomer::analyze {

/// Is the longest time between two tests that are one polling run, in seconds.
inline constexpr double kPollingGap = 5e-6;

/// Passes a location's events on, a polling run as one call with an event `polled`.
class PollingRuns : public trace::EventSink {
 public:
  /// Says of each defined region what it is here.
  enum class Kind : uint8_t {
    other,
    test,  ///< Tests requests or the like.
    sleep  ///< Sleeps for a time.
  };
  /// Takes the kinds of regions, and the longest time between two tests of a run, in ticks.
  PollingRuns(const std::vector<Kind>& kinds, Ticks gap, trace::EventSink& next)
      : kinds_(kinds), gap_(gap), next_(next) {}

  void on_event(const trace::Event& event) override;
  void on_enter(Ticks time, trace::RegionId region) override {
    if (!holds_ && !is_test(region)) return next_.on_enter(time, region);
    EventSink::on_enter(time, region);
  }
  void on_leave(Ticks time, trace::RegionId region) override {
    if (!holds_) return next_.on_leave(time, region);
    EventSink::on_leave(time, region);
  }
  void on_anomaly(trace::Anomaly kind) override {
    pass_on();
    next_.on_anomaly(kind);
  }
  void on_progress(double part) override { next_.on_progress(part); }
  void on_position(const trace::ReadPosition& position) override {
    if (!holds_) next_.on_position(position);
  }
  /// Is called after the last event.
  void finish() { pass_on(); }

 private:
  /// Is what a test found not to be complete.
  struct Tested {
    trace::EventKind kind;  ///< Is the kind of the event that says so.
    uint64_t number;        ///< Is a request or a window.
    uint32_t partition;
    bool operator==(const Tested&) const = default;
  };
  /// Is several unsuccessful tests of the same operations, one right after another.
  struct Run {
    trace::Event enter;  ///< Is the enter of the first test.
    Ticks leave;         ///< Is the leave of the last test.
    uint64_t tests = 0;
    std::vector<Tested> tested;  ///< Lists what each test of the run found not to be complete.
  };

  Kind kind_of(trace::RegionId region) const {
    return region.index() < kinds_.size() ? kinds_[region.index()] : Kind::other;
  }
  bool is_test(trace::RegionId region) const { return kind_of(region) == Kind::test; }
  /// Returns whether the event is of a sleep after a test of the run.
  bool is_of_sleep(const trace::Event& event) const;
  void hold_sleep(const trace::Event& event);
  void enter(const trace::Event& event);
  /// Takes an event in the open test.
  void in_test(const trace::Event& event);
  void end_unsuccessful_test(Ticks leave);
  bool completes_run(const trace::Event& event) const;
  void pass_on_run(bool is_complete);
  void forget_sleeps();
  /// Passes on what a test by itself, which is no run, found not to be complete.
  void pass_on_tested(const std::vector<Tested>& tested, Ticks time);
  /// Passes on all that is held.
  void pass_on();

  const std::vector<Kind>& kinds_;
  const Ticks gap_;
  trace::EventSink& next_;
  std::optional<Run> run_;
  /// Is the enter of a test of which it is not known whether it is successful.
  std::optional<trace::Event> open_;
  std::vector<Tested> tested_;        ///< Lists what the open test tested.
  Ticks tested_at_;                   ///< Is the time of the latest event of the open test.
  std::vector<trace::Event> sleeps_;  ///< Holds the events of sleeps since the last test of the run.
  Ticks slept_;                       ///< Is the time of these.
  bool holds_ = false;                ///< Says that a run or an open test is held.
};

/// Returns the kind of each region. The list is empty where none is a test.
std::vector<PollingRuns::Kind> polling_kinds(std::span<const trace::Region> regions);

}  // namespace latecomer::analyze
