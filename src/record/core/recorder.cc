// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The state of the recorder in the program that it is loaded into. A process makes its files when it records
// its first event, so that the shells and launchers that inherit the environment leave nothing.

#include "record/core/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/core/archive.h"
#include "record/core/encode.h"
#include "record/core/file_size_signal.h"
#include "record/core/function_filter.h"
#include "record/core/function_regions.h"
#include "record/core/loaded_modules.h"
#include "record/core/process_log.h"
#include "record/core/sample_timer.h"
#include "record/core/stack_log.h"
#include "record/core/thread_log.h"
#include "record/core/thread_samples.h"
#include "record/core/thread_stacks.h"
#include "record/core/unwinder.h"

namespace latecomer::record {

namespace {

enum class State : uint8_t { off, on };
std::atomic<State> state{State::off};

// Of the thread that runs.
struct ThreadSampling {
  ThreadSamples samples;
  std::unique_ptr<SampleTimer> timer;
};

struct OpenRegion {
  trace::RegionId region;
  Ticks since;
};

// Of a thread, and then of those that follow it.
struct ThreadFiles {
  std::unique_ptr<ThreadLog> events;
  std::unique_ptr<StackLog> stacks;          // nullptr: none are recorded
  std::unique_ptr<ThreadStacks> finder;      // of the thread that runs
  std::unique_ptr<ThreadSampling> sampling;  // nullptr: none is done
  FunctionRegions functions;
  std::vector<OpenRegion> open;  // functions, and regions that the program marks
};

// What events touch, in one place. The library is loaded at the program's start, so its thread-local storage
// can have the fast access model.
struct ThreadState {
  ThreadFiles* files = nullptr;
  ThreadLog* log = nullptr;
  ThreadStacks* stacks = nullptr;
  ThreadSamples* samples = nullptr;
  bool between_calls = false;  // none is open that is recorded: samples are taken
  uint32_t depth = 0;          // of RecursionGuards
  bool ended = false;          // the thread is exiting
};
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadState this_thread;

void define_module(const CodeModule& module);

// The process's definitions and files.
struct Process {
  std::string archive;
  std::string directory;      // empty until the first event
  std::string world_archive;  // the archive of this process's world; empty until it is known
  Ticks loaded;
  std::mutex mutex;          // for all below
  ProcessIdentity identity;  // as far as it is known
  ProcessLog log;
  uint32_t regions = 0;
  std::map<RegionKey, trace::RegionId> marked_regions;  // by the program
  uint32_t phases = 0;                                  // of them
  std::vector<CodeModule> known_modules;                // by ModuleId
  std::map<ModuleAddress, trace::RegionId> functions;   // invalid: not recorded
  std::optional<FunctionFilter> filter;                 // none: all functions are recorded
  Ticks fold;                                           // shorter functions are part of their callers
  uint32_t comms = 0;
  uint32_t windows = 0;
  uint32_t sources = 0;
  uint32_t thread_logs = 0;
  std::vector<std::unique_ptr<ThreadFiles>> free_files;  // of threads that have ended; the next threads go on
  const ThreadFiles* first_thread = nullptr;
  std::vector<clockid_t> thread_clocks;  // the processor time of each thread that records
  uint64_t ended_threads_time = 0;       // of those that have ended, in nanoseconds
  trace::RegionId program;
  pthread_key_t at_thread_exit{};
  std::optional<RoomForFiles> room;  // none: as much as there is on the disk
  std::optional<Unwinder> unwinder;  // none: no stacks are recorded
  size_t stack_depth = 0;
  unsigned samples_per_second = 0;                        // 0: none are taken
  std::unique_ptr<ThreadSampling> first_thread_sampling;  // until that thread has files
  LoadedModules modules{define_module};
};

// Made when the library is loaded with an archive to write; never destroyed, because threads may outlive
// main.
Process* process = nullptr;
std::atomic<uint64_t> requests{0};
std::atomic<bool> ends_at_exit{false};

// The program's errno is its own.
class ErrnoKeeper {
 public:
  ErrnoKeeper() = default;
  ErrnoKeeper(const ErrnoKeeper&) = delete;
  ErrnoKeeper& operator=(const ErrnoKeeper&) = delete;
  ~ErrnoKeeper() { errno = saved_; }

