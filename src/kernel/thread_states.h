// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "kernel/interrupt_stack.h"
#include "kernel/node_trace.h"
#include "kernel/scheduler_event.h"

namespace latecomer::kernel {

/// Numbers of threads, of which much is kept; nothing: of all threads.
using WantedThreads = std::optional<std::set<uint32_t>>;

/// Makes the states of threads of the events of a node, which come in the order of time.
class ThreadStates {
 public:
  ThreadStates(const Recorded& recorded, WantedThreads wanted);

  void take(const SchedulerEvent& event);
  /// Returns what the events say. Host, clock and boot are for whoever reads the trace.
  NodeTrace finish() &&;

 private:
  /// Says what woke a thread, and when.
  struct Waker {
    Ticks time;
    EndedBy by = EndedBy::other;
    TaskId thread;
  };
  enum class Place : uint8_t { unknown, on_core, off_core, gone };
  enum class Code : uint8_t { unknown, own, futex, call, page_fault };

  struct TaskState {
    Place place = Place::unknown;
    uint32_t core = 0;
    Ticks since;                       ///< When it came to this place.
    std::optional<Ticks> known_since;  ///< None: what it does is not known.
    OffCore open;                      ///< For off_core.
    bool is_woken = false;             ///< Of `open`.
    bool is_queued = false;            ///< Of `open`: its core is known.
    std::optional<Waker> waking;       ///< It is being woken, though it has not yet left its core.
    Code code = Code::unknown;
    bool is_of_kernel = false;
    Waker latest_waker;
    std::optional<size_t> thread;  ///< In NodeTrace::threads.
  };

  /// Is what distinguishes an event from others of its core.
  struct Seen {
    Ticks time;
    EventKind kind = EventKind::core_switch;
    uint32_t thread = 0;
    uint32_t next = 0;
    InterruptName interrupt;

    friend bool operator==(const Seen&, const Seen&) = default;
  };

  struct CoreState {
    TaskId current;
    Ticks since;
    Ticks lost_until = Ticks::min();     ///< The trace says so.
    Ticks missing_until = Ticks::min();  ///< It follows from the events.
    std::optional<Seen> seen;            ///< The latest one.
    bool is_target = false;              ///< Threads were sent here.
    EndedBy done = EndedBy::other;  ///< What its thread completed since it has this core: disk or network.
    InterruptStack interrupts;
  };

  void understand(const SchedulerEvent& event);
  void on_switch(const SchedulerEvent& event);
  void on_waking(const SchedulerEvent& event);
  void on_wakeup(const SchedulerEvent& event);
  void on_first_wakeup(const SchedulerEvent& event);
  void on_fork(const SchedulerEvent& event);
  void on_exec(const SchedulerEvent& event);
  void on_migration(const SchedulerEvent& event);
  void on_interrupt_end(const SchedulerEvent& event);
  void on_device_done(const SchedulerEvent& event);
  void on_lost(const SchedulerEvent& event);

  void note_target(const SchedulerEvent& event);
  CoreState& core_of(uint32_t core);
  TaskId task_of(const NamedThread& thread);
  TaskId new_task(const NamedThread& thread);
  TaskState& state_of(TaskId task) { return states_[task.index()]; }
  bool is_idle(TaskId task) const { return task == kIdle; }
  void set_name(TaskId task, std::string_view name);
  void set_code(const SchedulerEvent& event, Code code);

  void see_current(uint32_t number, TaskId task, Ticks time);
  void keep_on_core(uint32_t number, Ticks time);
  void lose_current(uint32_t number, Ticks known_until);
  void come(TaskId task, uint32_t core, Ticks time);
  void leave(TaskId task, LeftState left, Ticks time);
  void end_off_core(TaskState& state, Ticks time);
  void wake(TaskState& state, const Waker& waker);
  void send_to(TaskState& state, uint32_t core, Ticks time);
  void forget(TaskState& state);
  void forget(TaskState& state, Ticks known_until);
  void contradict(TaskState& state);

  Waker waker_at(const SchedulerEvent& event);
  EndedBy unseen_interrupt() const;

  static constexpr TaskId kIdle = TaskId(0);

  Recorded recorded_;
  WantedThreads wanted_;
  NodeTrace node_;
  std::vector<TaskState> states_;  ///< Of node_.tasks.
  std::vector<CoreState> cores_;
  std::unordered_map<uint32_t, TaskId> tasks_;  ///< By the number of the thread that has it now.
  DevicesOfLines devices_;
  bool has_begun_ = false;
};

}  // namespace latecomer::kernel
