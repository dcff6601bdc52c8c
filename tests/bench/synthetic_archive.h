// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/definitions.h"
#include "trace/trace.h"

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

/// A fixed sequence of numbers that look random (the mixing function of splitmix64).
uint64_t scramble(uint64_t number);

/// Hands the events of a rank to the sink; regions are those named, in their order.
using WriteRank =
    std::function<void(uint32_t rank, const std::vector<trace::RegionId>& regions, trace::EventSink& sink)>;

/// Writes an archive of `ranks` processes with a thread each, in nanoseconds.
Status write_archive(const std::string& directory, uint32_t ranks,
                     const std::vector<std::string>& region_names, const WriteRank& write_rank);

/// The archive at `path`; has it written, to the directory that `write` gets, if it is not there yet.
Result<SyntheticArchive> archive_at(const std::string& path,
                                    const std::function<Status(const std::string&)>& write);

}  // namespace latecomer::bench
