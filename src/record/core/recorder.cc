// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Events of the calling thread: calls of MPI, regions that the program marks, and functions. And the end, at
// which all becomes an archive.

#include "record/core/recorder.h"

#include <errno.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <vector>

#include "record/archive/write_archive.h"
#include "record/core/define.h"
#include "record/core/kept_file.h"
#include "record/core/open_calls.h"
#include "record/core/open_regions.h"
#include "record/core/polling.h"
#include "record/core/process_state.h"
#include "record/core/recorded_part.h"
#include "record/core/stolen_time.h"
#include "record/core/thread_room.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"
#include "record/core/write_signals.h"

namespace latecomer::record {

namespace {

std::atomic<uint64_t> requests{0};
std::atomic<bool> ends_at_exit{false};

// The program has ended in the regular way; nothing is recorded from here on.
void end_program() noexcept {
  if (!has_files()) return;
  leave_open_calls();
  store_samples();
  if (is_off_in_log()) leave_off(now());
  end_computation(now());
  leave_open_regions(*this_thread.files, 0, now());
  on_own_stack([] {
    const std::scoped_lock lock(process->mutex);
    process->identity.unrecorded_cpu_time = unrecorded_cpu_time();
    // It is 0 where it can no longer be read, and may have been set back.
    process->identity.stolen_time = std::max(stolen_time(), process->stolen_before) - process->stolen_before;
    process->identity.ended = now();
    require(process->log.identity(process->identity));
  });
  state = State::off;
}

// Without a place for them, there are no more stacks.
StackId stored_stack_at(const void* caller, const Frame& here) {
  static std::atomic<bool> said{false};
  const StackId stack = this_thread.stacks->at(caller, here, unwinder_of_this_thread());
  if (stack.valid()) return stack;
  this_thread.stacks = nullptr;
  if (!said.exchange(true))
    say("latecomer: %s: %s; the program goes on, but call stacks are not recorded from here on\n",
        process->directory.c_str(), std::strerror(errno));
  return stack;
}

// Invalid for one that is left out.
trace::RegionId region_of_function(const void* function) noexcept {
  FunctionRegions& functions = this_thread.files->functions;
  const trace::RegionId* known = functions.find(function, process->modules.generation());
  if (known != nullptr) [[likely]]
    return *known;
  return on_own_stack([&] {
    const trace::RegionId region = define_function(function);
    functions.add(function, region);
    return region;
  });
}

// From here until go_on_with_program() the calling thread stores events. False if it may not: nothing is
// recorded, or a signal handler of the program has interrupted the recorder. `frame` is that of the function
// that the program has called.
bool stop_for_events(const void* frame) noexcept {
  if (is_on() && this_thread.depth != 0) is_in_open_call(frame);  // ends those that were left
  if (!recording()) return false;
  if (this_thread.files == nullptr) begin_thread();
  if (!this_thread.between_calls) return false;
  store_samples();
  return true;
}

void go_on_with_program() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.between_calls = true;
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

bool recording() noexcept {
  return is_on() && this_thread.depth == 0 && !this_thread.ended;
}

bool storing() noexcept {
  return is_on() && this_thread.log != nullptr;
}

void begin_program() noexcept {
  if (!is_on()) return;
  process->records_all = true;
  on_own_stack([] { require(sample_first_thread()); });
}

void begin_thread() noexcept {
  if (!recording() || this_thread.files != nullptr) return;
  const RecursionGuard guard;
  this_thread.between_calls = has_log();
}

bool creates_thread() noexcept {
  if (is_on() && process->records_all) begin_thread();
  return between_calls();
}

void this_thread_was_created(uint64_t number, Ticks created) noexcept {
  this_thread.number = number;
  this_thread.created = created;
}

void begin_worker() noexcept {
  this_thread.is_worker = true;
}

bool between_calls() noexcept {
  if (this_thread.files == nullptr && this_thread.number != 0) [[unlikely]]
    begin_thread();
  return is_on() && this_thread.between_calls && this_thread.depth == 0 && this_thread.log != nullptr &&
         !process->mpi_only;
}

bool is_thread_of_program() noexcept {
  return this_thread.number != 0 || this_thread.is_worker ||
         (this_thread.files != nullptr && this_thread.files == process->first_thread);
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
  const Frame here = LATECOMER_CALLER_FRAME();
  return trace::CallingContextId(harmless([&] { return stored_stack_at(caller, here); }).index());
}

// The thread's samples are addresses, which mean something else when another library is where one was.
void unloading_modules() noexcept {
  if (process == nullptr) return;
  const bool between_calls = this_thread.between_calls;
  if (is_on() && between_calls) store_samples();
  this_thread.between_calls = between_calls;
  process->modules.unloading();
}

void watch_unloading() noexcept {
  if (is_on()) process->modules.watch_loader();
}

void record(const trace::Event& event, Ticks time) noexcept {
  if (has_log()) require_room(this_thread.log->append(event, time));
}

void record_between_calls(const trace::Event& event, Ticks time) noexcept {
  if (!has_log()) return;
  end_computation(time);
  require_room(this_thread.log->append(event, time));
}

void record_even_if_off(const trace::Event& event, Ticks time) noexcept {
  if (has_files()) require_room(this_thread.files->events->append(event, time));
}

// No samples from here on, which would come before the event in the log.
Ticks begin_beside_calls() noexcept {
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return now();
}

void end_beside_calls(const trace::Event& event, Ticks time) noexcept {
  store_samples();
  record_between_calls(event, time);
  go_on_with_program();
}

void record_enter(trace::RegionId region, trace::CallingContextId stack, Ticks time) noexcept {
  if (!has_log()) return;
  end_computation(time);
  require_room(this_thread.log->append_enter(region, stack, time));
}

void record_leave(trace::RegionId region, Ticks time) noexcept {
  if (this_thread.test.unsuccessful) [[unlikely]] {
    leave_unsuccessful_test(region, time);
  } else if (has_log()) {
    require_room(this_thread.log->append_leave(region, time));
    begin_computation(time);
  }
  go_on_with_program();
}

void begin_marked(std::string_view name, std::optional<int64_t> number, const void* caller,
                  const void* frame) noexcept {
  if (!stop_for_events(frame)) return;
  if (has_part()) part_may_begin(name, number);
  const trace::CallingContextId stack = stack_at(caller);
  const trace::RegionId region = harmless([&] { return find_or_add_marked(name, number); });
  begin_open_region(region, stack, nullptr, now());
  go_on_with_program();
}

void end_marked(std::string_view name, std::optional<int64_t> number, const void* frame) noexcept {
  if (this_thread.files == nullptr || !stop_for_events(frame)) return;
  end_open_region(harmless([&] { return find_marked(name, number); }));
  if (has_part()) {
    part_may_end(name, number);
    store_samples();
  }
  go_on_with_program();
}

void enter_function(const void* function, const void* frame) noexcept {
  if (process == nullptr || process->mpi_only || !stop_for_events(frame)) return;
  const trace::RegionId region = region_of_function(function);
  if (region.valid()) begin_open_region(region, {}, function, now());
  go_on_with_program();
}

void leave_function(const void* function, const void* frame) noexcept {
  if (this_thread.files == nullptr || this_thread.files->open.empty() || !stop_for_events(frame)) return;
  if (this_thread.files->open.back().function == function) [[likely]]
    end_innermost_region(process->fold);
  else if (const trace::RegionId region = region_of_function(function); region.valid())
    end_open_region(region);
  go_on_with_program();
}

void switch_recording(bool on, const void* frame) noexcept {
  if (!stop_for_events(frame)) return;
  program_switches(on);
  store_samples();
  go_on_with_program();
}

void may_wait(DescribePending describe, const void* call, size_t most) noexcept {
  if (!is_on() || this_thread.log == nullptr || this_thread.log->has_pending()) return;
  constexpr size_t kLittle = 4;
  if (most <= kLittle) {
    std::array<trace::Event, kLittle> room;
    const size_t count = describe(call, room);
    this_thread.log->append_pending(std::span(room).first(count), this_thread.computing_since);
    return;
  }
  this_thread.waiting.call = call;
  std::atomic_signal_fence(std::memory_order_release);
  this_thread.waiting.describe = describe;
}

void waits_no_longer() noexcept {
  this_thread.waiting.describe = nullptr;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

uint64_t next_request() noexcept {
  return requests.fetch_add(1, std::memory_order_relaxed) + 1;
}

void may_end(bool may) noexcept {
  ends_at_exit = may;
}

namespace {

void give_back_unused(ThreadFiles& files) noexcept {
  if (files.events) files.events->give_back_unused();
  if (files.stacks) files.stacks->give_back_unused();
}

// Of this thread, and of those that have ended; others may still be storing something.
void give_back_unused() noexcept {
  if (this_thread.files != nullptr) give_back_unused(*this_thread.files);
  const std::scoped_lock lock(process->mutex);
  for (const std::unique_ptr<ThreadFiles>& files : process->free_files) give_back_unused(*files);
}

}  // namespace

void write_archive(ProcessGroup& processes) noexcept {
  if (process == nullptr || process->world_archive.empty()) return;
  end_program();
  harmless([&] {
    const WriteSignalsBlocked blocked;
    const StandardDescriptorsTaken standard;
    give_back_unused();
    const Status written = write_archive_together(processes, process->world_archive, process->directory);
    if (!written)
      say("latecomer: the program cannot write the archive, and its recording is kept: %s\n",
          written.error().message.c_str());
  });
}

}  // namespace latecomer::record
