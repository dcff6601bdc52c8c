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

/// As in the events acquire_lock and release_lock.
struct LockEvent {
  uint32_t lock;
  uint32_t order;
};

inline constexpr size_t kWaitedGroups = 256;
/// In each group of addresses, how many threads wait, or have what they waited for.
inline constinit std::array<std::atomic<uint32_t>, kWaitedGroups> waited_in_group{};

inline size_t waited_group_of(const void* lock) noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  return reinterpret_cast<uintptr_t>(lock) * kSpread >> 56;
}

/// Whether a thread may be waiting for the lock, or has it after waiting for it.
inline bool may_be_waited_for(const void* lock) noexcept {
  return waited_in_group[waited_group_of(lock)].load(std::memory_order_acquire) != 0;
}

struct WaitedLock;

/// The calling thread waits for the lock as long as this lives.
class WaitingFor {
 public:
  explicit WaitingFor(const void* lock) noexcept;
  ~WaitingFor();
  WaitingFor(const WaitingFor&) = delete;
  WaitingFor& operator=(const WaitingFor&) = delete;

  /// The lock is the thread's, until it releases it. Nothing if there was no place for it. To be called once.
  std::optional<LockEvent> acquired() noexcept;
  /// Of what passes a thread, signals and posts: nothing if none was recorded since it waits.
  std::optional<LockEvent> passed() const noexcept;

 private:
  WaitedLock* lock_;  // nullptr: there is no place for it, or the thread waits no longer
  uint32_t before_ = 0;
};

/// To be called before the lock is released. Nothing where nobody waits for it.
std::optional<LockEvent> releasing(const void* lock) noexcept;

/// A barrier for `threads` is made.
void barrier_made(const void* barrier, uint32_t threads) noexcept;

struct BarrierArrival {
  LockEvent event;  ///< to be released by the last, or else acquired
  bool is_last;
};
/// The calling thread enters the barrier. Nothing of one that is not known.
std::optional<BarrierArrival> arrive(const void* barrier) noexcept;

}  // namespace latecomer::record