 private:
  int saved_ = errno;
};

bool is_on() noexcept {
  return state.load(std::memory_order_relaxed) == State::on;
}

// One line on standard error; the program's own output functions and their buffers are not touched.
// Without memory from the heap, since that may be what has run out.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...) noexcept {
  std::array<char, 512> line;
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(line.data(), line.size(), format, values);
  va_end(values);
  const size_t size = std::min(static_cast<size_t>(length), line.size() - 1);
  if (write(STDERR_FILENO, line.data(), size) < 0) errno = 0;  // nobody left to tell
}

void switch_off(const char* cause) noexcept {
  if (state.exchange(State::off) == State::off) return;
  say("latecomer: %s; the program goes on, but process %d is not recorded from here on\n", cause,
      static_cast<int>(getpid()));
}

// Runs `action`, which may fail, without harm to the program. Returns what it returns, or a default.
template <class Action>
auto harmless(Action&& action) noexcept -> decltype(action()) {
  const ErrnoKeeper keeper;
  const RecursionGuard guard;
  try {
    return action();
  } catch (...) {
    helper_failed();
  }
  return decltype(action())();
}

void require(const Status& status) {
  if (!status) switch_off(status.error().message.c_str());
}

Status open_process_log() {
  const std::string directory =
      process_directory(process->archive, process->identity.host, process->identity.pid);
  TRY_STATUS(make_process_directory(directory));
  process->directory = directory;
  return {};
}

void define_module(const CodeModule& module) {
  const std::scoped_lock lock(process->mutex);
  process->known_modules.push_back(module);
  require(process->log.module(module));
}

trace::RegionId add_region(const RegionKey& region) {
  require(process->log.region(region));
  return trace::RegionId(process->regions++);
}

// The first event of the process's first thread is the program's begin. Other threads are within the program
// from their first event to their end, so that all their time has a place.
void open_program(ThreadLog& log, bool first_thread) {
  trace::Event begin;
  begin.kind = first_thread ? trace::EventKind::program_begin : trace::EventKind::enter;
  begin.region = process->program;
  log.append(begin, first_thread ? process->loaded : now());
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

// Before it has files.
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
  files->sampling = std::move(process->first_thread_sampling);
  if (!files->sampling) {
    TRY(files->sampling, new_sampling());
  }
  open_program(*files->events, first_thread);
  if (first_thread) process->first_thread = files.get();
  process->thread_clocks.push_back(clock_of_this_thread());
  this_thread.files = files.get();
  this_thread.log = files->events.get();
  this_thread.stacks = files->finder.get();
  this_thread.samples = files->sampling ? &files->sampling->samples : nullptr;
  pthread_setspecific(process->at_thread_exit, files.release());
  return {};
}

// The samples since the last call, before what comes next. No more are taken until a call ends.
void store_samples() noexcept {
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (this_thread.samples == nullptr || this_thread.samples->empty() || this_thread.stacks == nullptr) return;
  harmless([] {
    if (!this_thread.samples->store(*this_thread.stacks, *this_thread.log)) this_thread.samples = nullptr;
  });
}

// In a signal handler. One of the program's can interrupt it, and stores nothing then.
void take_sample(const void* interrupted) {
  if (!is_on() || !this_thread.between_calls || this_thread.depth != 0 || this_thread.samples == nullptr)
    return;
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.samples->take(interrupted, now());
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.between_calls = true;
}

// Nobody records any more.
void end_open_regions(ThreadFiles& files) {
  for (; !files.open.empty(); files.open.pop_back())
    files.events->append_leave(files.open.back().region, now());
}

// Called when a thread that recorded exits. The first thread's program goes on until the archive is written.
void end_thread(void* value) {
  const ErrnoKeeper keeper;
  std::unique_ptr<ThreadFiles> files(static_cast<ThreadFiles*>(value));
  store_samples();
  this_thread.ended = true;
  this_thread.files = nullptr;
  this_thread.log = nullptr;
  this_thread.stacks = nullptr;
  this_thread.samples = nullptr;
  files->sampling.reset();
  files->finder.reset();
  if (state != State::on || files.get() == process->first_thread) return;
  end_open_regions(*files);
  files->events->append_leave(process->program, now());
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

// As deep as `latecomer record --stacks` says: a number of calls, or "off".
void prepare_stacks() {
  constexpr int kDecimal = 10;
  const char* wanted = getenv("LATECOMER_STACKS");
  process->stack_depth = wanted == nullptr ? 0 : strtoul(wanted, nullptr, kDecimal);
  if (process->stack_depth == 0) return;
  const Result<Unwinder> unwinder = Unwinder::load();
  if (unwinder)
    process->unwinder = *unwinder;
  else
    say("latecomer: call stacks are not recorded: %s\n", unwinder.error().message.c_str());
}

// As often as `latecomer record --sample` says: a number a second, or "off".
void prepare_samples() {
  constexpr int kDecimal = 10;
  const char* wanted = getenv("LATECOMER_SAMPLE");
  const auto per_second = static_cast<unsigned>(wanted == nullptr ? 0 : strtoul(wanted, nullptr, kDecimal));
  if (per_second == 0 || !process->unwinder) return;
  const Status ready = handle_samples(take_sample);
  if (ready)
    process->samples_per_second = per_second;
  else
    say("latecomer: no samples are taken: %s\n", ready.error().message.c_str());
}

// As much as `latecomer record --max-size` says: a number of bytes.
void limit_size() {
  constexpr int kDecimal = 10;
  const char* bytes = getenv("LATECOMER_MAX_SIZE");
  if (bytes != nullptr && *bytes != '\0') process->room.emplace(strtoull(bytes, nullptr, kDecimal));
}

// As `latecomer record --filter` and `--fold` say: a file of rules, and nanoseconds.
void prepare_functions() {
  constexpr int kDecimal = 10;
  if (const char* fold = getenv("LATECOMER_FOLD")) process->fold = Ticks(strtoll(fold, nullptr, kDecimal));
  const char* rules = getenv("LATECOMER_FILTER");
  if (rules == nullptr || *rules == '\0') return;
  const Result<FunctionFilter> filter = FunctionFilter::load(rules);
  if (filter)
    process->filter = *filter;
  else
    say("latecomer: functions are not filtered: %s\n", filter.error().message.c_str());
}

void start(const char* archive) {
  process = new Process;
  prepare_functions();
  limit_size();
  prepare_stacks();
  prepare_samples();
  process->archive = archive;
  process->identity.host = host_name();
  process->identity.pid = static_cast<uint64_t>(getpid());
  process->identity.cores = static_cast<uint32_t>(std::max(0L, sysconf(_SC_NPROCESSORS_ONLN)));
  process->loaded = now();
  state = State::on;
  if (pthread_key_create(&process->at_thread_exit, end_thread) != 0 ||
      pthread_atfork(nullptr, nullptr, forget_in_child) != 0) {
    switch_off("no resources for recording");
  }
  require(process->log.identity(process->identity));
}

// Before the constructors of the wrappers.
[[gnu::constructor(101)]] void start_if_asked() {
  const char* archive = getenv("LATECOMER_ARCHIVE_DIR");
  if (archive == nullptr || *archive == '\0') return;
  harmless([&] { start(archive); });
}

// Makes it at the thread's first event. False if nothing is recorded.
bool has_log() noexcept {
  if (!is_on() || this_thread.ended) return false;
  if (this_thread.log == nullptr) [[unlikely]]
    harmless([] { require(open_thread_log()); });
  return this_thread.log != nullptr;
}

// What threads that never called MPI did is not in the trace, only for how long they did it.
uint64_t unrecorded_cpu_time() {
  uint64_t recorded = process->ended_threads_time;
  for (const clockid_t thread : process->thread_clocks) recorded += nanoseconds_of(thread);
  const uint64_t all = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
  return all > recorded ? all - recorded : 0;
}

// The program has ended in the regular way; nothing is recorded from here on.
void end_program() noexcept {
  if (!has_log()) return;
  store_samples();
  end_open_regions(*this_thread.files);
  harmless([] {
    const std::scoped_lock lock(process->mutex);
    process->identity.unrecorded_cpu_time = unrecorded_cpu_time();
    process->identity.ended = now();
    require(process->log.identity(process->identity));
  });
  state = State::off;
}

// Without a place for them, there are no more stacks.
StackId stored_stack_at(const void* caller) {
  static std::atomic<bool> said{false};
  const StackId stack = this_thread.stacks->at(caller);
  if (stack.valid()) return stack;
  this_thread.stacks = nullptr;
  if (!said.exchange(true))
    say("latecomer: %s: %s; the program goes on, but call stacks are not recorded from here on\n",
        process->directory.c_str(), std::strerror(errno));
  return stack;
}

// Of an event that was to be appended.
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

// Beyond so many phases, those with other numbers share a region: each is a definition, and in the analysis
// a call path.
constexpr uint32_t kMostPhases = 10'000;

RegionKey key_of_phase(std::string_view name, int64_t number) {
  return {std::string(name) + " " + std::to_string(number), trace::Paradigm::user, trace::RegionRole::phase};
}

// As it is known, if it is.
trace::RegionId find_marked(std::string_view name, std::optional<int64_t> number) {
  const std::scoped_lock lock(process->mutex);
  const auto id_of = [](const RegionKey& key) {
    const auto known = process->marked_regions.find(key);
    return known == process->marked_regions.end() ? trace::RegionId() : known->second;
  };
  const trace::RegionId phase = number ? id_of(key_of_phase(name, *number)) : trace::RegionId();
  return phase.valid() ? phase : id_of({std::string(name), trace::Paradigm::user, trace::RegionRole::code});
}

trace::RegionId find_or_add_marked(std::string_view name, std::optional<int64_t> number) {
  const std::scoped_lock lock(process->mutex);
  RegionKey key{std::string(name), trace::Paradigm::user, trace::RegionRole::code};
  if (number) {
    RegionKey phase = key_of_phase(name, *number);
    if (process->phases < kMostPhases || process->marked_regions.contains(phase)) key = std::move(phase);
  }
  const auto [known, is_new] = process->marked_regions.try_emplace(std::move(key));
  if (is_new) {
    known->second = add_region(known->first);
    if (known->first.role == trace::RegionRole::phase) ++process->phases;
  }
  return known->second;
}

trace::RegionId define_function(const void* function) {
  const std::optional<ModuleAddress> address =
      process->modules.find_or_add(reinterpret_cast<uintptr_t>(function));
  if (!address) return {};  // made while the program runs
  const std::scoped_lock lock(process->mutex);
  const auto [known, is_new] = process->functions.try_emplace(*address);
  if (!is_new) return known->second;
  const CodeModule& module = process->known_modules[address->module.index()];
  const trace::CodeAddress code{module.path, module.build_id, address->address};
  if (process->filter && process->filter->excludes(code)) return {};
  return known->second = add_region({trace::name_of(code), trace::Paradigm::compiler,
                                     trace::RegionRole::function, code.module, code.build_id});
}

// Invalid for one that is left out.
trace::RegionId region_of_function(const void* function) noexcept {
  FunctionRegions& functions = this_thread.files->functions;
  const trace::RegionId* known = functions.find(function, process->modules.generation());
  if (known != nullptr) [[likely]]
    return *known;
  return harmless([&] {
    const trace::RegionId region = define_function(function);
    functions.add(function, region);
    return region;
  });
}

// From here until go_on_with_program() the calling thread stores events. False if it may not: nothing is
// recorded, or a signal handler of the program has interrupted the recorder.
bool stop_for_events() noexcept {
  if (!recording()) return false;
  if (this_thread.log == nullptr) begin_thread();
  if (!this_thread.between_calls) return false;
  store_samples();
  return true;
}

void go_on_with_program() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.between_calls = true;
}

void begin_open_region(trace::RegionId region, trace::CallingContextId stack) noexcept {
  const Ticks time = now();
  require_room(this_thread.log->append_enter(region, stack, time));
  std::vector<OpenRegion>& open = this_thread.files->open;
  if (open.size() < open.capacity()) [[likely]]
    open.push_back({region, time});
  else
    harmless([&] { open.push_back({region, time}); });
}

// What took less time than is worth an event, and had no event in it, is part of what is around it.
void end_innermost_region(Ticks fold) noexcept {
  const OpenRegion region = this_thread.files->open.back();
  this_thread.files->open.pop_back();
  const Ticks time = now();
  if (time - region.since < fold && this_thread.log->withdraw_enter(region.region, region.since)) return;
  require_room(this_thread.log->append_leave(region.region, time));
}

// With what was entered in it and never left. Nothing if it is not open.
void end_open_region(trace::RegionId region) noexcept {
  const std::vector<OpenRegion>& open = this_thread.files->open;
  if (std::ranges::find(open, region, &OpenRegion::region) == open.end()) return;
  while (open.back().region != region) end_innermost_region({});
  end_innermost_region({});
}

[[gnu::destructor]] void end_at_exit() {
  if (ends_at_exit) end_program();
}

}  // namespace

