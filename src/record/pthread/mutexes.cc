// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Mutexes and read-write locks, in front of the C library's. A lock that is free is taken without any event:
// only who has to wait is in a recorded call.

#include <pthread.h>
#include <time.h>

#include "record/pthread/call.h"
#include "record/pthread/real_function.h"

namespace latecomer::record::pthread {

namespace {

constinit RealFunction<int(pthread_mutex_t*)> mutex_lock("pthread_mutex_lock");
constinit RealFunction<int(pthread_mutex_t*)> mutex_trylock("pthread_mutex_trylock");
constinit RealFunction<int(pthread_mutex_t*)> mutex_unlock("pthread_mutex_unlock");
constinit RealFunction<int(pthread_mutex_t*, const timespec*)> mutex_timedlock("pthread_mutex_timedlock");
constinit RealFunction<int(pthread_mutex_t*, clockid_t, const timespec*)> mutex_clocklock(
    "pthread_mutex_clocklock");
constinit RealFunction<int(pthread_rwlock_t*)> rwlock_rdlock("pthread_rwlock_rdlock");
constinit RealFunction<int(pthread_rwlock_t*)> rwlock_tryrdlock("pthread_rwlock_tryrdlock");
constinit RealFunction<int(pthread_rwlock_t*)> rwlock_wrlock("pthread_rwlock_wrlock");
constinit RealFunction<int(pthread_rwlock_t*)> rwlock_trywrlock("pthread_rwlock_trywrlock");
constinit RealFunction<int(pthread_rwlock_t*)> rwlock_unlock("pthread_rwlock_unlock");

/// `take` waits for the lock, `try_to_take` does not.
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

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  return record_lock(Function::mutex_lock, __builtin_return_address(0), mutex, mutex_trylock, mutex_lock);
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) noexcept {
  return record_lock(Function::mutex_timedlock, __builtin_return_address(0), mutex, mutex_trylock,
                     mutex_timedlock, until);
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) noexcept {
  return record_lock(Function::mutex_clocklock, __builtin_return_address(0), mutex, mutex_trylock,
                     mutex_clocklock, clock, until);
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  record_release(mutex);
  return mutex_unlock(mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return record_lock(Function::rwlock_rdlock, __builtin_return_address(0), lock, rwlock_tryrdlock,
                     rwlock_rdlock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return record_lock(Function::rwlock_wrlock, __builtin_return_address(0), lock, rwlock_trywrlock,
                     rwlock_wrlock);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  record_release(lock);
  return rwlock_unlock(lock);
}
}
