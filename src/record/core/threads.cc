// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/threads.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "record/core/define.h"
#include "record/core/open_regions.h"
#include "record/core/process_state.h"
#include "record/core/recording_files.h"

namespace latecomer::record {

namespace {

trace::Event thread_event(trace::EventKind kind) {
  trace::Event event;
  event.kind = kind;
  event.request = this_thread.number;
  return event;
}

// The first event of the process's first thread is the program's begin. Other threads are within the program
// from when they were created, or else from their first event, to their end, so that all their time has a
// place. Workers of teams are where their teams are.
void open_program(ThreadLog& log, bool first_thread) {
  if (this_thread.is_worker) return;
  trace::Event begin;
  begin.kind = first_thread ? trace::EventKind::program_begin : trace::EventKind::enter;
  begin.region = process->program;
  if (first_thread) {
    log.append(begin, process->loaded);
    return;
  }
  const bool was_created = this_thread.number != 0;
  const Ticks time = was_created ? std::max(this_thread.created, log.last_time()) : now();
  log.append(begin, time);
  if (was_created) log.append(thread_event(trace::EventKind::thread_begin), time);
}

Result<std::unique_ptr<ThreadFiles>> new_thread_files() {
  std::unique_ptr<ThreadFiles> files = std::make_unique<ThreadFiles>();
  RoomForFiles* const room = process->room ? &*process->room : nullptr;
  TRY(files->events, ThreadLog::create(thread_file(process->directory, process->thread_logs), room));
  if (process->unwinder) {
    TRY(files->stacks, StackLog::create(stack_file(process->directory, process->thread_logs), room));
  }
  ++process->thread_logs;
  process->free_files.reserve(process->thread_logs);
  return files;
}

// Threads that follow one another share a file, so that there are no more files than threads at a time.
Result<std::unique_ptr<ThreadFiles>> free_or_new_thread_files() {
  if (process->free_files.empty()) return new_thread_files();
  std::unique_ptr<ThreadFiles> files = std::move(process->free_files.back());
  process->free_files.pop_back();
  return files;
}

uint64_t nanoseconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return (static_cast<uint64_t>(time.tv_sec) * 1'000'000'000) + static_cast<uint64_t>(time.tv_nsec);
}

clockid_t clock_of_this_thread() {
  clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
  pthread_getcpuclockid(pthread_self(), &clock);
  return clock;
}

// Of the calling thread; nullptr if none is done.
Result<std::unique_ptr<ThreadSampling>> new_sampling() {
  std::unique_ptr<ThreadSampling> sampling;
  if (process->samples_per_second == 0) return sampling;
  sampling = std::make_unique<ThreadSampling>(
      ThreadSampling{ThreadSamples(*process->unwinder, process->stack_depth), nullptr});
  TRY(sampling->timer, SampleTimer::start(process->samples_per_second));
  return sampling;
}

}  // namespace

Status sample_first_thread() {
  TRY(process->first_thread_sampling, new_sampling());
  if (!process->first_thread_sampling) return {};
  this_thread.samples = &process->first_thread_sampling->samples;
  this_thread.between_calls = true;
  return {};
}

Status open_thread_log() {
  const std::scoped_lock lock(process->mutex);
  const bool first_thread = process->thread_logs == 0;
  if (first_thread) TRY_STATUS(open_process_log());
  TRY(std::unique_ptr<ThreadFiles> files, free_or_new_thread_files());
  if (first_thread) {
    process->program = add_region(
        {program_invocation_short_name, trace::Paradigm::measurement_system, trace::RegionRole::artificial});
    TRY_STATUS(process->log.open(definitions_file(process->directory)));
  }
  if (files->stacks)
    files->finder = std::make_unique<ThreadStacks>(*process->unwinder, *files->stacks, process->modules,
                                                   process->stack_depth);
  if (!files->calls) files->calls = std::make_unique<OpenCalls>();
  files->calls->begin_thread();
  files->sampling = std::move(process->first_thread_sampling);
  if (!files->sampling) {
    TRY(files->sampling, new_sampling());
  }
  open_program(*files->events, first_thread);
  this_thread.computing_since = this_thread.is_worker ? now() : files->events->last_time();
  if (!first_thread) look_at_processor_time(this_thread.computing_since);
  if (first_thread) process->first_thread = files.get();
  process->thread_clocks.push_back(clock_of_this_thread());
  this_thread.files = files.get();
  this_thread.log = files->events.get();
  this_thread.stacks = files->finder.get();
  this_thread.samples = files->sampling ? &files->sampling->samples : nullptr;
  this_thread.calls = files->calls.get();
  pthread_setspecific(process->at_thread_exit, files.release());
  return {};
}

void require_room(bool stored) noexcept {
  if (stored) [[likely]]
    return;
  const ErrnoKeeper keeper;
  harmless([] {
    const bool limited = process->room && process->room->used_up();
    switch_off(
        (process->directory + ": " + (limited ? "it is as large as --max-size allows" : std::strerror(errno)))
            .c_str());
  });
}

void look_at_processor_time(Ticks time) noexcept {
  this_thread.processor_time = {time, Ticks(static_cast<int64_t>(nanoseconds_of(CLOCK_THREAD_CPUTIME_ID)))};
}

// What the thread used since it was looked at last, and that was before the computation began, is at least
// what it used in the computation.
void store_not_running(Ticks time) noexcept {
  constexpr Ticks kLeast(100'000);
  const Ticks used_before = this_thread.processor_time.used;
  look_at_processor_time(time);
  trace::Event event;
  event.kind = trace::EventKind::not_running;
  const Ticks computed = time - this_thread.computing_since;
  const Ticks not_running = computed - (this_thread.processor_time.used - used_before);
  event.request = static_cast<uint64_t>(not_running.count);
  if (not_running >= kLeast && this_thread.log != nullptr) require_room(this_thread.log->append(event, time));
}

namespace {

void store_samples_until(Ticks end) {
  if (this_thread.samples == nullptr || this_thread.samples->empty() || this_thread.stacks == nullptr) return;
  if (!this_thread.samples->store(*this_thread.stacks, *this_thread.log, end)) this_thread.samples = nullptr;
}

}  // namespace

void enter_off(Ticks time) {
  ThreadLog& log = *this_thread.files->events;
  store_samples_until(time);
  require_room(log.append_enter(process->off, {}, std::max(time, log.last_time())));
  this_thread.log = nullptr;
}

void leave_off(Ticks time) {
  ThreadLog& log = *this_thread.files->events;
  if (this_thread.samples != nullptr) this_thread.samples->forget_until(time);
  require_room(log.append_leave(process->off, std::max(time, log.last_time())));
  this_thread.log = &log;
  this_thread.computing_since = log.last_time();
}

void switch_all_threads(bool on) {
  const std::scoped_lock lock(process->mutex);
  std::vector<Ticks>& times = process->switch_times;
  if (times.size() % 2 != (on ? 1 : 0)) return;  // it is so already
  if (!process->off.valid()) process->off = add_region(recording_off_region());
  times.push_back(now());
  switches.store(static_cast<uint32_t>(times.size()), std::memory_order_relaxed);
}

namespace {

// A thread learns at its next call that another one has switched recording off or on, and tells of it by the
// time of the switch. A call that has begun is recorded to its end, so one that lasted from before some time
// without recording until after it leaves nothing to tell of that.
void follow_switches() {
  if (!has_files()) return;
  std::vector<Ticks> missed;
  {
    const std::scoped_lock lock(process->mutex);
    const std::vector<Ticks>& all = process->switch_times;
    missed.assign(all.begin() + this_thread.switches, all.end());
  }
  size_t i = 0;
  if (is_off_in_log() && !missed.empty()) leave_off(missed[i++]);
  for (; i < missed.size(); i += 2) {  // off, and on again
    const bool is_over = i + 1 < missed.size();
    if (is_over && missed[i + 1] <= this_thread.files->events->last_time()) continue;
    enter_off(missed[i]);
    if (is_over) leave_off(missed[i + 1]);
  }
  this_thread.switches += static_cast<uint32_t>(missed.size());
}

}  // namespace

void store_samples() noexcept {
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const bool in_call = this_thread.calls != nullptr && !this_thread.calls->empty();
  if (switches.load(std::memory_order_relaxed) != this_thread.switches && !in_call) [[unlikely]]
    harmless(follow_switches);
  if (this_thread.samples == nullptr || this_thread.samples->empty() || this_thread.log == nullptr) return;
  harmless([] { store_samples_until(Ticks::max()); });
}

// One of the program's can interrupt it, and stores nothing then.
void take_sample(const void* interrupted) {
  const bool is_off = switches.load(std::memory_order_relaxed) % 2 != 0;
  if (!is_on() || is_off || !this_thread.between_calls || this_thread.depth != 0 ||
      this_thread.samples == nullptr)
    return;
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.samples->take(interrupted, now());
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.between_calls = true;
}

// Called when a thread that recorded exits. The first thread's program goes on until the archive is written.
void end_thread(void* value) {
  const ErrnoKeeper keeper;
  const RecursionGuard guard;
  std::unique_ptr<ThreadFiles> files(static_cast<ThreadFiles*>(value));
  leave_open_calls();
  store_samples();
  if (is_off_in_log()) leave_off(now());
  if (state == State::on) end_computation(now());
  this_thread.ended = true;
  this_thread.files = nullptr;
  this_thread.log = nullptr;
  this_thread.stacks = nullptr;
  this_thread.samples = nullptr;
  this_thread.calls = nullptr;
  files->sampling.reset();
  files->finder.reset();
  if (state != State::on || files.get() == process->first_thread) return;
  leave_open_regions(*files, 0, now());
  if (this_thread.number != 0) files->events->append(thread_event(trace::EventKind::thread_end), now());
  if (!this_thread.is_worker) files->events->append_leave(process->program, now());
  const std::scoped_lock lock(process->mutex);
  process->free_files.push_back(std::move(files));  // there is room
  process->ended_threads_time += nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
  std::erase(process->thread_clocks, clock_of_this_thread());
}

// A forked child shares the files with its parent: they are the parent's, whatever becomes of the child's
// thread.
void forget_in_child() {
  state = State::off;
  this_thread.files = nullptr;
  this_thread.log = nullptr;
  this_thread.stacks = nullptr;
  this_thread.samples = nullptr;
  pthread_setspecific(process->at_thread_exit, nullptr);
}

// What threads that never called MPI did is not in the trace, only for how long they did it.
uint64_t unrecorded_cpu_time() {
  uint64_t recorded = process->ended_threads_time;
  for (const clockid_t thread : process->thread_clocks) recorded += nanoseconds_of(thread);
  const uint64_t all = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
  return all > recorded ? all - recorded : 0;
}

}  // namespace latecomer::record
