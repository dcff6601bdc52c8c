// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Mutexes and read-write locks, in front of the C library's. A lock that is free is taken without any event:
// only who has to wait is in a recorded call.

#include <pthread.h>
#include <time.h>

#include "record/libc/real_functions.h"
#include "record/pthread/call.h"

namespace latecomer::record::pthread {

namespace {

/// Acquires a lock: `take` waits for it, `try_to_take` does not.
template <class Lock, class Try, class Take, class... Arguments>
int record_lock(Function function, const void* caller, Lock* lock, Try& try_to_take, Take& take,
                Arguments... arguments) {
  if (!between_calls()) return take(lock, arguments...);
  const int tried = try_to_take(lock);
  if (tried != EBUSY) [[likely]]
    return tried;
  if (!is_of_program(caller)) return take(lock, arguments...);
  Call call(function, caller);
  WaitingFor waiting(lock);
  const int outcome = call.real(take, lock, arguments...);
  if (outcome != 0 && outcome != EOWNERDEAD) return outcome;
  if (const std::optional<LockEvent> event = waiting.acquired())
    record(event_of(trace::EventKind::acquire_lock, *event), call.returned());
  return outcome;
}

}  // namespace

}  // namespace latecomer::record::pthread

extern "C" {

using namespace latecomer::record::pthread;
using latecomer::record::real;

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return record_lock(Function::mutex_lock, __builtin_return_address(0), mutex, real.mutex_trylock,
                     real.mutex_lock);
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  return record_lock(Function::mutex_timedlock, __builtin_return_address(0), mutex, real.mutex_trylock,
                     real.mutex_timedlock, until);
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) noexcept {
  return record_lock(Function::mutex_clocklock, __builtin_return_address(0), mutex, real.mutex_trylock,
                     real.mutex_clocklock, clock, until);
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  return release(mutex, real.mutex_unlock);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return record_lock(Function::rwlock_rdlock, __builtin_return_address(0), lock, real.rwlock_tryrdlock,
                     real.rwlock_rdlock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return record_lock(Function::rwlock_wrlock, __builtin_return_address(0), lock, real.rwlock_trywrlock,
                     real.rwlock_wrlock);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  return release(lock, real.rwlock_unlock);
}
}
