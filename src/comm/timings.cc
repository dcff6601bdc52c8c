// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/timings.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <string>
#include <utility>

namespace latecomer {

namespace {

constexpr double kNanosecond = 1e-9;

/// Returns the processor time that this process has used, in seconds.
double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * kNanosecond;
}

/// Returns the most memory that this process has had resident so far, in bytes; 0 where the system does not
/// say. It is not getrusage's figure, which a process inherits from the one that started it.
int64_t peak_resident_bytes() {
  constexpr int64_t kUnit = 1024;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(line.find_first_of("0123456789"))) * kUnit;
  }
  return 0;
}

}  // namespace

Timer::Timer(Timings& timings, Comm& comm, std::string name, int64_t operations)
    : timings_(timings),
      comm_(comm),
      before_(comm.stats()),
      cpu_before_(processor_seconds()),
      start_(std::chrono::steady_clock::now()) {
  entry_.name = std::move(name);
  entry_.operations = operations;
}

Timer::~Timer() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const CommStats& now = comm_.stats();
  entry_.seconds = elapsed.count();
  entry_.cpu_seconds = processor_seconds() - cpu_before_;
  entry_.stats = {now.rounds - before_.rounds, now.messages - before_.messages, now.bytes - before_.bytes};
  // The system's own figure varies by a little after memory went back.
  const int64_t before = timings_.entries.empty() ? 0 : timings_.entries.back().peak_bytes;
  entry_.peak_bytes = std::max(before, peak_resident_bytes());
  timings_.entries.push_back(std::move(entry_));
}

Timings combine(const Timings& mine, Comm& comm) {
  constexpr size_t kSums = 4;
  constexpr size_t kLargest = 2;
  const auto nanoseconds = [](double seconds) { return int64_t{std::llround(seconds / kNanosecond)}; };
  std::vector<int64_t> sums;
  std::vector<int64_t> largest;
  for (const Timings::Entry& each : mine.entries) {
    sums.insert(sums.end(),
                {each.operations, nanoseconds(each.cpu_seconds), each.stats.messages, each.stats.bytes});
    largest.insert(largest.end(), {nanoseconds(each.seconds), each.peak_bytes});
  }
  comm.sum(sums);
  comm.max(largest);
  Timings all = mine;
  for (size_t i = 0; i < all.entries.size(); ++i) {
    Timings::Entry& each = all.entries[i];
    each.operations = sums[kSums * i];
    each.cpu_seconds = static_cast<double>(sums[kSums * i + 1]) * kNanosecond;
    each.stats.messages = sums[kSums * i + 2];
    each.stats.bytes = sums[kSums * i + 3];
    each.seconds = static_cast<double>(largest[kLargest * i]) * kNanosecond;
    each.peak_bytes = largest[kLargest * i + 1];
  }
  return all;
}

}  // namespace latecomer