Ticks now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return Ticks(int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec);
}

void helper_failed() noexcept {
  try {
    throw;
  } catch (const std::exception& problem) {
    switch_off(problem.what());
  } catch (...) {
    switch_off("unknown error");
  }
}

bool recording() noexcept {
  return is_on() && this_thread.depth == 0 && !this_thread.ended;
}

void begin_program() noexcept {
  if (is_on()) harmless([] { require(sample_first_thread()); });
}

void begin_thread() noexcept {
  if (recording() && this_thread.log == nullptr) this_thread.between_calls = has_log();
}

RecursionGuard::RecursionGuard() noexcept {
  ++this_thread.depth;
}
RecursionGuard::~RecursionGuard() noexcept {
  --this_thread.depth;
}

trace::CallingContextId stack_at(const void* caller) noexcept {
  store_samples();
  if (!has_log() || caller == nullptr) return {};
  if (this_thread.stacks == nullptr || this_thread.stacks->busy()) return {};
  return trace::CallingContextId(harmless([&] { return stored_stack_at(caller); }).index());
}

// The thread's samples are addresses, which mean something else when another library is where one was.
void unloading_modules() noexcept {
  if (process == nullptr) return;
  const bool between_calls = this_thread.between_calls;
  if (is_on() && between_calls) store_samples();
  this_thread.between_calls = between_calls;
  process->modules.unloading();
}

