// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/ticks.h"
#include "record/core/core_switches.h"
#include "record/core/function_regions.h"
#include "record/core/growing_file.h"
#include "record/core/last_test.h"
#include "record/core/open_calls.h"
#include "record/core/recorder.h"
#include "record/core/run_delay.h"
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

/// Holds the files of a thread, and then of those that follow it.
struct ThreadFiles {
  uint32_t number = 0;  // of the file of events
  std::unique_ptr<ThreadLog> events;
  std::unique_ptr<StackLog> stacks;        // nullptr: none are recorded
  std::unique_ptr<ThreadStacks> finder;    // nullptr with those
  std::unique_ptr<ThreadSamples> samples;  // nullptr: none are taken
  SampleTimer timer;                       // of the thread that runs
  CoreSwitches core_switches;              // of that thread
  RunDelay run_delay;                      // of that thread, if the kernel refuses those
  std::unique_ptr<OpenCalls> calls;
  std::unique_ptr<GrowingFile> counts;  // nullptr: it has counted no calls yet (counted_calls.h)
  FunctionRegions functions;
  std::vector<OpenRegion> open;  // functions, regions that the program marks, and constructs of OpenMP
  std::vector<uint32_t> teams;   // numbers of those that its threads led, by how many each was in
};

/// Says how much processor time a thread had used when that was looked at last.
struct ProcessorTime {
  Ticks at;                 ///< Is when the processor time was read, by the clock of all events.
  Ticks used;               ///< Is the processor time that the thread had used until then.
  int64_t sleeps = 0;       ///< Counts how often the thread had waited without wanting a core, until then.
  int64_t preemptions = 0;  ///< Counts how often it had lost a core that it wanted.
  /// Is for how long it had wanted a core and had none, where no `CoreSwitches` say that, but a `RunDelay`.
  std::optional<Ticks> wanted_core = std::nullopt;
};

struct OwnStack;

/// Holds all that events touch, together. The library is loaded at the program's start, so its thread-local
/// storage can have the fast access model.
struct ThreadState {
  OwnStack* own_stack = nullptr;  // own_stack.h
  ThreadFiles* files = nullptr;
  ThreadLog* log = nullptr;    // nullptr with files: in the region that stands for time without recording
  uint64_t* counts = nullptr;  // of calls that are counted only; nullptr: it has not begun to count
  ThreadStacks* stacks = nullptr;
  ThreadSamples* samples = nullptr;
  OpenCalls* calls = nullptr;
  Ticks computing_since;         // the latest enter or leave
  ProcessorTime processor_time;  // when it was looked at last
  bool between_calls = false;    // none is open that is recorded: samples are taken
  uint32_t depth = 0;            // of RecursionGuards
  bool ended = false;            // the thread is exiting, or has got no files: it stores nothing more
  bool samples_fit = true;       // on the stack that the program has for its signals
  bool is_unsampled = false;     // some of the time, which the log of the process says
  bool is_worker = false;        // of teams, which runs nothing of the program outside of them
  uint32_t switches = 0;         // that the log has
  uint64_t number = 0;  // among the threads that the program creates; 0: it was not seen being created
  Ticks created;        // if it was
  LastTest test = {};
  WaitingCall waiting = {};
};
[[gnu::tls_model("initial-exec")]] inline constinit thread_local ThreadState this_thread;

}  // namespace latecomer::record
