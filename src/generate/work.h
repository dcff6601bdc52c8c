// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "base/ticks.h"
#include "generate/program.h"

namespace latecomer::generate {

/// Says how long computations take, in nanoseconds, and where the imbalance lies.
class Work {
 public:
  explicit Work(const Settings& settings);

  /// Returns one thread's share of a step that computes; `half` is 0 or 1 in `parallel`.
  Ticks duration(const Step& step, StepId id, uint32_t iteration, uint32_t thread = 0,
                 uint32_t half = 0) const;

  /// Returns the location (rank · threads + thread) that computes longest, for Imbalance::hotspot.
  uint64_t hotspot() const { return hotspot_; }
  /// Returns by how much, at least, the hotspot computes longer in a step of the ordinary work.
  Ticks hotspot_excess() const;

 private:
  uint64_t thousandths(uint64_t location, uint64_t occasion) const;

  const Settings& settings_;
  uint64_t hotspot_;
};

}  // namespace latecomer::generate
