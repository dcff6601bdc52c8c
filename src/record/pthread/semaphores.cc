// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Semaphores, in front of the C library's. One that has been posted is passed without any event: only who has
// to wait is in a recorded call.

#include <semaphore.h>
#include <time.h>

#include "record/libc/real_functions.h"
#include "record/pthread/call.h"

namespace latecomer::record::pthread {

namespace {

struct SemaphoreWait {
  Call call;
  WaitingFor post;
};

template <class Real, class... Arguments>
int record_wait(Function function, const void* caller, Real& block, sem_t* semaphore,
                Arguments... arguments) {
  if (!between_calls()) return block(semaphore, arguments...);
  const int before = errno;
  if (real.semaphore_trywait(semaphore) == 0) return 0;
  errno = before;
  if (!is_of_program(caller)) return block(semaphore, arguments...);
  SemaphoreWait wait{Call(function, caller), WaitingFor(semaphore)};
  const int outcome = call_cancellable(wait, block, semaphore, arguments...);
  if (const std::optional<LockEvent> event = outcome == 0 ? wait.post.passed() : std::nullopt)
    record(event_of(trace::EventKind::acquire_lock, *event), wait.call.returned());
  return outcome;
}

}  // namespace

}  // namespace latecomer::record::pthread

extern "C" {

using namespace latecomer::record::pthread;
using latecomer::record::real;

int sem_wait(sem_t* semaphore) {
  return record_wait(Function::sem_wait, __builtin_return_address(0), real.semaphore_wait, semaphore);
}

int sem_timedwait(sem_t* semaphore, const timespec* until) {
  return record_wait(Function::sem_timedwait, __builtin_return_address(0), real.semaphore_timedwait,
                     semaphore, until);
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  return record_wait(Function::sem_clockwait, __builtin_return_address(0), real.semaphore_clockwait,
                     semaphore, clock, until);
}

int sem_post(sem_t* semaphore) noexcept {
  return release(semaphore, real.semaphore_post);
}
}
