// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace latecomer::record::mpi {

/// What the recorder knows about MPI objects of one kind, by handle, for all threads. Usable before the
/// constructors of other libraries have run and never destroyed: threads may still communicate while the
/// process exits.
///
/// Several requests can have the same handle: both MPI libraries give out one shared handle for sends that
/// were complete when started. Any of them stands for the others then, but those of one thread are completed
/// by that thread, so each thread finds its own first.
template <class Handle, class Value>
class HandleTable {
  struct Entry {
    Value value;
    const void* thread;  ///< that added it
  };
  using Entries = std::unordered_multimap<uint64_t, Entry>;

 public:
  /// An entry that is out of the table, or nothing.
  class Taken {
   public:
    explicit operator bool() const { return !node_.empty(); }
    Value& operator*() const { return node_.mapped().value; }
    Value* operator->() const { return &node_.mapped().value; }
    void rename(Handle handle) { node_.key() = key_of(handle); }
    void forget() { node_ = {}; }

   private:
    friend class HandleTable;
    typename Entries::node_type node_;
  };

  constexpr HandleTable() = default;
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  /// Beside what the handle stands for already.
  void add(Handle handle, Value value) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    part.entries().emplace(key, Entry{std::move(value), this_thread()});
  }
  /// In place of what the handle stood for.
  void set(Handle handle, Value value) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    part.entries().erase(key);
    part.entries().emplace(key, Entry{std::move(value), this_thread()});
  }
  Taken take(Handle handle) {
    const uint64_t key = key_of(handle);
    Taken taken;
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    const Iterator found = part.find(key);
    if (found != part.entries().end()) taken.node_ = part.entries().extract(found);
    return taken;
  }
  /// By position; nothing for handles without an entry.
  std::vector<Taken> take(std::span<const Handle> handles) {
    std::vector<Taken> taken;
    taken.reserve(handles.size());
    for (const Handle handle : handles) taken.push_back(take(handle));
    return taken;
  }
  void put_back(Taken& taken) {
    if (!taken) return;
    Part& part = part_of(taken.node_.key());
    const std::scoped_lock lock(part.mutex);
    part.entries().insert(std::move(taken.node_));
  }
  void put_back(std::span<Taken> taken) {
    for (Taken& each : taken) put_back(each);
  }
  /// Calls `look(value)` under a lock, if there is one.
  template <class Look>
  void look_at(Handle handle, Look&& look) {
    const uint64_t key = key_of(handle);
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    const Iterator found = part.find(key);
    if (found != part.entries().end()) look(found->second.value);
  }

 private:
  using Iterator = typename Entries::iterator;

  /// Handles of different parts have different locks, so that threads seldom wait for each other.
  struct Part {
    Entries& entries() {
      if (made == nullptr) made = new Entries;
      return *made;
    }
    Iterator find(uint64_t key) {
      const auto [first, last] = entries().equal_range(key);
      for (Iterator found = first; found != last; ++found) {
        if (found->second.thread == this_thread()) return found;
      }
      return first == last ? entries().end() : first;
    }

    std::mutex mutex;
    Entries* made = nullptr;
  };

  Part& part_of(uint64_t key) {
    constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;  // handles that are near each other to different parts
    return parts_[key * kSpread >> (64 - kBits)];
  }
  /// MPICH's handles are ints, Open MPI's are pointers.
  static uint64_t key_of(Handle handle) {
    static_assert(sizeof(Handle) <= sizeof(uint64_t));
    uint64_t key = 0;
    std::memcpy(&key, &handle, sizeof handle);
    return key;
  }
  /// A different address for each thread.
  static const void* this_thread() {
    static thread_local char place = 0;
    return &place;
  }

  static constexpr int kBits = 4;
  std::array<Part, 1 << kBits> parts_{};
};

}  // namespace latecomer::record::mpi
