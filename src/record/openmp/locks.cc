// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Locks and critical sections. Only who waits for one is recorded, and the release that ends the wait.
//
//     thread 0:  (has it)  acquire 0 release 0           lock, unlock: nothing is recorded
//     thread 1:      | critical ~~~~~~~~~~~~~| acquire 1 ... release 1
//
// A release has its acquisition, and the other way round, since readers may rely on it: who had the lock
// before anybody waited for it acquires it, for the file, when it is released.
//
// The runtime says that a thread wants a lock before it looks whether that is free, so who wants one is
// counted: who finds it wanted waits, and who releases it while others want it records that. It says that a
// lock is released when it has been, so the next holder may have been faster. Each of the two stores its time
// and looks for the other's then; so at least one of them sees both, and the release is never after the
// acquisition. An unsuccessful test ends without a word; the thread's next event takes its request back.
//
// Cost: a look for the lock, mostly among those that the thread had before, and some atomic operations.

#include "record/openmp/locks.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "record/core/recorder.h"
#include "record/core/trouble.h"
#include "record/openmp/callback.h"
#include "record/openmp/regions.h"
#include "record/openmp/thread.h"

namespace latecomer::record::openmp {

namespace {

constexpr Ticks kShortestWait(1'000);  // nanoseconds

// All of the process that were ever wanted. Never destroyed, because threads may outlive main.
class Locks {
 public:
  Lock& operator[](ompt_wait_id_t id) {
    const std::scoped_lock locked(mutex_);
    std::unique_ptr<Lock>& lock = locks_[id];
    if (lock == nullptr) {
      lock = std::make_unique<Lock>();
      lock->number = static_cast<uint32_t>(locks_.size() - 1);
    }
    return *lock;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<ompt_wait_id_t, std::unique_ptr<Lock>> locks_;
};

// A thread mostly wants the same few.
Lock* lock_of(ompt_wait_id_t id) noexcept {
  struct Known {
    ompt_wait_id_t id;
    Lock* lock;
  };
  constexpr size_t kKnown = 64;
  constexpr unsigned kLowestBits = 3;  // the same in all addresses
  [[gnu::tls_model("initial-exec")]] constinit static thread_local std::array<Known, kKnown> known{};
  Known& here = known[(id >> kLowestBits) % kKnown];
  if (here.lock == nullptr || here.id != id) [[unlikely]] {
    here = {id, harmless([&] {
              static Locks& locks = *new Locks;
              return &locks[id];
            })};
  }
  return here.lock;
}

trace::Event event_of(trace::EventKind kind, const ThreadLocks::Hold& hold) noexcept {
  trace::Event event;
  event.kind = kind;
  event.paradigm = trace::Paradigm::openmp;
  event.lock() = hold.lock->number;
  event.order() = hold.order;
  return event;
}

/// Records the call that began at `since` and ended with the acquisition.
void record_acquisition(Construct construct, Ticks since, Ticks acquired, const void* caller,
                        const ThreadLocks::Hold& hold) noexcept {
  const trace::RegionId region = region_of(construct);
  record_enter(region, stack_at(caller), std::max(since, this_thread.log->last_time()));
  record(event_of(trace::EventKind::acquire_lock, hold), acquired);
  record_leave(region, acquired);
}

/// Records a wait. Returns whether it could be recorded.
bool record_wait(Construct construct, Ticks since, const void* caller,
                 const ThreadLocks::Hold& hold) noexcept {
  hold.lock->acquired.store(hold.since);
  const Ticks acquired = std::max(hold.since, hold.lock->released.load());
  Callback callback(since);
  if (!callback || !storing()) return false;
  record_acquisition(construct, since, acquired, caller, hold);
  return true;
}

void record_release(Construct construct, const void* caller, const ThreadLocks::Hold& hold) noexcept {
  Ticks time = now();
  hold.lock->released.store(time);
  const Ticks acquired = hold.lock->acquired.load();
  if (acquired > hold.since) time = std::min(time, acquired);  // by the next holder
  Callback callback(time);
  if (!callback || !storing()) return;
  if (!hold.is_recorded) record_acquisition(construct, time, time, caller, hold);
  record_between_calls(event_of(trace::EventKind::release_lock, hold), time);
}

}  // namespace

void forget_request(ThreadLocks& locks) noexcept {
  if (!locks.request) return;
  locks.request->lock->wanted.fetch_sub(1);
  locks.request.reset();
}

void on_mutex_acquire(ompt_mutex_t kind, unsigned /*hint*/, unsigned /*implementation*/, ompt_wait_id_t id,
                      const void* caller) noexcept {
  if (construct_of(kind) == Construct::none) return;
  ThreadLocks& locks = this_openmp_thread().locks;
  forget_request(locks);
  Lock* const lock = lock_of(id);
  if (lock == nullptr) return;
  const bool is_wanted = lock->wanted.fetch_add(1) > 0;
  locks.request = {id, lock, is_wanted ? std::optional(now()) : std::nullopt, caller};
}

void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void* /*caller*/) noexcept {
  ThreadLocks& locks = this_openmp_thread().locks;
  if (!locks.request || locks.request->id != id) return;
  const ThreadLocks::Request request = *locks.request;
  locks.request.reset();
  ThreadLocks::Hold hold{id, request.lock, request.lock->acquisitions.fetch_add(1), now()};
  if (request.waits_since && hold.since - *request.waits_since >= kShortestWait && is_part_recorded())
    hold.is_recorded = record_wait(construct_of(kind), *request.waits_since, request.caller, hold);
  harmless([&] { locks.holds.push_back(hold); });
}

void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) noexcept {
  std::vector<ThreadLocks::Hold>& holds = this_openmp_thread().locks.holds;
  const auto found = std::ranges::find(holds, id, &ThreadLocks::Hold::id);
  if (found == holds.end()) return;
  const ThreadLocks::Hold hold = *found;
  holds.erase(found);
  const bool is_wanted = hold.lock->wanted.fetch_sub(1) > 1;
  if ((is_wanted || hold.is_recorded) && is_part_recorded()) record_release(construct_of(kind), caller, hold);
}

}  // namespace latecomer::record::openmp
