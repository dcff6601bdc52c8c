// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>

#include "trace/memory_trace.h"

namespace latecomer::tests {

/// Divides the coarse ticks of simulated programs into that many finer ones, so that small errors of clocks,
/// a decay of a hundredth and rounding can be distinguished.
inline constexpr int64_t kFineTicks = 1000;

/// Returns the trace with all its times, and its clock, finer by kFineTicks.
std::unique_ptr<trace::MemoryTrace> with_fine_ticks(const trace::MemoryTrace& trace);

/// Says who shares a clock. Processes are distributed to nodes at random, unless nobody shares one.
enum class ClockOwner : uint8_t {
  /// The threads of a process share a clock; the processes of a node do but for errors of single events.
  process,
  /// All locations on a node share a clock, so that no event seems to come before what it depends on there.
  node,
  location,  ///< Each location has its own clock; all are on the node that they were on.
};

/// Says how wrong clocks are.
struct ClockErrors {
  /// Is how far a clock strays from linear drift, in ticks, which interpolation cannot see. Offset and drift
  /// are up to 20 and 5 times that over the run, errors of measured offsets and of single events a tenth.
  double size = 0;
  ClockOwner owner = ClockOwner::process;
};

/// Returns the trace as clocks would have recorded it that have offsets, drifts, one to three changes of
/// drift and jitter, with two to five clock offsets for each location, measured from its first event to its
/// last one with a small error that the threads of a process share. The first clock is the reference. Events
/// of a location keep their order, and so do those of all locations that share a clock. An error of size 0
/// gives the same times, and offsets that are 0.
std::unique_ptr<trace::MemoryTrace> disturb_clocks(const trace::MemoryTrace& truth, const ClockErrors& errors,
                                                   uint64_t seed);

}  // namespace latecomer::tests
