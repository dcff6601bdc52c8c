// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/ticks.h"

namespace latecomer::kernel {

struct TaskId : Id<TaskId> {
  using Id::Id;
};

/// Is a thread of any process, or one of the kernel's own. Numbers are those of the kernel outside of all
/// containers. A number that was given again later is another task.
struct Task {
  uint32_t thread_id = 0;   ///< 0: what the kernel runs on a core that is idle.
  uint32_t process_id = 0;  ///< 0: not known.
  std::string name;         ///< The latest one.
};

/// Says what ended a blocked stretch.
enum class EndedBy : uint8_t {
  thread,      ///< A thread woke it: OffCore::waker.
  timer,       ///< A timer expired.
  disk,        ///< A request to a block device was completed.
  network,     ///< Packets were received.
  page_fault,  ///< It waited for a page, whoever brought it.
  lock,        ///< It waited in a futex, and a thread woke it: OffCore::waker.
  other,       ///< None of these, or the trace does not say which one.
};

/// Is a stretch in which a thread had no core.
struct OffCore {
  Ticks begin;
  Ticks woken;                ///< From here on it could have run; `begin` if it was preempted.
  Ticks end;                  ///< `woken`, too, if it is not known what it did from then on.
  bool is_preempted = false;  ///< It could have run all along. Otherwise it was blocked until `woken`.
  EndedBy ended_by = EndedBy::other;  ///< Is for blocked stretches.
  TaskId waker;                       ///< The thread that woke it; none in interrupts.
  uint32_t core = 0;                  ///< On which it waited for its turn, from `woken` on.
};

/// Says that a thread that waited for its turn was moved to another core.
struct Move {
  Ticks time;
  uint32_t core = 0;
};

/// Is a stretch in which a core ran a thread.
struct OnCore {
  Ticks begin;
  Ticks end;
  TaskId task;

  friend bool operator==(const OnCore&, const OnCore&) = default;
};

/// Is a stretch in which the core of a running thread dealt with an interrupt, with those inside of it.
struct Interrupt {
  Ticks begin;
  Ticks end;
  EndedBy source = EndedBy::other;  ///< timer, disk, network or other
};

struct Span {
  Ticks begin;
  Ticks end;

  friend bool operator==(const Span&, const Span&) = default;
};

/// Is what is known of one thread. Within `known` it ran wherever it was not off its core; of other times
/// nothing is known. All lists are in the order of time.
struct Thread {
  TaskId task;
  std::vector<Span> known;
  std::vector<OffCore> off_core;
  std::vector<Move> moves;
  std::vector<Interrupt> interrupts;
};

/// Says which kinds of events were recorded, whether or not one occurred.
struct Recorded {
  bool switches = false;
  bool waking = false;      ///< In the context of who wakes.
  bool wakeups = false;     ///< When the thread can run, perhaps on its own core.
  bool interrupts = false;  ///< Handlers and softirqs.
  bool timers = false;      ///< Expiries of timers in interrupts, or the interrupt of the core's timer.
  bool calls = false;       ///< Begins and ends of system calls.
  bool page_faults = false;
};

/// Is what a trace of the scheduler says of one node. Times are nanoseconds of the trace's clock.
struct NodeTrace {
  std::string host;     ///< Empty: not known.
  std::string boot_id;  ///< As in /proc/sys/kernel/random/boot_id. Empty: not known.
  std::string clock;    ///< Its name.
  /// The clock is CLOCK_MONOTONIC. That of perf may be it, but its name does not say so.
  bool is_monotonic = false;
  Ticks begin;  ///< Of the first event.
  Ticks end;    ///< Of the last event.
  Recorded recorded;

  uint64_t lost_events = 0;     ///< That the trace says to be missing.
  uint64_t lost_packets = 0;    ///< Likewise.
  std::vector<Span> lost;       ///< When that was.
  uint64_t contradictions = 0;  ///< Of events, which follow from events that are missing or in another order.
  std::vector<uint32_t> silent_cores;  ///< Threads were sent there, but no event is from there.

  std::vector<Task> tasks;
  std::vector<Thread> threads;             ///< Of those that were asked for, all that occur.
  std::vector<std::vector<OnCore>> cores;  ///< By number of the core; what lies between is not known.
};

/// Returns what ran on the core while the thread waited for its turn there: from `woken` to `end`.
std::vector<OnCore> ran_instead(const NodeTrace& node, const Thread& thread, const OffCore& stretch);

}  // namespace latecomer::kernel
