// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/ticks.h"

// A handle can have several entries. MPI gives the handle of an object that is gone to a new one, for another
// thread, while the thread that ended the old one has not yet looked here what it was:
//
//     thread A:  MPI_Wait(h) ........................ looks for the first
//     thread B:              MPI_Isend gives h, adds the second
//     thread C:                                MPI_Wait(h) looks for the second
//
// What a call ends was added before the call began, and MPI gives its handle away only after that. So it is
// the newest of what was added before the call began.
//
// And both MPI libraries give one shared handle to all sends that were complete when started. As programs
// have 200,000 of those at a time, what is done with the shared handle takes the same time however many
// entries it has: a list for each thread that added some, of which only the first is ever taken.
//
//     handle ──> first of thread A ──> ... ──> last of thread A
//                   │ next thread
//                first of thread B ──> ...
//
// Entries come from a pool, so that nothing is allocated when as many were there before.
namespace latecomer::record::mpi {

/// Holds what the recorder knows about MPI objects of one kind, by handle, for all threads. It can be used
/// before the constructors of other libraries have run and never destroyed: threads may still communicate
/// while the process exits.
///
/// Of several entries of a handle a call finds the newest of those that were added before the call began. Of
/// the shared handle each thread finds its own first, the oldest of them, or else the oldest of all: they are
/// finished sends, of which any stands for the others.
template <class Handle, class Value>
class HandleTable {
 public:
  constexpr HandleTable() = default;
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  /// Is the time of a call that can find all entries.
  static constexpr Ticks kNow = Ticks(std::numeric_limits<int64_t>::max());

