// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace latecomer::bench {

/// A simulated stencil code on a ring of ranks: in each step some functions are called, halos are exchanged
/// with both neighbours, and every few steps all ranks reduce. How long a rank computes varies, so that all
/// kinds of waiting occur.
struct SyntheticRun {
  uint32_t ranks = 8;
  uint32_t steps = 21'000;
  uint32_t calls_per_step = 25;  ///< of a function that calls another one: four events
  uint32_t steps_per_reduction = 10;
};

struct SyntheticArchive {
  std::string path;
  uint64_t events = 0;
};

/// The archive of the run in `directory`, written there unless it is there already. The same run gives the
/// same bytes.
Result<SyntheticArchive> make_synthetic_archive(const SyntheticRun& run, const std::string& directory);

}  // namespace latecomer::bench