void record(const trace::Event& event, Ticks time) noexcept {
  if (has_log()) require_room(this_thread.log->append(event, time));
}

void record_enter(trace::RegionId region, trace::CallingContextId stack, Ticks time) noexcept {
  if (has_log()) require_room(this_thread.log->append_enter(region, stack, time));
}

void record_leave(trace::RegionId region, Ticks time) noexcept {
  if (!has_log()) return;
  require_room(this_thread.log->append_leave(region, time));
  go_on_with_program();
}

void begin_marked(std::string_view name, std::optional<int64_t> number, const void* caller) noexcept {
  if (!stop_for_events()) return;
  const trace::CallingContextId stack = stack_at(caller);
  begin_open_region(harmless([&] { return find_or_add_marked(name, number); }), stack);
  go_on_with_program();
}

void end_marked(std::string_view name, std::optional<int64_t> number) noexcept {
  if (this_thread.files == nullptr || !stop_for_events()) return;
  end_open_region(harmless([&] { return find_marked(name, number); }));
  go_on_with_program();
}

void enter_function(const void* function) noexcept {
  if (!stop_for_events()) return;
  const trace::RegionId region = region_of_function(function);
  if (region.valid()) begin_open_region(region, {});
  go_on_with_program();
}

void leave_function(const void* function) noexcept {
  if (this_thread.files == nullptr || this_thread.files->open.empty() || !stop_for_events()) return;
  const trace::RegionId region = region_of_function(function);
  const std::vector<OpenRegion>& open = this_thread.files->open;
  if (!open.empty() && open.back().region == region) [[likely]]
    end_innermost_region(process->fold);
  else
    end_open_region(region);
  go_on_with_program();
}

