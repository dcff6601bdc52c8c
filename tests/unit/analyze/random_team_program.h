// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "trace/memory_trace.h"
#include "trace/trace_builder.h"

namespace latecomer::analyze {

/// Executes a random program: serial code and parallel regions in turn, these on some of the threads, with
/// critical sections and barriers.
class RandomTeamProgram {
 public:
  explicit RandomTeamProgram(uint64_t seed) : random_(seed) {
    threads_ = 2 + pick(3);
    std::vector<trace::TraceBuilder::ThreadName> names;
    for (uint32_t t = 0; t < threads_; ++t) {
      handles_.push_back(builder_.thread(0, t));
      names.emplace_back(0, t);
    }
    team_ = builder_.add_team("t", names);
    clock_.resize(threads_);
    enter(0, "main");
    const size_t regions = 1 + pick(5);
    for (size_t i = 0; i < regions; ++i) {
      if (pick(2) == 0) work_in(0, "serial");
      clock_[0] += pick(5);
      parallel_region();
    }
    clock_[0] += pick(10);
    leave(0);
  }

  int64_t length() const { return clock_[0]; }
  std::unique_ptr<trace::MemoryTrace> trace() && { return std::move(std::move(builder_).build()).value(); }

 private:
  int64_t pick(int64_t below) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(below)); }

  void record(size_t thread, trace::Event event) {
    event.time = Ticks(clock_[thread]);
    builder_.events(handles_[thread]).push_back(event);
  }
  void enter(size_t thread, const char* region) {
    record(thread, {.kind = trace::EventKind::enter, .region = builder_.region(region)});
  }
  void leave(size_t thread) { record(thread, {.kind = trace::EventKind::leave}); }
  void work_in(size_t thread, const char* region) {
    enter(thread, region);
    clock_[thread] += pick(20);
    leave(thread);
  }

  void parallel_region() {
    std::vector<size_t> members = {0};
    for (size_t t = 1; t < threads_; ++t) {
      if (pick(3) > 0) members.push_back(t);
    }
    record(0, {.kind = trace::EventKind::thread_fork});
    const int64_t forked = clock_[0];
    const char* region = pick(2) == 0 ? "!$omp parallel @a" : "!$omp parallel @b";
    for (const size_t t : members) {
      clock_[t] = forked + pick(4);
      record(t, {.kind = trace::EventKind::team_begin, .comm = team_});
      enter(t, region);
    }
    const int64_t phases = 1 + pick(3);
    for (int64_t i = 0; i < phases; ++i) {
      for (const size_t t : members) {
        clock_[t] += pick(15);
        if (pick(2) == 0) work_in(t, "work");
      }
      if (pick(2) == 0) critical_section(members);
      barrier(members, i + 1 == phases ? "!$omp implicit barrier" : "!$omp barrier");
    }
    for (const size_t t : members) {
      leave(t);
      record(t, {.kind = trace::EventKind::team_end, .comm = team_});
    }
    for (const size_t t : members) clock_[0] = std::max(clock_[0], clock_[t]);
    record(0, {.kind = trace::EventKind::thread_join});
  }

  /// Everybody passes through it, in the order of coming.
  void critical_section(std::vector<size_t> members) {
    std::sort(members.begin(), members.end(),
              [&](size_t a, size_t b) { return std::pair(clock_[a], a) < std::pair(clock_[b], b); });
    for (const size_t t : members) {
      enter(t, "!$omp critical");
      clock_[t] = std::max(clock_[t], free_at_) + pick(2);
      record(
          t,
          {.kind = trace::EventKind::acquire_lock, .paradigm = trace::Paradigm::openmp, .number = acquired_});
      work_in(t, "!$omp critical sblock");
      record(t, {.kind = trace::EventKind::release_lock,
                 .paradigm = trace::Paradigm::openmp,
                 .number = acquired_++});
      free_at_ = clock_[t];
      leave(t);
    }
  }

  void barrier(const std::vector<size_t>& members, const char* region) {
    int64_t last = 0;
    for (const size_t t : members) {
      enter(t, region);
      last = std::max(last, clock_[t]);
    }
    for (const size_t t : members) {
      clock_[t] = last + pick(3);
      leave(t);
    }
  }

  std::mt19937_64 random_;
  trace::TraceBuilder builder_;
  size_t threads_ = 0;
  std::vector<trace::TraceBuilder::Thread> handles_;
  std::vector<int64_t> clock_;
  trace::CommId team_;
  uint32_t acquired_ = 0;
  int64_t free_at_ = 0;
};

}  // namespace latecomer::analyze
