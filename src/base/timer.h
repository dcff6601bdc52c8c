// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace latecomer {

/// The wall-clock time of each pass of a run, in the order in which they ended; printed by `--timing`.
struct Timings {
  struct Entry {
    std::string name;
    double seconds;
  };
  std::vector<Entry> entries;
};

/// Times its own scope: `Timer timer(timings, "match messages");` is the first line of every pass's call.
class Timer {
 public:
  Timer(Timings& timings, std::string name)
      : timings_(timings), name_(std::move(name)), start_(std::chrono::steady_clock::now()) {}
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer() {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    timings_.entries.push_back({name_, elapsed.count()});
  }

 private:
  Timings& timings_;
  std::string name_;
  std::chrono::steady_clock::time_point start_;
};

/// Runs one pass and notes how long it took.
template <class Pass>
auto timed(Timings& timings, const char* name, const Pass& pass) {
  const Timer timer(timings, name);
  return pass();
}

}  // namespace latecomer
