// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What `latecomer record` has asked for, which the environment says, when the library is loaded. A process
// makes its files when it records its first event, so that the shells and launchers that inherit the
// environment leave nothing.

#include "record/core/process_state.h"

#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "record/core/node_clock.h"
#include "record/core/recorded_part.h"
#include "record/core/recording_files.h"
#include "record/core/sample_timer.h"
#include "record/core/stolen_time.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"
#include "record/python/interpreter.h"

namespace latecomer::record {

Process* process = nullptr;

namespace {

// The number that a variable of the environment has; 0 if it has none, but "off" or nothing.
uint64_t number_in(const char* variable) {
  constexpr int kDecimal = 10;
  const char* text = getenv(variable);
  return text == nullptr ? 0 : strtoull(text, nullptr, kDecimal);
}

// As often as `latecomer record --sample` says: a number a second, or "off".
void prepare_samples() {
  const auto per_second = static_cast<unsigned>(number_in("LATECOMER_SAMPLE"));
  const Status ready = handle_samples(take_sample);
  if (ready)
    process->samples_per_second = process->stack_depth == 0 ? 0 : per_second;
  else
    say("latecomer: no samples are taken: %s\n", ready.error().message.c_str());
}

// As much as `latecomer record --max-size` says: a number of bytes.
void limit_size() {
  if (const uint64_t bytes = number_in("LATECOMER_MAX_SIZE"); bytes > 0) process->room.emplace(bytes);
}

// As `latecomer record --filter` and `--fold` say: a file of rules, and nanoseconds.
void prepare_functions() {
  process->fold = Ticks(static_cast<int64_t>(number_in("LATECOMER_FOLD")));
  const char* rules = getenv("LATECOMER_FILTER");
  if (rules == nullptr || *rules == '\0') return;
  const Result<FunctionFilter> filter = FunctionFilter::load(rules);
  if (filter)
    process->filter = *filter;
  else
    say("latecomer: functions are not filtered: %s\n", filter.error().message.c_str());
}

// Where the kernel has no random numbers yet, the time and an address, which is random, too.
uint64_t draw_unique_number() {
  uint64_t number = 0;
  if (getrandom(&number, sizeof(number), GRND_NONBLOCK) == sizeof(number)) return number;
  return static_cast<uint64_t>(now().count) ^ reinterpret_cast<uintptr_t>(process) << 16;
}

void start(const char* archive) {
  process = new Process;
  process->unique_number = draw_unique_number();
  process->polling_gap = Ticks(static_cast<int64_t>(number_in("LATECOMER_POLLING_GAP")));  // nanoseconds
  prepare_functions();
  process->mpi_only = number_in("LATECOMER_MPI_ONLY") != 0;
  process->records_local_calls = number_in("LATECOMER_LOCAL_CALLS") != 0;
  prepare_part();
  limit_size();
  process->stack_depth = number_in("LATECOMER_STACKS");  // as deep as `record --stacks` says
  if (process->stack_depth > 0) look_for_python();
  prepare_samples();
  process->archive = archive;
  process->identity.host = host_name();
  process->identity.clock = clock_of_this_node();
  process->identity.boot_id = boot_id();
  process->identity.pid = static_cast<uint64_t>(getpid());
  process->identity.cores = static_cast<uint32_t>(std::max(0L, sysconf(_SC_NPROCESSORS_ONLN)));
  process->main_core_switches.start_once();  // so that it knows all that is recorded
  process->stolen_before = stolen_time();
  process->loaded = now();
  state = State::on;
  if (pthread_key_create(&process->at_thread_exit, end_thread) != 0 ||
      pthread_atfork(nullptr, nullptr, forget_in_child) != 0) {
    switch_off("no resources for recording");
  }
  require(process->log.identity(process->identity));
}

}  // namespace

void start_if_asked() noexcept {
  constinit static std::atomic<bool> begun{false};
  if (begun.load(std::memory_order_relaxed) || begun.exchange(true)) return;
  const char* archive = getenv("LATECOMER_ARCHIVE_DIR");
  if (archive == nullptr || *archive == '\0') return;
  remember_standard_error();
  harmless([&] { start(archive); });
}

namespace {

// Before the constructors of the wrappers, when the functions behind these are known. A function of its own,
// since the compiler loses the priority of one that is declared before.
[[gnu::constructor(102)]] void start_when_loaded() {
  start_if_asked();
}

}  // namespace

}  // namespace latecomer::record
