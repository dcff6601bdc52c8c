// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The problem: when had each thread no core, could it have run, and what ended that?
//
//     core 0   | t        | idle                | x      | t
//              0          2         6           8        9
//                         t blocked |           t ready  |
//     core 1   | y                  ^ interrupt of a disk: waking t, to run on core 0
//
//     t: blocked 2-6, ended by a disk, ready 6-9; meanwhile its core ran nothing 6-8 and x 8-9
//
// The idea: a thread is on a core, or it has left one and can run, or it is blocked; each event of the
// scheduler moves one or two threads from one of these to the next. A thread that leaves its core in a state
// in which it can run is preempted until it comes back. One that is blocked stays so until somebody begins to
// wake it, and who does that is what the core deals with at that event: the innermost interrupt, or else the
// core's thread. Where the events themselves say in which context they happened that is what counts; else
// begins and ends of interrupts do.
//
// What an interrupt is: a softirq's vector says it. A line's device is learned from what its handler does,
// completing requests or raising softirqs. One of which no begin was seen is that of the core's timer, unless
// that would have been seen. A thread of the kernel that wakes another one acts for a device if it completed
// a request itself, or if one of a disk or a network woke it since the other one blocked: so files are waited
// for through the threads of journals and queues. Other threads act for themselves.
//
// Nothing is concluded from events that contradict each other, as they do where some are missing: each
// thread has spans in which it is known what it did. These end where a stretch without a known end begins, or
// its time of being ready does, and leave out each that was under way while the trace says that events of any
// core were lost: the thread may have run there unseen. A thread that runs is known to do so as long as
// nothing of its own core is lost. perf's CTF does not say what was lost. It follows where a core switches
// from another thread than it was seen to run; then who waited for its turn on that core may have had it. Who
// was blocked is still thought to have been so, because all of its waking, coming and leaving would have to
// be missing.
//
// Cost: constant for each event; in the end the logarithm of the number of losses for each stretch.

#include "kernel/thread_states.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/printable.h"

