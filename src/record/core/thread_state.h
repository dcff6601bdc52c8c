// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/ticks.h"
#include "record/core/function_regions.h"
#include "record/core/recorder.h"
#include "record/core/sample_timer.h"
#include "record/core/stack_log.h"
#include "record/core/thread_log.h"
#include "record/core/thread_samples.h"
#include "record/core/thread_stacks.h"
#include "trace/definitions.h"

namespace latecomer::record {

struct OpenRegion {
  trace::RegionId region;
  const void* function;  // nullptr: one that the program marks
  Ticks since;
  bool is_stored;  // recording was on when it began
};

/// Of a thread, and then of those that follow it.
struct ThreadFiles {
  std::unique_ptr<ThreadLog> events;
  std::unique_ptr<StackLog> stacks;        // nullptr: none are recorded
  std::unique_ptr<ThreadStacks> finder;    // nullptr with those
  std::unique_ptr<ThreadSamples> samples;  // nullptr: none are taken
  SampleTimer timer;                       // of the thread that runs
  FunctionRegions functions;
  std::vector<OpenRegion> open;  // functions, regions that the program marks, and constructs of OpenMP
  std::vector<uint32_t> teams;   // numbers of those that its threads led, by how many each was in
};

/// When a thread's processor time was looked at last.
struct ProcessorTime {
  Ticks at;    ///< by the clock of all events
  Ticks used;  ///< until then
};

/// A test or probe that does not wait: where it is called from, and a number that stands for what it tests.
struct TestPlace {
  trace::RegionId region;
  const void* caller = nullptr;
  uint64_t tested = 0;
  bool operator==(const TestPlace&) const = default;
};

/// The thread's last test, or the one that is open.
struct LastTest {
  TestPlace place;
  Ticks left;  // when it was in vain
  bool can_be_reopened = false;
  bool in_vain = false;    // the open one
  uint64_t number = 1;     // of the open one in its polling run
  Ticks began = {};        // the run
  Ticks interrupted = {};  // how long in all
};

/// A call whose real function runs, and what it may wait for.
struct WaitingCall {
  DescribePending describe = nullptr;  // nullptr: there is none, or it does not wait
  const void* call = nullptr;
};

struct OwnStack;

/// What events touch, in one place. The library is loaded at the program's start, so its thread-local storage
/// can have the fast access model.
struct ThreadState {
  OwnStack* own_stack = nullptr;  // own_stack.h
  ThreadFiles* files = nullptr;
  ThreadLog* log = nullptr;  // nullptr with files: in the region that stands for time without recording
  ThreadStacks* stacks = nullptr;
  ThreadSamples* samples = nullptr;
  Ticks computing_since;         // the latest enter or leave
  ProcessorTime processor_time;  // when it was looked at last
  bool between_calls = false;    // none is open that is recorded: samples are taken
  uint32_t depth = 0;            // of RecursionGuards
  bool ended = false;            // the thread is exiting
  bool is_worker = false;        // of teams, which runs nothing of the program outside of them
  uint32_t switches = 0;         // that the log tells of
  uint64_t number = 0;  // among the threads that the program creates; 0: it was not seen being created
  Ticks created;        // if it was
  LastTest test = {};
  WaitingCall waiting = {};
};
[[gnu::tls_model("initial-exec")]] inline constinit thread_local ThreadState this_thread;

}  // namespace latecomer::record