  /// Says that the handle is the shared one. It is to be said before entries are added.
  void share(Handle handle) { shared_key_.store(key_of(handle), std::memory_order_relaxed); }
  /// Adds a value beside what the handle stands for already. `time` is after the handle was got.
  void add(Handle handle, Value value, Ticks time = Ticks()) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    part.add(key, std::move(value), time);
  }
  /// Sets the value in place of what the handle stood for.
  void set(Handle handle, Value value) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    for (Entry** first = nullptr; (first = part.first_of(key)) != nullptr;)
      part.take(key, {first, nullptr, *first});
    part.add(key, std::move(value), Ticks());
  }
  /// Takes out what a call that began at `begin` finds.
  std::optional<Value> take(Handle handle, Ticks begin = kNow) {
    std::optional<Value> taken;
    edit(handle, begin, [&](Value& value, Ticks) {
      taken = std::move(value);
      return false;
    });
    return taken;
  }
  /// Calls `edit(value, time)` under a lock, with the time of its addition, if a call that began at `begin`
  /// finds a value; it returns whether that stays in the table.
  template <class Edit>
  void edit(Handle handle, Ticks begin, Edit&& edit) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    const Position found = find(part, key, begin);
    if (found.entry != nullptr && !edit(found.entry->value, found.entry->time)) part.take(key, found);
  }
  /// Calls `look(value)` under a lock, if the handle has a value.
  template <class Look>
  void look_at(Handle handle, Look&& look) {
    edit(handle, kNow, [&](Value& value, Ticks) {
      look(value);
      return true;
    });
  }

  /// Looks through an array of handles: where one is there several times, each time at another value that it
  /// stands for.
  class Pass {
   public:
    explicit Pass(HandleTable& table)
        : table_(table), number_(table.passes_.fetch_add(1, std::memory_order_relaxed) + 1) {}
    template <class Look>
    void look_at(Handle handle, Look&& look) {
      const uint64_t key = key_of(handle);
      Part& part = table_.part_of(key);
      const std::scoped_lock lock(part.mutex);
      table_.look_at_next(part, key, number_, look);
    }
    /// Looks in a signal handler; false if another thread, or what was interrupted, has the lock.
    template <class Look>
    bool try_look_at(Handle handle, Look&& look) {
      const uint64_t key = key_of(handle);
      Part& part = table_.part_of(key);
      const std::unique_lock lock(part.mutex, std::try_to_lock);
      if (lock) table_.look_at_next(part, key, number_, look);
      return bool(lock);
    }

   private:
    HandleTable& table_;
    uint64_t number_;
  };

 private:
  struct Entry {
    Value value;
    Ticks time;                    // of its addition
    const void* thread = nullptr;  // that added it
    uint64_t order = 0;            // in which they were added
    Entry* next = nullptr;         // the thread's next one of the handle; of a free one, another free one
    // Of a thread's first one only:
    Entry* last = nullptr;         // of the thread's
    Entry* next_thread = nullptr;  // another thread's first one
    uint64_t pass = 0;             // that has looked at some of the thread's last
    Entry* seen = nullptr;         // the last one of those
  };

  /// Says where an entry is: in the list of the thread whose first one `*first` is, after `before` if there
  /// is one.
  struct Position {
    Entry** first = nullptr;
    Entry* before = nullptr;
    Entry* entry = nullptr;
  };

  struct Hash {
    size_t operator()(uint64_t key) const { return spread(key) >> 32; }
  };

  /// Holds some handles. Parts have different locks, so that threads seldom wait for each other.
  struct Part {
    using Firsts = tsl::robin_map<uint64_t, Entry*, Hash>;

    void add(uint64_t key, Value value, Ticks time) {
      if (firsts == nullptr) firsts = new Firsts;
      if (free == nullptr) make_free();
      Entry*& first = (*firsts)[key];
      Entry* const entry = std::exchange(free, free->next);
      entry->value = std::move(value);
      entry->time = time;
      entry->thread = this_thread();
      entry->order = ++added;
      entry->next = nullptr;
      Entry* own = first;
      while (own != nullptr && own->thread != entry->thread) own = own->next_thread;
      if (own != nullptr) {
        own->last->next = entry;
        own->last = entry;
      } else {
        entry->last = entry;
        entry->next_thread = std::exchange(first, entry);
        entry->pass = 0;
      }
    }
    /// Returns where the pointer to the first entry of the handle is; nullptr if it has none.
    Entry** first_of(uint64_t key) {
      if (firsts == nullptr) return nullptr;
      const auto found = firsts->find(key);
      return found == firsts->end() ? nullptr : &found.value();
    }
    void take(uint64_t key, const Position& position) {
      Entry* const entry = position.entry;
      if (position.before != nullptr) {
        position.before->next = entry->next;
        if (entry->next == nullptr) (*position.first)->last = position.before;
      } else {
        *position.first = entry->next == nullptr ? entry->next_thread : entry->next;
        if (entry->next != nullptr) {
          entry->next->last = entry->last;
          entry->next->next_thread = entry->next_thread;
          entry->next->pass = 0;
        }
      }
      const auto found = firsts->find(key);
      if (found->second == nullptr) firsts->erase(found);
      entry->value = Value();
      entry->next = std::exchange(free, entry);
    }

    std::mutex mutex;
    Firsts* firsts = nullptr;
    Entry* free = nullptr;
    size_t made = 0;
    uint64_t added = 0;

   private:
    void make_free() {
      constexpr size_t kFewest = 16;
      constexpr size_t kMost = 4096;
      const size_t count = std::clamp(made, kFewest, kMost);
      Entry* const entries = new Entry[count];
      for (size_t i = 0; i + 1 < count; ++i) entries[i].next = &entries[i + 1];
      free = entries;
      made += count;
    }
  };

  bool is_shared(uint64_t key) const { return key == shared_key_.load(std::memory_order_relaxed); }
  /// Returns the entry that the calling thread finds in a call that began at `begin`.
  Position find(Part& part, uint64_t key, Ticks begin) {
    Entry** const first = part.first_of(key);
    if (first == nullptr) return {};
    return is_shared(key) ? own_or_oldest(first) : newest(first, begin);
  }
  static Position own_or_oldest(Entry** first) {
    Entry** oldest = first;
    for (Entry** each = first; *each != nullptr; each = &(*each)->next_thread) {
      if ((*each)->thread == this_thread()) return {each, nullptr, *each};
      if ((*each)->order < (*oldest)->order) oldest = each;
    }
    return {oldest, nullptr, *oldest};
  }
  static Position newest(Entry** first, Ticks begin) {
    Position found;
    for (Entry** each = first; *each != nullptr; each = &(*each)->next_thread) {
      Entry* before = nullptr;
      for (Entry* entry = *each; entry != nullptr; before = std::exchange(entry, entry->next)) {
        const bool is_newer = found.entry == nullptr || entry->order > found.entry->order;
        if (entry->time <= begin && is_newer) found = {each, before, entry};
      }
    }
    return found;
  }
  template <class Look>
  void look_at_next(Part& part, uint64_t key, uint64_t pass, Look&& look) {
    Entry* const found = find(part, key, kNow).entry;
    if (found == nullptr) return;
    if (!is_shared(key)) return look(found->value);
    const bool is_seen = found->pass == pass;
    if (is_seen && found->seen->next == nullptr) return;
    found->seen = is_seen ? found->seen->next : found;
    found->pass = pass;
    look(found->seen->value);
  }

  /// Brings handles that are near each other to different parts.
  static uint64_t spread(uint64_t key) { return key * 0x9e3779b97f4a7c15; }
  Part& part_of(uint64_t key) { return parts_[spread(key) >> (64 - kBits)]; }
  /// Returns a handle as an integer: MPICH's are ints, Open MPI's are pointers.
  static uint64_t key_of(Handle handle) {
    static_assert(sizeof(Handle) <= sizeof(uint64_t));
    uint64_t key = 0;
    std::memcpy(&key, &handle, sizeof handle);
    return key;
  }
  /// Returns a different address for each thread.
  static const void* this_thread() {
    [[gnu::tls_model("initial-exec")]] static thread_local char place = 0;
    return &place;
  }

  static constexpr int kBits = 4;
  std::array<Part, 1 << kBits> parts_{};
  std::atomic<uint64_t> passes_{0};
  std::atomic<uint64_t> shared_key_{std::numeric_limits<uint64_t>::max()};  // no handle until one is known
};

}  // namespace latecomer::record::mpi
