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

#include "record/pthread/waited_locks.h"

#include <map>
#include <mutex>

#include "record/core/trouble.h"

namespace latecomer::record {

namespace {

struct Lock {
  uint32_t number = 0;
  uint32_t releases = 0;
  uint32_t waiting = 0;
  uint32_t held = 0;  // by threads that had waited for it
};

struct Barrier {
  uint32_t number = 0;
  uint32_t threads = 0;
  uint64_t arrived = 0;
};

struct Group {
  std::mutex mutex;
  std::map<const void*, Lock> locks;  // all that were ever waited for
  std::map<const void*, Barrier> barriers;
};

// Never destroyed, because threads may outlive main.
Group& group_of(const void* lock) {
  static auto* const groups = new std::array<Group, kWaitedGroups>;
  return (*groups)[waited_group_of(lock)];
}

// Calls `use` with the group of the lock, alone.
template <class Use>
auto in_group_of(const void* lock, const Use& use) noexcept {
  return harmless([&] {
    Group& group = group_of(lock);
    const std::scoped_lock locked(group.mutex);
    return use(group);
  });
}

void count_waited(const void* lock, int more) noexcept {
  waited_in_group[waited_group_of(lock)].fetch_add(static_cast<uint32_t>(more), std::memory_order_seq_cst);
}

uint32_t next_number() {
  static constinit std::atomic<uint32_t> numbers{0};
  return numbers.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

WaitingFor::WaitingFor(const void* lock) noexcept : lock_(lock) {
  in_group_of(lock, [&](Group& group) {
    const auto [known, is_new] = group.locks.try_emplace(lock);
    if (is_new) known->second.number = next_number();
    before_ = known->second.releases;
    ++known->second.waiting;
    count_waited(lock, 1);
    is_known_ = true;
  });
}

WaitingFor::~WaitingFor() {
  if (!is_known_) return;
  in_group_of(lock_, [&](Group& group) {
    --group.locks[lock_].waiting;
    count_waited(lock_, -1);
  });
}

std::optional<LockEvent> WaitingFor::acquired() noexcept {
  if (!is_known_) return std::nullopt;
  return in_group_of(lock_, [&](Group& group) -> std::optional<LockEvent> {
    Lock& lock = group.locks[lock_];
    ++lock.held;
    count_waited(lock_, 1);
    return LockEvent{lock.number, lock.releases};
  });
}

std::optional<LockEvent> WaitingFor::passed() const noexcept {
  if (!is_known_) return std::nullopt;
  return in_group_of(lock_, [&](Group& group) -> std::optional<LockEvent> {
    const Lock& lock = group.locks[lock_];
    if (lock.releases == before_) return std::nullopt;
    return LockEvent{lock.number, lock.releases};
  });
}

std::optional<LockEvent> releasing(const void* lock) noexcept {
  return in_group_of(lock, [&](Group& group) -> std::optional<LockEvent> {
    const auto known = group.locks.find(lock);
    if (known == group.locks.end() || known->second.waiting + known->second.held == 0) return std::nullopt;
    if (known->second.held > 0) {
      --known->second.held;
      count_waited(lock, -1);
    }
    return LockEvent{known->second.number, known->second.releases++};
  });
}

void barrier_made(const void* barrier, uint32_t threads) noexcept {
  in_group_of(barrier, [&](Group& group) { group.barriers[barrier] = {next_number(), threads, 0}; });
}

std::optional<BarrierArrival> arrive(const void* barrier) noexcept {
  return in_group_of(barrier, [&](Group& group) -> std::optional<BarrierArrival> {
    const auto known = group.barriers.find(barrier);
    if (known == group.barriers.end()) return std::nullopt;
    const uint64_t position = known->second.arrived++;
    const auto round = static_cast<uint32_t>(position / known->second.threads);
    const bool is_last = position % known->second.threads == known->second.threads - 1;
    return BarrierArrival{{known->second.number, is_last ? round : round + 1}, is_last};
  });
}

}  // namespace latecomer::record
