// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trace/memory_trace.h"

namespace latecomer::tests {

/// Is something that is changed in a random program, or in the machine it runs on.
struct ProgramChange {
  enum class Kind : uint8_t {
    scale,
    balance,
    balance_each,
    even,
    rank_speed,
    collectives,
    instant_network,
    network,
    eager
  };
  Kind kind = Kind::scale;
  std::string function;  ///< Is what takes another time; of the first three kinds.
  double factor = 1;
  std::vector<uint32_t> ranks;  ///< Lists whose; empty: all.
  int64_t latency = 0;          ///< Is, of a network, in ticks.
  int64_t bytes_per_tick = 0;   ///< Is, of a network, above 0.
  uint64_t bytes = 0;           ///< Is of the largest messages that do not wait for their receivers.
};

/// Holds what a random program does, as it is and with changes.
struct ChangedProgram {
  std::vector<ProgramChange> changes;
  std::unique_ptr<trace::MemoryTrace> recorded;
  std::unique_ptr<trace::MemoryTrace> changed;  ///< Has the same events at other times.
};

/// Computes the run of a random program on a machine whose network is known, and that of the program after
/// random changes, act by act. In the recorded run every kind of call and message is there waiting and
/// without waiting, and what a call waited for can be read from it.
ChangedProgram simulate_changed_program(uint64_t seed);

}  // namespace latecomer::tests
