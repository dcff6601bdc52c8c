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
#include <mutex>
#include <optional>
#include <utility>

// Programs have 200,000 requests open at a time, and both MPI libraries give out one shared handle for sends
// that were complete when started. So what is done with a handle takes the same time however many entries it
// has: a list for each thread that added some, of which only the first is ever taken.
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
/// Several objects can have the same handle: the shared ones, and one that has completed and a new one, for
/// which another thread got its handle before this was taken. Each thread finds its own first, the oldest of
/// them, or else the oldest of all: where they are finished sends, any of them stands for the others.
template <class Handle, class Value>
class HandleTable {
 public:
  constexpr HandleTable() = default;
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  /// Adds a value beside what the handle stands for already.
  void add(Handle handle, Value value) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    part.add(key, std::move(value));
  }
  /// Sets the value in place of what the handle stood for.
  void set(Handle handle, Value value) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    while (part.find(key) != nullptr) part.take(key);
    part.add(key, std::move(value));
  }
  std::optional<Value> take(Handle handle) {
    std::optional<Value> taken;
    edit(handle, [&](Value& value) {
      taken = std::move(value);
      return false;
    });
    return taken;
  }
  /// Calls `edit(value)` under a lock, if there is a value; it returns whether that stays in the table.
  template <class Edit>
  void edit(Handle handle, Edit&& edit) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    Entry* const found = part.find(key);
    if (found != nullptr && !edit(found->value)) part.take(key);
  }
  /// Calls `look(value)` under a lock, if the handle has a value.
  template <class Look>
  void look_at(Handle handle, Look&& look) {
    edit(handle, [&](Value& value) {
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
    const void* thread = nullptr;  // that added it
    uint64_t order = 0;            // in which they were added
    Entry* next = nullptr;         // the thread's next one of the handle; of a free one, another free one
    // Of a thread's first one only:
    Entry* last = nullptr;         // of the thread's
    Entry* next_thread = nullptr;  // another thread's first one
    uint64_t pass = 0;             // that has looked at some of the thread's last
    Entry* seen = nullptr;         // the last one of those
  };

  struct Hash {
    size_t operator()(uint64_t key) const { return spread(key) >> 32; }
  };

  /// Holds some handles. Parts have different locks, so that threads seldom wait for each other.
  struct Part {
    using Firsts = tsl::robin_map<uint64_t, Entry*, Hash>;

    void add(uint64_t key, Value value) {
      if (firsts == nullptr) firsts = new Firsts;
      if (free == nullptr) make_free();
      Entry*& first = (*firsts)[key];
      Entry* const entry = std::exchange(free, free->next);
      entry->value = std::move(value);
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
    /// Returns the entry of the handle which the calling thread finds; nullptr if there is none.
    Entry* find(uint64_t key) {
      if (firsts == nullptr) return nullptr;
      const auto found = firsts->find(key);
      return found == firsts->end() ? nullptr : *place_of(&found.value());
    }
    /// Removes the entry that `find` returns.
    void take(uint64_t key) {
      const auto found = firsts->find(key);
      Entry** const place = place_of(&found.value());
      Entry* const entry = *place;
      *place = entry->next == nullptr ? entry->next_thread : entry->next;
      if (entry->next != nullptr) {
        entry->next->last = entry->last;
        entry->next->next_thread = entry->next_thread;
        entry->next->pass = 0;
      }
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
    /// Returns where the pointer to the entry is which the calling thread finds.
    static Entry** place_of(Entry** first) {
      Entry** oldest = first;
      for (Entry** each = first; *each != nullptr; each = &(*each)->next_thread) {
        if ((*each)->thread == this_thread()) return each;
        if ((*each)->order < (*oldest)->order) oldest = each;
      }
      return oldest;
    }
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

  template <class Look>
  static void look_at_next(Part& part, uint64_t key, uint64_t pass, Look&& look) {
    Entry* const first = part.find(key);
    if (first == nullptr) return;
    const bool is_seen = first->pass == pass;
    if (is_seen && first->seen->next == nullptr) return;
    first->seen = is_seen ? first->seen->next : first;
    first->pass = pass;
    look(first->seen->value);
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
};

}  // namespace latecomer::record::mpi