namespace latecomer::kernel {

namespace {

/// Linux has up to 8,192; who claims more is not believed.
constexpr uint32_t kMostCores = 1 << 16;

/// Parents of the kernel's own threads have this number.
constexpr uint32_t kThreadOfKernel = 2;

/// Returns whether a thread of this name is one of the kernel's own that work for devices. Most events do not
/// say it, and names of programs hardly ever begin so.
bool is_name_of_kernel(std::string_view name) {
  constexpr std::array<std::string_view, 13> kBegins = {
      "kworker/", "ksoftirqd/", "irq/",   "jbd2/",  "kswapd",   "xfsaild/", "xfs-",
      "btrfs-",   "dmcrypt_",   "nfsiod", "rpciod", "txg_sync", "scsi_eh_"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

bool is_device(EndedBy by) {
  return by == EndedBy::disk || by == EndedBy::network;
}

/// Returns spans in their order and apart.
std::vector<Span> merged(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::vector<Span> apart;
  for (const Span& span : spans) {
    if (apart.empty() || apart.back().end < span.begin)
      apart.push_back(span);
    else
      apart.back().end = std::max(apart.back().end, span.end);
  }
  return apart;
}

/// Makes unknown what was under way while events were lost.
void leave_out(const std::vector<Span>& lost, Thread& thread) {
  std::vector<Span> known;
  std::vector<OffCore> kept;
  auto off = thread.off_core.begin();
  for (Span span : thread.known) {
    for (; off != thread.off_core.end() && off->end <= span.end; ++off) {
      const auto first = std::partition_point(lost.begin(), lost.end(),
                                              [&](const Span& each) { return each.end <= off->begin; });
      if (first == lost.end() || first->begin >= off->end) {
        kept.push_back(*off);
        continue;
      }
      Ticks known_until = off->begin;
      if (!off->is_preempted && off->begin < off->woken && off->woken <= first->begin) {
        kept.push_back(*off);
        kept.back().end = known_until = off->woken;
      }
      if (span.begin < known_until) known.push_back({.begin = span.begin, .end = known_until});
      span.begin = off->end;
    }
    if (span.begin < span.end) known.push_back(span);
  }
  thread.known = std::move(known);
  thread.off_core = std::move(kept);
}

}  // namespace

ThreadStates::ThreadStates(const Recorded& recorded, WantedThreads wanted)
    : recorded_(recorded), wanted_(std::move(wanted)) {
  node_.recorded = recorded;
  node_.tasks.push_back({.name = "idle"});
  states_.emplace_back();
  tasks_.emplace(0, kIdle);
}

void ThreadStates::take(const SchedulerEvent& event) {
  if (event.core >= kMostCores) {
    ++node_.contradictions;
    return;
  }
  if (!std::exchange(has_begun_, true)) node_.begin = event.time;
  node_.end = event.time;
  if (event.kind == EventKind::lost) return on_lost(event);

  const Seen seen{event.time, event.kind, event.thread.id, event.next.id, event.interrupt};
  if (std::exchange(core_of(event.core).seen, seen) == seen) return;  // perf has some events twice
  if (event.kind == EventKind::exec) on_exec(event);  // whose current thread has its number already
  if (event.current) {
    const TaskId current = task_of({.id = *event.current});
    see_current(event.core, current, event.time);
    if (event.current_process != 0 && !is_idle(current))
      node_.tasks[current.index()].process_id = event.current_process;
  }
  understand(event);
}

void ThreadStates::understand(const SchedulerEvent& event) {
  switch (event.kind) {
    case EventKind::core_switch:
      return on_switch(event);
    case EventKind::waking:
      note_target(event);
      return on_waking(event);
    case EventKind::wakeup:
      note_target(event);
      return on_wakeup(event);
    case EventKind::first_wakeup:
      note_target(event);
      return on_first_wakeup(event);
    case EventKind::fork:
      return on_fork(event);
    case EventKind::exec:
      return;
    case EventKind::migration:
      note_target(event);
      return on_migration(event);
    case EventKind::interrupt_begin:
      return core_of(event.core).interrupts.begin(event.time, event.interrupt, event.source, devices_);
    case EventKind::interrupt_end:
      return on_interrupt_end(event);
    case EventKind::softirq_raise:
      if (!core_of(event.core).interrupts.is_in_softirq() && is_device(event.source))
        core_of(event.core).interrupts.learn(event.source, devices_);
      return;
    case EventKind::device_done:
      return on_device_done(event);
    case EventKind::page_fault:
      return set_code(event, Code::page_fault);
    case EventKind::call_begin:
      return set_code(event, event.is_futex ? Code::futex : Code::call);
    case EventKind::call_end:
      return set_code(event, Code::own);
    case EventKind::task: {
      const TaskId task = task_of(event.thread);
      if (event.process != 0) node_.tasks[task.index()].process_id = event.process;
      if (event.is_of_kernel) state_of(task).is_of_kernel = true;
      return;
    }
    case EventKind::lost:
      return;
  }
}

// --- what events say

void ThreadStates::on_switch(const SchedulerEvent& event) {
  const TaskId before = task_of(event.thread);
  const TaskId after = task_of(event.next);
  see_current(event.core, before, event.time);
  CoreState& core = core_of(event.core);
  keep_on_core(event.core, event.time);
  if (!is_idle(before)) leave(before, event.state, event.time);
  core.interrupts.clear();  // in which no core is switched
  core.done = EndedBy::other;
  core.current = TaskId();
  if (!is_idle(after)) come(after, event.core, event.time);
  core.current = after;
  core.since = event.time;
}

void ThreadStates::on_waking(const SchedulerEvent& event) {
  const TaskId task = task_of(event.thread);
  if (is_idle(task)) return;
  TaskState& state = state_of(task);
  const Waker waker = waker_at(event);
  if (state.place == Place::on_core) {
    state.waking = waker;
  } else if (state.place != Place::off_core) {
    state.latest_waker = waker;
  } else if (!state.is_woken) {
    wake(state, waker);
    send_to(state, event.target, event.time);
  } else if (!state.open.is_preempted) {
    contradict(state);  // it must have run meanwhile
  }
}

/// The wake-up ends what its waking began, which need not have happened on this core.
void ThreadStates::on_wakeup(const SchedulerEvent& event) {
  const TaskId task = task_of(event.thread);
  if (is_idle(task)) return;
  TaskState& state = state_of(task);
  if (state.place == Place::off_core) {
    if (!state.is_woken && recorded_.waking) return contradict(state);
    if (!state.is_woken) wake(state, waker_at(event));
    send_to(state, event.target, event.time);
    state.is_queued = true;
  }
  state.waking.reset();
}

void ThreadStates::on_first_wakeup(const SchedulerEvent& event) {
  const TaskId task = task_of(event.thread);
  if (is_idle(task)) return;
  TaskState& state = state_of(task);
  if (state.place == Place::on_core || state.place == Place::off_core) contradict(state);
  state.place = Place::off_core;
  state.since = event.time;
  state.open = {.begin = event.time, .core = event.core};
  state.core = event.core;
  state.is_queued = false;
  state.known_since = event.time;
  wake(state, waker_at(event));
  send_to(state, event.target, event.time);
  state.is_queued = true;
}

void ThreadStates::on_fork(const SchedulerEvent& event) {
  const auto before = tasks_.find(event.thread.id);
  if (before != tasks_.end() && !is_idle(before->second)) {
    TaskState& old = state_of(before->second);
    if (old.place == Place::on_core) contradict(old);
    forget(old);
    old.place = Place::gone;
    tasks_.erase(before);
  }
  const TaskId child = task_of(event.thread);
  if (event.process != 0) node_.tasks[child.index()].process_id = event.process;
  if (event.parent.id == kThreadOfKernel) state_of(child).is_of_kernel = true;
}

/// A thread that runs another program gets its process's number, and all others of the process end.
void ThreadStates::on_exec(const SchedulerEvent& event) {
  if (event.old_thread == event.thread.id || event.old_thread == 0) return;
  const TaskId old = task_of({.id = event.old_thread});
  TaskState& state = state_of(old);
  if (state.place == Place::on_core && core_of(state.core).current == old)
    lose_current(state.core, event.time);
  forget(state);
  state.place = Place::gone;
  tasks_.erase(event.old_thread);
  const TaskId process = task_of(event.thread);
  if (!is_idle(process) && state_of(process).place == Place::off_core) forget(state_of(process));
  see_current(event.core, process, event.time);
}

void ThreadStates::on_migration(const SchedulerEvent& event) {
  const TaskId task = task_of(event.thread);
  TaskState& state = state_of(task);
  if (!is_idle(task) && state.place == Place::off_core) send_to(state, event.target, event.time);
}

void ThreadStates::on_interrupt_end(const SchedulerEvent& event) {
  CoreState& core = core_of(event.core);
  const std::optional<Interrupt> ended = core.interrupts.end(event.time, event.interrupt);
  if (!ended || !core.current.valid()) return;
  const TaskState& state = state_of(core.current);
  if (state.thread) node_.threads[*state.thread].interrupts.push_back(*ended);
}

void ThreadStates::on_device_done(const SchedulerEvent& event) {
  CoreState& core = core_of(event.core);
  const bool in_interrupt =
      event.context == Context::unknown ? !core.interrupts.empty() : event.context != Context::thread;
  if (in_interrupt)
    core.interrupts.learn(event.source, devices_);
  else
    core.done = event.source;
}

void ThreadStates::on_lost(const SchedulerEvent& event) {
  node_.lost_events += event.lost_events;
  node_.lost_packets += event.lost_packets;
  node_.lost.push_back({.begin = event.time, .end = event.lost_until});
  for (uint32_t c = 0; c < cores_.size(); ++c) {
    if (c != event.core && !event.lost_on_all) continue;
    if (cores_[c].current.valid()) {
      keep_on_core(c, event.time);
      lose_current(c, event.time);
    }
    cores_[c].lost_until = std::max(cores_[c].lost_until, event.lost_until);
  }
}

// --- what threads do

/// The core runs this thread, however that came.
void ThreadStates::see_current(uint32_t number, TaskId task, Ticks time) {
  CoreState& core = core_of(number);
  if (core.current == task) return;
  if (core.current.valid()) {
    if (core.since >= core.lost_until) ++node_.contradictions;
    lose_current(number, core.since);
    core.missing_until = time;
  }
  if (!is_idle(task)) {
    TaskState& state = state_of(task);
    if (state.place == Place::on_core || state.place == Place::off_core) contradict(state);
    come(task, number, time);
  }
  core.current = task;
  core.since = time;
}

/// The core runs its thread until now.
void ThreadStates::keep_on_core(uint32_t number, Ticks time) {
  const CoreState& core = core_of(number);
  if (core.since < time && core.since >= core.lost_until)
    node_.cores[number].push_back({.begin = core.since, .end = time, .task = core.current});
}

/// It is not known any more what the core runs, and what its thread did after a time.
void ThreadStates::lose_current(uint32_t number, Ticks known_until) {
  CoreState& core = core_of(number);
  if (!is_idle(core.current)) forget(state_of(core.current), known_until);
  core.current = TaskId();
  core.interrupts.clear();
  core.done = EndedBy::other;
}

void ThreadStates::come(TaskId task, uint32_t core, Ticks time) {
  TaskState& state = state_of(task);
  if (state.place == Place::on_core) contradict(state);
  if (state.place == Place::off_core) end_off_core(state, time);
  state.place = Place::on_core;
  state.core = core;
  state.since = time;
  state.waking.reset();
  if (!state.known_since && time >= core_of(core).lost_until) state.known_since = time;
}

void ThreadStates::leave(TaskId task, LeftState left, Ticks time) {
  TaskState& state = state_of(task);
  const bool is_dead = left == LeftState::dead;
  if (is_dead)
    forget(state, time);
  else if (!state.known_since)
    state.known_since = time;
  state.place = is_dead ? Place::gone : Place::off_core;
  state.since = time;
  state.open = {
      .begin = time, .woken = time, .is_preempted = left == LeftState::runnable, .core = state.core};
  state.is_woken = state.open.is_preempted;
  state.is_queued = state.open.is_preempted;
  // A waking is followed by its wake-up, so one that has none yet is that of this stretch.
  if (!state.is_woken && state.waking && recorded_.wakeups) {
    state.waking->time = time;
    wake(state, *state.waking);
  }
  state.waking.reset();
}

/// The thread comes to a core again.
void ThreadStates::end_off_core(TaskState& state, Ticks time) {
  if (!state.is_woken) {
    if (recorded_.waking || recorded_.wakeups) return contradict(state);
    state.open.woken = time;
  }
  state.open.end = time;
  const CoreState& core = core_of(state.core);
  const bool may_have_run = core.is_target && !core.seen;
  if (may_have_run || core.missing_until > state.open.woken) return forget(state);
  if (state.known_since && state.thread && state.open.begin < time)
    node_.threads[*state.thread].off_core.push_back(state.open);
}

void ThreadStates::wake(TaskState& state, const Waker& waker) {
  state.is_woken = true;
  state.latest_waker = waker;
  state.open.woken = waker.time;
  state.open.waker = waker.thread;
  state.open.ended_by = waker.by;
  // What a thread of the kernel had from a device before this one blocked is not what this one waited for.
  if (waker.thread.valid() && waker.by == EndedBy::thread) {
    const TaskState& by = state_of(waker.thread);
    if (by.is_of_kernel && is_device(by.latest_waker.by) && by.latest_waker.time >= state.open.begin)
      state.open.ended_by = state.latest_waker.by = by.latest_waker.by;
  }
  if (state.code == Code::page_fault) state.open.ended_by = EndedBy::page_fault;
  if (state.code == Code::futex && state.open.ended_by == EndedBy::thread)
    state.open.ended_by = EndedBy::lock;
}

/// The thread waits for its turn on a core from now on.
void ThreadStates::send_to(TaskState& state, uint32_t core, Ticks time) {
  if (core >= kMostCores) return;
  if (!state.is_queued)
    state.open.core = core;
  else if (state.thread && state.core != core)
    node_.threads[*state.thread].moves.push_back({.time = time, .core = core});
  state.core = core;
}

/// What the thread does is not known from now on; nor is what it did since it came to its core, or since it
/// left one or was woken after that.
void ThreadStates::forget(TaskState& state) {
  if (state.place != Place::off_core) return forget(state, state.since);
  const bool was_blocked = !state.open.is_preempted && state.is_woken && state.open.begin < state.open.woken;
  if (!was_blocked) return forget(state, state.open.begin);
  state.open.end = state.open.woken;
  if (state.known_since && state.thread) node_.threads[*state.thread].off_core.push_back(state.open);
  forget(state, state.open.woken);
}

void ThreadStates::forget(TaskState& state, Ticks known_until) {
  if (state.known_since && state.thread && *state.known_since < known_until)
    node_.threads[*state.thread].known.push_back({.begin = *state.known_since, .end = known_until});
  state.known_since.reset();
  state.waking.reset();
  state.place = Place::unknown;
}

void ThreadStates::contradict(TaskState& state) {
  ++node_.contradictions;
  CoreState& core = core_of(state.core);
  const bool is_current =
      state.place == Place::on_core && core.current.valid() && &state_of(core.current) == &state;
  if (!is_current) return forget(state);
  lose_current(state.core, state.since);
  core.missing_until = node_.end;
}

/// Returns what an interrupt is of which only its context is known.
EndedBy ThreadStates::unseen_interrupt() const {
  return recorded_.timers ? EndedBy::other : EndedBy::timer;
}

ThreadStates::Waker ThreadStates::waker_at(const SchedulerEvent& event) {
  const CoreState& core = core_of(event.core);
  const InterruptStack& interrupts = core.interrupts;
  Waker waker{.time = event.time};
  switch (event.context) {
    case Context::interrupt:
      waker.by = interrupts.empty() || interrupts.is_in_softirq() ? unseen_interrupt() : interrupts.source();
      return waker;
    case Context::softirq:
      if (interrupts.is_in_softirq()) waker.by = interrupts.source();
      return waker;
    case Context::unknown:
      if (!interrupts.empty()) {
        waker.by = interrupts.source();
        return waker;
      }
      if (!recorded_.interrupts) return waker;
      break;
    case Context::thread:
      break;
  }
  if (!core.current.valid()) return waker;
  const TaskState& current = state_of(core.current);
  if (event.context == Context::unknown) {
    // A core that runs nothing, or code outside of the kernel, wakes nobody; nor does code that had a fault
    // some time ago, as good as always.
    const bool cannot_wake = is_idle(core.current) || current.code == Code::own ||
                             (current.code == Code::page_fault && !recorded_.timers);
    if (cannot_wake && recorded_.waking) waker.by = unseen_interrupt();
    if (cannot_wake) return waker;
    if (!recorded_.timers && current.code == Code::unknown && !current.is_of_kernel) return waker;
  }
  if (is_idle(core.current)) return waker;
  waker.by = current.is_of_kernel && is_device(core.done) ? core.done : EndedBy::thread;
  waker.thread = core.current;
  return waker;
}

// --- tasks and cores

void ThreadStates::note_target(const SchedulerEvent& event) {
  if (event.target < kMostCores) core_of(event.target).is_target = true;
}

ThreadStates::CoreState& ThreadStates::core_of(uint32_t core) {
  CHECK(core < kMostCores);
  if (core >= cores_.size()) {
    cores_.resize(core + 1);
    node_.cores.resize(core + 1);
  }
  return cores_[core];
}

TaskId ThreadStates::task_of(const NamedThread& thread) {
  const auto found = tasks_.find(thread.id);
  if (found == tasks_.end()) return new_task(thread);
  set_name(found->second, thread.name);
  return found->second;
}

TaskId ThreadStates::new_task(const NamedThread& thread) {
  const TaskId task(node_.tasks.size());
  tasks_.emplace(thread.id, task);
  node_.tasks.push_back({.thread_id = thread.id});
  states_.emplace_back();
  if (!wanted_ || wanted_->contains(thread.id)) {
    states_.back().thread = node_.threads.size();
    node_.threads.push_back({.task = task});
  }
  set_name(task, thread.name);
  return task;
}

void ThreadStates::set_name(TaskId task, std::string_view name) {
  if (name.empty() || is_idle(task) || node_.tasks[task.index()].name == name) return;
  node_.tasks[task.index()].name = printable_line(name);
  if (is_name_of_kernel(name)) state_of(task).is_of_kernel = true;
}

void ThreadStates::set_code(const SchedulerEvent& event, Code code) {
  const CoreState& core = core_of(event.core);
  if (!core.current.valid() || is_idle(core.current)) return;
  TaskState& state = state_of(core.current);
  // A fault in the kernel's code is part of a call; where no calls are recorded it may have ended.
  if (code == Code::page_fault && (!recorded_.calls || state.code == Code::call || state.code == Code::futex))
    return;
  state.code = code;
}

NodeTrace ThreadStates::finish() && {
  for (TaskState& state : states_) {
    if (state.place == Place::on_core)
      forget(state, node_.end);
    else if (state.place == Place::off_core)
      forget(state);
  }
  for (uint32_t c = 0; c < cores_.size(); ++c) {
    if (cores_[c].current.valid()) keep_on_core(c, node_.end);
    if (cores_[c].is_target && !cores_[c].seen) node_.silent_cores.push_back(c);
  }
  node_.lost = merged(std::move(node_.lost));
  for (Thread& thread : node_.threads) leave_out(node_.lost, thread);
  return std::move(node_);
}

std::vector<OnCore> ran_instead(const NodeTrace& node, const Thread& thread, const OffCore& stretch) {
  std::vector<OnCore> parts;
  const auto add = [&](uint32_t core, Ticks begin, Ticks end) {
    if (core >= node.cores.size() || begin >= end) return;
    const std::vector<OnCore>& ran = node.cores[core];
    for (auto at =
             std::partition_point(ran.begin(), ran.end(), [&](const OnCore& on) { return on.end <= begin; });
         at != ran.end() && at->begin < end; ++at)
      parts.push_back({.begin = std::max(at->begin, begin), .end = std::min(at->end, end), .task = at->task});
  };
  Ticks begin = stretch.woken;
  uint32_t core = stretch.core;
  for (auto move = std::partition_point(thread.moves.begin(), thread.moves.end(),
                                        [&](const Move& each) { return each.time < stretch.woken; });
       move != thread.moves.end() && move->time < stretch.end; ++move) {
    add(core, begin, move->time);
    begin = move->time;
    core = move->core;
  }
  add(core, begin, stretch.end);
  return parts;
}

}  // namespace latecomer::kernel