void record_pending(const trace::Event& event, Ticks time) noexcept {
  if (!is_on() || this_thread.log == nullptr) return;
  this_thread.log->append_pending(event, time);
}

trace::RegionId define_region(std::string_view name, trace::Paradigm paradigm,
                              trace::RegionRole role) noexcept {
  if (!is_on()) return {};
  return harmless([&] {
    const std::scoped_lock lock(process->mutex);
    return add_region({std::string(name), paradigm, role});
  });
}

trace::CommId define_comm(const CommDefinition& comm) noexcept {
  if (!is_on()) return {};
  return harmless([&] {
    const std::scoped_lock lock(process->mutex);
    require(process->log.comm(comm));
    return trace::CommId(process->comms++);
  });
}

void name_comm(trace::CommId comm, std::string_view name) noexcept {
  if (!is_on()) return;
  harmless([&] {
    const std::scoped_lock lock(process->mutex);
    require(process->log.comm_name({comm, std::string(name)}));
  });
}

trace::WindowId define_window(const WindowDefinition& window) noexcept {
  if (!is_on()) return {};
  return harmless([&] {
    const std::scoped_lock lock(process->mutex);
    require(process->log.window(window));
    return trace::WindowId(process->windows++);
  });
}

void name_window(trace::WindowId window, std::string_view name) noexcept {
  if (!is_on()) return;
  harmless([&] {
    const std::scoped_lock lock(process->mutex);
    require(process->log.window_name({window, std::string(name)}));
  });
}

