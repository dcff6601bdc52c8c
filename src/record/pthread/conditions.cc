// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Condition variables, in front of the C library's. Who waits for one gives its mutex back, is signalled, and
// has the mutex again at the end.

#include <pthread.h>
#include <time.h>

#include "record/libc/real_functions.h"
#include "record/pthread/call.h"

namespace latecomer::record::pthread {

namespace {

struct ConditionWait {
  Call call;
  WaitingFor signal;
  WaitingFor mutex;
};

template <class Real, class... Arguments>
int record_wait(Function function, const void* caller, Real& block, pthread_cond_t* condition,
                pthread_mutex_t* mutex, Arguments... arguments) {
  if (!between_calls() || !is_of_program(caller)) return block(condition, mutex, arguments...);
  ConditionWait wait{Call(function, caller), WaitingFor(condition), WaitingFor(mutex)};
  if (const std::optional<LockEvent> event = releasing(mutex))
    record(event_of(trace::EventKind::release_lock, *event), wait.call.entered());
  const int outcome = call_cancellable(wait, block, condition, mutex, arguments...);
  const std::optional<LockEvent> event = outcome == 0 ? wait.signal.passed() : std::nullopt;
  if (!event) return outcome;  // whether it had to wait for the mutex after that is not known
  record(event_of(trace::EventKind::acquire_lock, *event), wait.call.returned());
  if (const std::optional<LockEvent> again = wait.mutex.acquired())
    record(event_of(trace::EventKind::acquire_lock, *again), wait.call.returned());
  return outcome;
}

}  // namespace

}  // namespace latecomer::record::pthread

extern "C" {

using namespace latecomer::record::pthread;
using latecomer::record::real;

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return record_wait(Function::cond_wait, __builtin_return_address(0), real.cond_wait, condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  return record_wait(Function::cond_timedwait, __builtin_return_address(0), real.cond_timedwait, condition,
                     mutex, until);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  return record_wait(Function::cond_clockwait, __builtin_return_address(0), real.cond_clockwait, condition,
                     mutex, clock, until);
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  return release(condition, real.cond_signal);
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  return release(condition, real.cond_broadcast);
}
}
