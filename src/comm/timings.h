// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/comm.h"

namespace latecomer {

/// What each pass of a run took and did on this rank, in the order in which they ended; printed by
/// `--timing`.
struct Timings {
  struct Entry {
    std::string name;
    double seconds = 0;      ///< by the wall clock
    double cpu_seconds = 0;  ///< of all threads
    int64_t operations = 0;  ///< what it had to go through, such as messages or wait states
    CommStats stats;
    int64_t peak_bytes =
        0;  ///< the most resident memory from the start of the process to the end of the pass
  };
  std::vector<Entry> entries;
};

/// Times its own scope, and what goes through `comm` in it.
class Timer {
 public:
  Timer(Timings& timings, Comm& comm, std::string name, int64_t operations);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer();

 private:
  Timings& timings_;
  Comm& comm_;
  Timings::Entry entry_;
  CommStats before_;
  double cpu_before_;
  std::chrono::steady_clock::time_point start_;
};

/// Runs one pass and notes what it took.
template <class Pass>
auto timed(Timings& timings, Comm& comm, const char* name, int64_t operations, const Pass& pass) {
  const Timer timer(timings, comm, name, operations);
  return pass();
}

/// Over all ranks, which went through the same passes: operations, processor time, messages and bytes added
/// up; of wall time and memory the largest. The same on every rank.
Timings combine(const Timings& mine, Comm& comm);

}  // namespace latecomer
