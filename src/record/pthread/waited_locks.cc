// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A thread that has to wait enters the lock here first. Who releases the lock finds it then, and both count
// how often it was released since somebody waited for it:
//
//     thread 0:  (has it)             release 0, recorded              lock, unlock: nothing is recorded
//     thread 1:      | waits ~~~~~~~~~~~~~~~~~~~~| acquire 1 .... release 1, recorded, and nobody waits
//
// A thread that releases it at the same moment may not see the one that comes to wait; then the wait is a
// moment, too.
//
// All that were ever waited for have a place in a table, by their addresses. Nothing there takes a lock: the
// thread that has a lock which others want would hold it for longer.

#include "record/pthread/waited_locks.h"

#include <map>
#include <mutex>
#include <utility>

#include "record/core/trouble.h"

namespace latecomer::record {

struct WaitedLock {
  std::atomic<const void*> address;
  std::atomic<uint32_t> releases;
  std::atomic<uint32_t> waiting;  // threads, and those that have it after waiting for it
  std::atomic<uint32_t> held;     // by the latter
};

namespace {

// Of memory that is all zeros, of which only what is used takes room.
constexpr size_t kPlaces = size_t{1} << 17;
constinit std::array<WaitedLock, kPlaces> places{};

uint32_t number_of(const WaitedLock& lock) noexcept {
  return static_cast<uint32_t>(&lock - places.data());
}

// Its place, or the one where it would be; nullptr if those near are all taken.
WaitedLock* place_of(const void* lock) noexcept {
  constexpr size_t kTries = 64;
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  const size_t first = reinterpret_cast<uintptr_t>(lock) * kSpread >> 40;
  for (size_t i = 0; i < kTries; ++i) {
    WaitedLock& place = places[(first + i) % kPlaces];
    const void* const there = place.address.load(std::memory_order_acquire);
    if (there == lock || there == nullptr) return &place;
  }
  return nullptr;
}

WaitedLock* find(const void* lock) noexcept {
  WaitedLock* const place = place_of(lock);
  return place != nullptr && place->address.load(std::memory_order_relaxed) == lock ? place : nullptr;
}

WaitedLock* find_or_add(const void* lock) noexcept {
  while (WaitedLock* const place = place_of(lock)) {
    const void* there = nullptr;
    if (place->address.compare_exchange_strong(there, lock) || there == lock) return place;
  }
  return nullptr;
}

void count_waiting(WaitedLock& lock, int more) noexcept {
  const auto count = static_cast<uint32_t>(more);
  lock.waiting.fetch_add(count, std::memory_order_seq_cst);
  waited_in_group[waited_group_of(lock.address.load(std::memory_order_relaxed))].fetch_add(
      count, std::memory_order_seq_cst);
}

// Whether the calling thread, which releases it, had waited for it; of read-write locks, any of those that
// have it.
bool was_waited_for(WaitedLock& lock) noexcept {
  uint32_t held = lock.held.load(std::memory_order_relaxed);
  while (held > 0 && !lock.held.compare_exchange_weak(held, held - 1)) continue;
  return held > 0;
}

}  // namespace

WaitingFor::WaitingFor(const void* lock) noexcept : lock_(find_or_add(lock)) {
  if (lock_ == nullptr) return;
  count_waiting(*lock_, 1);
  before_ = lock_->releases.load(std::memory_order_seq_cst);
}

WaitingFor::~WaitingFor() {
  if (lock_ != nullptr) count_waiting(*lock_, -1);
}

std::optional<LockEvent> WaitingFor::acquired() noexcept {
  if (lock_ == nullptr) return std::nullopt;
  WaitedLock& lock = *std::exchange(lock_, nullptr);
  lock.held.fetch_add(1, std::memory_order_relaxed);
  return LockEvent{number_of(lock), lock.releases.load(std::memory_order_seq_cst)};
}

std::optional<LockEvent> WaitingFor::passed() const noexcept {
  if (lock_ == nullptr) return std::nullopt;
  const uint32_t releases = lock_->releases.load(std::memory_order_seq_cst);
  if (releases == before_) return std::nullopt;
  return LockEvent{number_of(*lock_), releases};
}

std::optional<LockEvent> releasing(const void* lock) noexcept {
  WaitedLock* const known = find(lock);
  if (known == nullptr || known->waiting.load(std::memory_order_seq_cst) == 0) return std::nullopt;
  const uint32_t order = known->releases.fetch_add(1, std::memory_order_seq_cst);
  if (was_waited_for(*known)) count_waiting(*known, -1);
  return LockEvent{number_of(*known), order};
}

namespace {

struct Barrier {
  uint32_t number = 0;
  uint32_t threads = 0;
  uint64_t arrived = 0;
};

struct Barriers {
  std::mutex mutex;
  std::map<const void*, Barrier> all;
};

// Never destroyed, because threads may outlive main.
Barriers& barriers() {
  static auto* const made = new Barriers;
  return *made;
}

}  // namespace

void barrier_made(const void* barrier, uint32_t threads) noexcept {
  harmless([&] {
    const WaitedLock* const place = find_or_add(barrier);
    if (place == nullptr) return;
    const std::scoped_lock lock(barriers().mutex);
    barriers().all[barrier] = {number_of(*place), threads, 0};
  });
}

std::optional<BarrierArrival> arrive(const void* barrier) noexcept {
  return harmless([&]() -> std::optional<BarrierArrival> {
    const std::scoped_lock lock(barriers().mutex);
    const auto known = barriers().all.find(barrier);
    if (known == barriers().all.end()) return std::nullopt;
    const uint64_t position = known->second.arrived++;
    const auto round = static_cast<uint32_t>(position / known->second.threads);
    const bool is_last = position % known->second.threads == known->second.threads - 1;
    return BarrierArrival{{known->second.number, is_last ? round : round + 1}, is_last};
  });
}

}  // namespace latecomer::record
