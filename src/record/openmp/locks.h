// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <omp-tools.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/ticks.h"

namespace latecomer::record::openmp {

/// Describes a lock, or what a critical section of one name is guarded by.
struct Lock {
  uint32_t number = 0;                     ///< Is the lock's number, unique in this process.
  std::atomic<uint32_t> wanted = 0;        ///< Counts the threads that want or hold the lock.
  std::atomic<uint32_t> acquisitions = 0;  ///< Counts acquisitions so far; only who holds the lock counts on.
  std::atomic<Ticks> acquired = Ticks();   ///< Is when a thread that had waited last acquired the lock.
  std::atomic<Ticks> released = Ticks();   ///< Is when the lock was last released while somebody waited.
};

/// Says what a thread does with locks.
struct ThreadLocks {
  struct Request {
    ompt_wait_id_t id;
    Lock* lock;
    std::optional<Ticks> waits_since;  ///< Is when the thread began to wait; empty if nobody had the lock.
    const void* caller;
  };
  struct Hold {
    ompt_wait_id_t id;
    Lock* lock;
    uint32_t order;
    Ticks since;
    bool is_recorded = false;  ///< Says that the acquisition was recorded.
  };
  std::optional<Request> request;
  std::vector<Hold> holds;
};

/// Forgets what the calling thread wanted, if it wanted a lock that it did not get.
void forget_request(ThreadLocks& locks) noexcept;

void on_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t lock,
                      const void* caller) noexcept;
void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t lock, const void* caller) noexcept;
void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t lock, const void* caller) noexcept;

}  // namespace latecomer::record::openmp
