// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "trace/trace.h"

namespace latecomer::trace {

/// Turns one location's time into that of the reference clock: linear between its recorded offsets, and
/// beyond the first and the last as between the two nearest, rounded down to ticks. With one offset it is the
/// same everywhere, with none nothing changes. Times keep their order. Offsets at which the reference clock
/// would not have gone on since the offset before are left out, and what would not fit in 64 bits is the
/// first or the last time that does.
class ClockInterpolation {
 public:
  explicit ClockInterpolation(std::span<const ClockOffset> offsets);
  Ticks operator()(Ticks local) const;
  /// Returns whether it leaves every time as it is.
  bool does_nothing() const;

 private:
  /// Is one moment on both clocks, in ticks.
  struct Moment {
    Ticks local;
    Ticks reference;
  };
  std::vector<Moment> moments_;  ///< Holds moments from each of which to the next both clocks go on.
};

/// Is a trace as its recorded clock offsets make it: every event is at its time on the reference clock. Its
/// definitions have no offsets any more.
class InterpolatedTrace : public Trace {
 public:
  /// Takes the `offsets` of each location.
  InterpolatedTrace(const Trace& recorded, const std::vector<std::vector<ClockOffset>>& offsets);
  explicit InterpolatedTrace(const Trace& recorded)
      : InterpolatedTrace(recorded, recorded.definitions().clock_offsets) {}
  const Definitions& definitions() const override { return definitions_; }
  Region region(RegionId id) const override { return recorded_.region(id); }
  ReadOutcome read(LocationId location, EventSink& sink) const override;
  ReadOutcome read_from(LocationId location, const ReadPosition& position, EventSink& sink) const override;

 private:
  const Trace& recorded_;
  Definitions definitions_;
  std::vector<ClockInterpolation> clocks_;  ///< Holds one interpolation per location.
};

}  // namespace latecomer::trace