trace::GroupId define_sources(uint64_t comm_unique_id, std::span<const uint32_t> ranks) noexcept {
  if (!is_on()) return {};
  return harmless([&] {
    const std::scoped_lock lock(process->mutex);
    require(process->log.sources({comm_unique_id, {ranks.begin(), ranks.end()}}));
    return trace::GroupId(process->sources++);
  });
}

uint64_t next_request() noexcept {
  return requests.fetch_add(1, std::memory_order_relaxed) + 1;
}

uint32_t choose_archive(bool spawned) noexcept {
  if (process == nullptr) return 1;
  return harmless([&] { return claim_archive(process->archive, spawned); });
}

void joined_world(uint32_t world_rank, uint32_t world_size, bool spawned, uint32_t archive) noexcept {
  if (process == nullptr) return;
  harmless([&] {
    const std::scoped_lock lock(process->mutex);
    ProcessIdentity& identity = process->identity;
    identity.world_rank = world_rank;
    identity.world_size = world_size;
    identity.archive = archive_name(spawned, archive);
    process->world_archive = archive_path(process->archive, identity.archive);
    if (is_on()) require(process->log.identity(identity));
  });
}

void may_end(bool may) noexcept {
  ends_at_exit = may;
}

void clock_offset(const trace::ClockOffset& offset) noexcept {
  if (!is_on()) return;
  harmless([&] {
    const std::scoped_lock lock(process->mutex);
    require(process->log.clock_offset(offset));
  });
}

void write_archive(ProcessGroup& processes) noexcept {
  if (process == nullptr || process->world_archive.empty()) return;
  end_program();
  harmless([&] {
    const FileSizeSignalBlocked blocked;
    const Status written = write_archive_together(processes, process->world_archive, process->directory);
    if (!written) say("latecomer: the archive cannot be written: %s\n", written.error().message.c_str());
  });
}

}  // namespace latecomer::record
