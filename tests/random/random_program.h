// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "random/known_conditions.h"
#include "random/reference.h"
#include "trace/memory_trace.h"

namespace latecomer::tests {

/// Holds a random program's run, all wait states in it, when several locations were in step, and what could
/// not happen before what.
struct RandomRun {
  std::unique_ptr<trace::MemoryTrace> trace;
  std::vector<KnownWait> waits;
  std::vector<Meeting> meetings;
  std::vector<KnownCondition> conditions;
};

/// Simulates a deadlock-free MPI program event by event: blocking and nonblocking messages, probes of all
/// kinds, matched receives in any order, collective operations on world and on random communicators,
/// completions of one or several requests, all by any thread of a rank, and functions that compute in
/// between. Who waited for whom is known from the simulation, by definition and without matching anything.
RandomRun simulate_random_program(uint64_t seed);

}  // namespace latecomer::tests
