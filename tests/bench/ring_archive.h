// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "synthetic_archive.h"

namespace latecomer::bench {

/// A simulated program made to wait: in each step a rank works for a random time, sends to its right
/// neighbour and receives from its left one, so that about half of the receives wait for a late sender; every
/// few steps all ranks reduce. Without calls of other functions in between there is as much to explain for
/// each event as can be.
struct RingRun {
  uint32_t ranks = 64;
  uint32_t messages = 1'000'000;
  uint32_t steps_per_reduction = 100;
  uint32_t calls_per_step = 0;  ///< of a function, while working: two events

  uint32_t steps() const { return messages / ranks; }
};

/// The archive of the run in `directory`, as make_synthetic_archive's.
Result<SyntheticArchive> make_ring_archive(const RingRun& run, const std::string& directory);

}  // namespace latecomer::bench
