// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/comm.h"

namespace latecomer {

/// Says what each pass of a run took and did on this rank, in the order of their ends, for `--timing`.
struct Timings {
  struct Entry {
    std::string name;
    double seconds = 0;      ///< Is in seconds of the wall clock.
    double cpu_seconds = 0;  ///< Is in seconds of all threads.
    int64_t operations = 0;  ///< Counts what the pass had to go through, such as messages or wait states.
    CommStats stats;
    /// Is the most resident memory, in bytes, from the start of the process to the end of the pass.
    int64_t peak_bytes = 0;
  };
  std::vector<Entry> entries;
};

/// Measures the time of its own scope, and what goes through `comm` in it.
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

/// Combines the timings of all ranks, which went through the same passes: operations, processor time,
/// messages and bytes are added up; of wall time and memory the largest is taken. Every rank has the result.
Timings combine(const Timings& mine, Comm& comm);

}  // namespace latecomer
