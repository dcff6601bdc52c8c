// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

// Locks that threads wait for: mutexes, read-write locks, conditions, semaphores and barriers, by their
// addresses. Only where somebody waits it is recorded that a lock is released, and nobody else pays more than
// one look for that.
namespace latecomer::record {

/// Has the numbers of the events acquire_lock and release_lock.
struct LockEvent {
  uint32_t lock;
  uint32_t order;
};

inline constexpr size_t kWaitedGroups = 256;
/// Counts, in each group of addresses, the threads that wait, or have what they waited for.
inline constinit std::array<std::atomic<uint32_t>, kWaitedGroups> waited_in_group{};

inline size_t waited_group_of(const void* lock) noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  return reinterpret_cast<uintptr_t>(lock) * kSpread >> 56;
}

/// Returns whether a thread may be waiting for the lock, or has it after waiting for it.
inline bool may_be_waited_for(const void* lock) noexcept {
  return waited_in_group[waited_group_of(lock)].load(std::memory_order_acquire) != 0;
}

struct WaitedLock;

/// Makes the calling thread one that waits for the lock, as long as this lives.
class WaitingFor {
 public:
  explicit WaitingFor(const void* lock) noexcept;
  ~WaitingFor();
  WaitingFor(const WaitingFor&) = delete;
  WaitingFor& operator=(const WaitingFor&) = delete;

  /// Gives the lock to the thread, until it releases it; nothing if the table was full. It is called once.
  std::optional<LockEvent> acquired() noexcept;
  /// Returns the release (a signal, an increment) that ended the wait; nothing if none was recorded since.
  std::optional<LockEvent> passed() const noexcept;

 private:
  WaitedLock* lock_;  // nullptr: there is no place for it, or the thread waits no longer
  uint32_t before_ = 0;
};

/// Returns the event of a lock, before it is released; nothing where nobody waits for it.
std::optional<LockEvent> releasing(const void* lock) noexcept;

/// Says that a barrier for `threads` is made.
void barrier_made(const void* barrier, uint32_t threads) noexcept;

struct BarrierArrival {
  LockEvent event;  ///< Is what the last thread to come releases, and the others acquire.
  bool is_last;
};
/// Lets the calling thread enter the barrier. Returns nothing for one that is not known.
std::optional<BarrierArrival> arrive(const void* barrier) noexcept;

}  // namespace latecomer::record
