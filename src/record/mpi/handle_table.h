// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

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
    const std::scoped_lock lock(mutex_);
    entries().emplace(key_of(handle), Entry{std::move(value), this_thread()});
  }
  /// In place of what the handle stood for.
  void set(Handle handle, Value value) {
    const std::scoped_lock lock(mutex_);
    entries().erase(key_of(handle));
    entries().emplace(key_of(handle), Entry{std::move(value), this_thread()});
  }
  Taken take(Handle handle) { return std::move(take(std::span(&handle, 1)).front()); }
  /// By position; nothing for handles without an entry.
  std::vector<Taken> take(std::span<const Handle> handles) {
    std::vector<Taken> taken(handles.size());
    const std::scoped_lock lock(mutex_);
    for (size_t position = 0; position < handles.size(); ++position) {
      const Iterator found = find(handles[position]);
      if (found != entries().end()) taken[position].node_ = entries().extract(found);
    }
    return taken;
  }
  void put_back(Taken& taken) { put_back(std::span(&taken, 1)); }
  void put_back(std::span<Taken> taken) {
    const std::scoped_lock lock(mutex_);
    for (Taken& each : taken) {
      if (each) entries().insert(std::move(each.node_));
    }
  }
  /// Calls `look(value)` under the lock, if there is one.
  template <class Look>
  void look_at(Handle handle, Look&& look) {
    const std::scoped_lock lock(mutex_);
    const Iterator found = find(handle);
    if (found != entries().end()) look(found->second.value);
  }

 private:
  using Iterator = typename Entries::iterator;

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
  Entries& entries() {
    if (entries_ == nullptr) entries_ = new Entries;
    return *entries_;
  }
  Iterator find(Handle handle) {
    const auto [first, last] = entries().equal_range(key_of(handle));
    for (Iterator found = first; found != last; ++found) {
      if (found->second.thread == this_thread()) return found;
    }
    return first == last ? entries().end() : first;
  }

  std::mutex mutex_;
  Entries* entries_ = nullptr;
};

}  // namespace latecomer::record::mpi
