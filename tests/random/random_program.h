// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "trace/memory_trace.h"

namespace latecomer::tests {

/// (metric, rank, MPI function) -> ticks
using Waits = std::map<std::tuple<std::string, uint32_t, std::string>, int64_t>;

/// A random program's run, and all wait states in it.
struct RandomRun {
  std::unique_ptr<trace::MemoryTrace> trace;
  Waits waits;
};

/// Simulates a deadlock-free MPI program event by event: blocking and nonblocking messages, collective
/// operations on world and on random communicators, completions of one or several requests. Who waited for
/// whom is known from the simulation, by definition and without matching anything. Every call path is
/// main/FUNCTION.
RandomRun simulate_random_program(uint64_t seed);

}  // namespace latecomer::tests
