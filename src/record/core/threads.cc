// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/threads.h"

#include <errno.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "record/core/counted_calls.h"
#include "record/core/define.h"
#include "record/core/open_regions.h"
#include "record/core/own_stack.h"
#include "record/core/process_state.h"
#include "record/core/recording_files.h"

namespace latecomer::record {

namespace {

trace::Event thread_event(trace::EventKind kind) {
  trace::Event event;
  event.kind = kind;
  event.thread() = this_thread.number;
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
  files->calls = std::make_unique<OpenCalls>();
  files->number = process->thread_logs;
  TRY(files->events,
      ThreadLog::create(thread_file(process->directory, process->thread_logs), place_of_files()));
  if (process->stack_depth > 0) {
    TRY(files->stacks,
        StackLog::create(stack_file(process->directory, process->thread_logs), place_of_files()));
    files->finder = std::make_unique<ThreadStacks>(*files->stacks, process->modules, process->stack_depth);
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

// Where no more files can be made, those that are there go on.
void leave_thread_out(const Error& cause) {
  static bool said = false;
  this_thread.ended = true;
  unlink(thread_file(process->directory, process->thread_logs).c_str());
  if (std::exchange(said, true)) return;
  say("latecomer: %s; the program goes on, but threads that begin from here on may not be recorded\n",
      cause.message.c_str());
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

// A thread without a timer is not sampled: a signal must not come, or the limit of pending signals (ulimit
// -i), each timer being one, is reached. Also where no samples are taken, the recorder looks at what a call
// waits for.
Status start_timer(SampleTimer& timer) {
  constexpr unsigned kLooksPerSecond = 50;
  const bool samples = process->samples_per_second != 0;
  if (this_thread.samples_fit && timer.start(samples ? process->samples_per_second : kLooksPerSecond))
    return {};
  if (!samples || std::exchange(this_thread.is_unsampled, true)) return {};
  return process->log.unsampled_thread();
}

// The first thread may be sampled already.
Status sample_thread(ThreadFiles& files) {
  if (process->samples_per_second == 0) return start_timer(files.timer);
  if (process->first_thread_samples) {
    files.samples = std::move(process->first_thread_samples);
    files.timer = process->first_thread_timer;
    return {};
  }
  if (!files.samples) files.samples = std::make_unique<ThreadSamples>(process->stack_depth);
  files.samples->forget_until(Ticks::max());
  return start_timer(files.timer);
}

// nullptr: it has none yet.
SampleTimer* timer_of_this_thread() {
  if (this_thread.files != nullptr) return &this_thread.files->timer;
  return this_thread.samples != nullptr ? &process->first_thread_timer : nullptr;
}

}  // namespace

Status sample_first_thread() {
  if (process->samples_per_second == 0) return {};
  process->first_thread_samples = std::make_unique<ThreadSamples>(process->stack_depth);
  TRY_STATUS(start_timer(process->first_thread_timer));
  this_thread.samples = process->first_thread_samples.get();
  this_thread.between_calls = true;
  return {};
}

namespace {

#if defined(__x86_64__)
constexpr unsigned kExtendedStates = 0xd;  // the number of what `cpuid` says of them
#endif

/// Returns how many bytes the kernel stores for a signal at most: with all that the processor has. Kernels
/// before 5.14 do not say it.
size_t most_bytes_of_signal() {
  constexpr unsigned long kSaid = 51;  // AT_MINSIGSTKSZ, which C libraries before 2.34 do not name
  constexpr size_t kWithoutStates = 2048;
  if (const size_t said = getauxval(kSaid); said != 0) return said;
  unsigned size = 0;
#if defined(__x86_64__)
  unsigned unused = 0;
  __get_cpuid_count(kExtendedStates, 0, &unused, &size, &unused, &unused);
#endif
  return kWithoutStates + size;
}

/// Returns how many bytes the kernel stores for a signal. Tiles (AMX), most of all that the processor has
/// where there are any, are stored only in processes that have asked for them.
size_t bytes_of_signal() {
  const size_t most = most_bytes_of_signal();
#if defined(__x86_64__)
  constexpr int kGetPermissions = 0x1022;  // ARCH_GET_XCOMP_PERM
  constexpr unsigned kTiles = 18;
  uint64_t permitted = 0;
  unsigned size = 0;
  unsigned unused = 0;
  const ErrnoKeeper keeper;  // older kernels do not know the call
  if (syscall(SYS_arch_prctl, kGetPermissions, &permitted) == 0 && (permitted >> kTiles & 1) == 0 &&
      __get_cpuid_count(kExtendedStates, kTiles, &size, &unused, &unused, &unused) != 0 && size < most)
    return most - size;
#endif
  return most;
}

}  // namespace

bool samples_fit_on(size_t signal_stack) noexcept {
  constexpr size_t kForHandler = 512;  // bytes below what the kernel stores
  return signal_stack == 0 || signal_stack >= bytes_of_signal() + kForHandler;
}

void follow_signal_stack(size_t bytes) noexcept {
  const bool fit = samples_fit_on(bytes);
  if (std::exchange(this_thread.samples_fit, fit) == fit || !is_on()) return;
  on_own_stack([] {
    const std::scoped_lock lock(process->mutex);
    SampleTimer* const timer = timer_of_this_thread();
    if (timer == nullptr) return;
    timer->stop();
    require(start_timer(*timer));
  });
}

Status open_thread_log() {
  const std::scoped_lock lock(process->mutex);
  const bool first_thread = process->thread_logs == 0;
  if (first_thread) TRY_STATUS(open_process_log());
  const bool follows_another = !process->free_files.empty();
  Result<std::unique_ptr<ThreadFiles>> made = free_or_new_thread_files();
  if (!made && first_thread) return made.error();
  if (!made) {
    leave_thread_out(made.error());
    return {};
  }
  std::unique_ptr<ThreadFiles> files = std::move(*made);
  if (first_thread) {
    process->program = add_region(
        {program_invocation_short_name, trace::Paradigm::measurement_system, trace::RegionRole::artificial});
    TRY_STATUS(process->log.open(definitions_file(process->directory), place_of_files()));
  }
  TRY_STATUS(sample_thread(*files));
  const auto id = static_cast<pid_t>(syscall(SYS_gettid));
  TRY_STATUS(process->log.thread({files->number, static_cast<uint32_t>(id)}));
  if (id == getpid()) files->core_switches = std::move(process->main_core_switches);
  // Where threads follow one another, most may be shorter than what it takes.
  if (!follows_another) files->core_switches.start_once();
  open_program(*files->events, first_thread);
  this_thread.computing_since = this_thread.is_worker ? now() : files->events->last_time();
  if (first_thread) process->first_thread = files.get();
  process->thread_clocks.push_back(clock_of_this_thread());
  this_thread.files = files.get();
  this_thread.log = files->events.get();
  this_thread.counts = counts_in(*files);
  this_thread.stacks = files->finder.get();
  this_thread.samples = files->samples.get();
  this_thread.calls = files->calls.get();
  pthread_setspecific(process->at_thread_exit, files.release());
  if (!first_thread) look_at_processor_time(this_thread.computing_since);
  return {};
}

void require_room(bool stored) noexcept {
  if (stored) [[likely]]
    return;
  on_own_stack([] {
    const bool limited = process->room && process->room->used_up();
    switch_off(
        (process->directory + ": " + (limited ? "it is as large as --max-size allows" : std::strerror(errno)))
            .c_str());
  });
}

void look_at_processor_time(Ticks time) noexcept {
  const ProcessorTime before = this_thread.processor_time;
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  this_thread.processor_time = {time, Ticks(static_cast<int64_t>(nanoseconds_of(CLOCK_THREAD_CPUTIME_ID))),
                                int64_t{usage.ru_nvcsw}, int64_t{usage.ru_nivcsw}, before.wanted_core};
  if (this_thread.files == nullptr || !this_thread.files->core_switches.is_refused()) return;
  const bool has_run_on =
      before.sleeps == usage.ru_nvcsw && before.preemptions == usage.ru_nivcsw && before.wanted_core;
  if (!has_run_on)
    on_own_stack([] { this_thread.processor_time.wanted_core = this_thread.files->run_delay.read(); });
}

namespace {

constexpr Ticks kLeastStored(100'000);

void store_length(trace::EventKind kind, Ticks length, Ticks time) {
  trace::Event event;
  event.kind = kind;
  event.duration() = static_cast<uint64_t>(length.count);
  if (length > Ticks() && this_thread.log != nullptr) require_room(this_thread.log->append(event, time));
}

// Returns for how long the thread did not run at least since the latest enter or leave: what it used since it
// was looked at last, and that was before, is at least what it used since then.
Ticks least_not_running(Ticks time, Ticks used_before) {
  return time - this_thread.computing_since - (this_thread.processor_time.used - used_before);
}

// Returns the least that is known of it since the latest enter or leave, where only the sums are known since
// the thread was looked at before.
std::optional<TimeOffCore> least_off_core(const ProcessorTime& before) {
  const ProcessorTime& after = this_thread.processor_time;
  if (!before.wanted_core || !after.wanted_core) return std::nullopt;
  const Ticks elsewhere = std::max(this_thread.computing_since - before.at, Ticks());
  const Ticks wanted = *after.wanted_core - *before.wanted_core;
  const Ticks blocked = (after.at - before.at) - (after.used - before.used) - wanted;
  return TimeOffCore{std::max(wanted - elsewhere, Ticks()), std::max(blocked - elsewhere, Ticks())};
}

// Returns nothing where the kernel says neither when the thread had no core nor for how long. It is asked to
// say it from now on.
std::optional<TimeOffCore> off_core_since(Ticks begin, Ticks time, const ProcessorTime& before) {
  if (this_thread.files == nullptr) return std::nullopt;
  CoreSwitches& switches = this_thread.files->core_switches;
  if (switches.is_refused()) return least_off_core(before);
  const std::optional<TimeOffCore> off = switches.between(begin, time);
  switches.start_once();
  return off;
}

Ticks core_switches_known_since() {
  return this_thread.files == nullptr ? Ticks::max() : this_thread.files->core_switches.started();
}

}  // namespace

// Where the kernel says less than the processor time, nobody knows why: it was asked late, interrupts, or
// another machine on the same processor.
void store_not_running(Ticks time) noexcept {
  const ProcessorTime before = this_thread.processor_time;
  look_at_processor_time(time);
  const Ticks begin = std::max(this_thread.computing_since, core_switches_known_since());
  const TimeOffCore off = off_core_since(begin, time, before).value_or(TimeOffCore());
  if (off.preempted + off.blocked >= kLeastStored) {
    store_length(trace::EventKind::preempted, off.preempted, time);
    store_length(trace::EventKind::blocked, off.blocked, time);
  }
  const Ticks rest = least_not_running(time, before.used) - off.preempted - off.blocked;
  if (rest >= kLeastStored) store_length(trace::EventKind::not_running, rest, time);
}

void store_not_running_in_call(Ticks time) noexcept {
  const ProcessorTime before = this_thread.processor_time;
  look_at_processor_time(time);
  const std::optional<TimeOffCore> off = off_core_since(this_thread.computing_since, time, before);
  if (off && off->preempted >= kLeastStored) store_length(trace::EventKind::preempted, off->preempted, time);
  if (off || this_thread.processor_time.sleeps != before.sleeps) return;
  const Ticks not_running = least_not_running(time, before.used);
  if (not_running >= kLeastStored) store_length(trace::EventKind::not_running, not_running, time);
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

// A thread learns at its next call that another one has switched recording off or on, and says so by the
// time of the switch. A call that has begun is recorded to its end, so one that lasted from before some time
// without recording until after it leaves nothing that says so.
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
    on_own_stack(follow_switches);
  // Where samples were taken there may be another library now.
  if (is_on() && process->modules.has_unloaded()) process->modules.learn();
  if (this_thread.samples == nullptr || this_thread.samples->empty() || this_thread.log == nullptr) return;
  on_own_stack([] { store_samples_until(Ticks::max()); });
}

namespace {

// What a call waits for is of use only if the program never comes out of it, so it is written once the call,
// or the polling run, has taken long. MPI libraries poll while they wait, which is time of the processor.
void write_what_is_waited_for() noexcept {
  constexpr Ticks kLong(10'000'000);
  const WaitingCall& waiting = this_thread.waiting;
  const LastTest& test = this_thread.test;
  const Ticks begin = test.number > 1 ? test.began : this_thread.computing_since;
  if (!is_on() || this_thread.log == nullptr || this_thread.log->has_pending() || now() - begin < kLong)
    return;
  const std::span<trace::Event> room(static_cast<trace::Event*>(this_thread.own_stack->scratch),
                                     ThreadLog::kMostPending);
  static_assert(ThreadLog::kMostPending * sizeof(trace::Event) <= OwnStack::kScratch);
  const size_t count = waiting.describe(waiting.call, room);
  this_thread.log->append_pending(room.first(count), this_thread.computing_since);
}

}  // namespace

// One of the program's can interrupt it, and stores nothing then.
void take_sample(const Frame& interrupted) {
  if (is_past_open_call(interrupted.stack_pointer)) return;
  if (this_thread.waiting.describe != nullptr) return write_what_is_waited_for();
  const bool is_off = switches.load(std::memory_order_relaxed) % 2 != 0;
  if (!is_on() || is_off || !this_thread.between_calls || this_thread.depth != 0) return;
  if (this_thread.files != nullptr) this_thread.files->core_switches.start_once();
  if (this_thread.samples == nullptr) return;
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.samples->take(interrupted, unwinder_of_this_thread(), now());
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.between_calls = true;
}

Unwinder& unwinder_of_this_thread() noexcept {
  OwnStack& stack = *this_thread.own_stack;
  if (const uint32_t generation = process->modules.generation(); generation != stack.generation)
      [[unlikely]] {
    stack.unwinder.forget();
    stack.generation = generation;
  }
  return stack.unwinder;
}

namespace {

// The first thread's program goes on until the archive is written.
void end_files(std::unique_ptr<ThreadFiles> files) {
  leave_open_calls();
  store_samples();
  if (is_off_in_log()) leave_off(now());
  if (state == State::on) end_computation(now());
  this_thread.ended = true;
  this_thread.files = nullptr;
  this_thread.log = nullptr;
  this_thread.counts = nullptr;
  this_thread.stacks = nullptr;
  this_thread.samples = nullptr;
  files->timer.stop();
  files->core_switches.stop();
  files->run_delay.stop();
  this_thread.calls = nullptr;
  if (state != State::on || files.get() == process->first_thread) return;
  leave_open_regions(*files, 0, now());
  if (this_thread.number != 0) files->events->append(thread_event(trace::EventKind::thread_end), now());
  if (!this_thread.is_worker) files->events->append_leave(process->program, now());
  const std::scoped_lock lock(process->mutex);
  process->free_files.push_back(std::move(files));  // there is room
  process->ended_threads_time += nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
  std::erase(process->thread_clocks, clock_of_this_thread());
}

}  // namespace

void end_thread(void* files) {
  on_own_stack([files] { end_files(std::unique_ptr<ThreadFiles>(static_cast<ThreadFiles*>(files))); });
  give_back_own_stack();
}

// A forked child shares the files with its parent: they are the parent's, whatever becomes of the child's
// thread.
void forget_in_child() {
  state = State::off;
  this_thread.files = nullptr;
  this_thread.log = nullptr;
  this_thread.counts = nullptr;
  this_thread.stacks = nullptr;
  this_thread.samples = nullptr;
  this_thread.calls = nullptr;
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
