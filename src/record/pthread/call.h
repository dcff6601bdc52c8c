// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <pthread.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>

#include "record/core/recorder.h"
#include "record/pthread/waited_locks.h"

namespace latecomer::record::pthread {

enum class Function : uint8_t {
  create,
  join,
  mutex_lock,
  mutex_timedlock,
  mutex_clocklock,
  rwlock_rdlock,
  rwlock_wrlock,
  cond_wait,
  cond_timedwait,
  cond_clockwait,
  barrier_wait,
  sem_wait,
  sem_timedwait,
  sem_clockwait,
  sleep,
  usleep,
  nanosleep,
  clock_nanosleep,
  poll,
  ppoll,
  select,
  pselect,
  epoll_wait,
  epoll_pwait,
  fsync,
  fdatasync,
  flock,
  wait,
  waitpid,
  waitid,
  system
};

/// Returns whether a call is the program's own, which is recorded: not within a recorded call, and not one of
/// a library that runs threads or processes itself; `caller` is where the call comes from.
bool is_of_program(const void* caller) noexcept;

/// Records one call: `enter` at construction, `leave` at destruction. The program sees errno as the real
/// function left it.
class Call {
 public:
  Call(Function function, const void* caller) noexcept;
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  template <class Real, class... Arguments>
  int real(Real& function, Arguments... arguments) {
    inside_.emplace();
    errno = errno_;
    const int outcome = function(arguments...);
    errno_ = errno;
    returned_ = now();
    inside_.reset();
    return outcome;
  }

  Ticks entered() const noexcept { return entered_; }
  /// Returns when the real function had returned.
  Ticks returned() const noexcept { return returned_; }

 private:
  int errno_ = errno;
  trace::RegionId region_;
  Ticks entered_;
  Ticks returned_;
  std::optional<RecursionGuard> inside_;
};

/// Calls a real function in which the thread can be cancelled; then `wait`, which has the Call, is destroyed.
/// The recorder has a copy of the unwinder in itself, so threads cannot be unwound through functions that
/// have something to destroy: this is only for files that are compiled without exceptions.
#ifndef __cpp_exceptions
template <class Wait, class Real, class... Arguments>
int call_cancellable(Wait& wait, Real& function, Arguments... arguments) {
  int outcome = 0;
  pthread_cleanup_push([](void* cancelled) { std::destroy_at(static_cast<Wait*>(cancelled)); }, &wait);
  outcome = wait.call.real(function, arguments...);
  pthread_cleanup_pop(0);
  return outcome;
}
#endif

trace::Event event_of(trace::EventKind kind, const LockEvent& lock) noexcept;
trace::Event event_of(trace::EventKind kind, uint64_t thread) noexcept;

/// Releases the lock, by `real`. That is recorded where somebody waits: afterwards, so that nobody waits for
/// that.
template <class Lock, class Real>
int release(Lock* lock, Real& real) noexcept {
  if (!may_be_waited_for(lock) || !between_calls()) [[likely]]
    return real(lock);
  const std::optional<LockEvent> event = releasing(lock);
  if (!event) return real(lock);
  const Ticks time = begin_beside_calls();
  const int outcome = real(lock);
  const int problem = errno;
  end_beside_calls(event_of(trace::EventKind::release_lock, *event), time);
  errno = problem;
  return outcome;
}

}  // namespace latecomer::record::pthread
