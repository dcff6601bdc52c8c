// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The threads that recorded threads of the program create, and waiting for their end. Those that libraries
// start within recorded calls, or to run OpenMP, are no locations unless they call MPI.

#include <dlfcn.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <new>
#include <optional>

#include "record/core/code_mapping.h"
#include "record/core/errno_keeper.h"
#include "record/libc/real_functions.h"
#include "record/pthread/call.h"
#include "record/pthread/thread_numbers.h"

namespace latecomer::record::pthread {

namespace {

using Routine = void* (*)(void*);

struct Start {
  Routine routine;
  void* argument;
  uint64_t number;
  Ticks created;
  bool prepared_by_others;
};

// Whether threads that the program creates are created by another tool first, which prepares them for the
// program: the thread sanitizer does so, even if it is in the program itself. Then run_recorded, which that
// tool is given, runs before the thread is prepared.
bool others_prepare_threads() noexcept {
  static const bool others = !is_in_recorder(dlsym(RTLD_DEFAULT, "pthread_create"));
  return others;
}

void* run_recorded(void* given) {
  const Start start = *static_cast<Start*>(given);
  delete static_cast<Start*>(given);
  set_number(pthread_self(), start.number);
  this_thread_was_created(start.number, start.created);
  if (!start.prepared_by_others) begin_thread();
  void* const result = start.routine(start.argument);
  begin_thread();
  return result;
}

// Returns the name of a thread that was created, if it is still there: the thread may have freed the memory
// that it is in, so the kernel looks. What has taken its place is another thread's, which stores its own
// number.
std::optional<pthread_t> name_at(pthread_t* thread) noexcept {
  const ErrnoKeeper keeper;
  pthread_t name{};
  const iovec to{&name, sizeof name};
  const iovec from{thread, sizeof name};
  const bool is_read = process_vm_readv(getpid(), &to, 1, &from, 1, 0) == static_cast<ssize_t>(sizeof name);
  return is_read ? std::optional(name) : std::nullopt;
}

int record_create(pthread_t* thread, const pthread_attr_t* attributes, Routine routine, void* argument,
                  const void* caller) {
  if (!creates_thread() || !is_of_program(caller)) return real.create(thread, attributes, routine, argument);
  Call call(Function::create, caller);
  Start* const start = new (std::nothrow)
      Start{routine, argument, next_thread_number(), call.entered(), others_prepare_threads()};
  if (start == nullptr) return call.real(real.create, thread, attributes, routine, argument);
  const uint64_t number = start->number;
  const int problem = call.real(real.create, thread, attributes, run_recorded, static_cast<void*>(start));
  if (problem != 0) {
    delete start;
  } else {
    if (const std::optional<pthread_t> name = name_at(thread)) set_number(*name, number);
    record(event_of(trace::EventKind::thread_create, number), call.entered());
  }
  return problem;
}

struct Join {
  Call call;
};

int record_join(pthread_t thread, void** result, const void* caller) {
  if (!between_calls() || !is_of_program(caller)) return real.join(thread, result);
  const uint64_t known = number_of(thread);
  Join wait{Call(Function::join, caller)};
  const int problem = call_cancellable(wait, real.join, thread, result);
  if (problem != 0) return problem;
  const uint64_t number = known != 0 ? known : number_of(thread);
  if (number == 0) return problem;
  forget_number(thread, number);
  record(event_of(trace::EventKind::thread_wait, number), wait.call.returned());
  return problem;
}

}  // namespace

}  // namespace latecomer::record::pthread

extern "C" {

using namespace latecomer::record::pthread;
using latecomer::record::real;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                   void* argument) noexcept {
  const int problem = record_create(thread, attributes, routine, argument, __builtin_return_address(0));
  latecomer::record::stay_in_front_of_glibc();
  return problem;
}

int pthread_join(pthread_t thread, void** result) {
  return record_join(thread, result, __builtin_return_address(0));
}
}
