// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "record/mpi/handle_table.h"

namespace latecomer::record::mpi {

/// Holds what the recorder knows about communicators, windows or files, by handle. A pointer stays valid
/// until the object is taken out.
template <class Handle, class Info>
class KnownObjects {
 public:
  /// Returns nullptr for an unknown handle. Each thread remembers the last object: loops use one again.
  Info* find(Handle handle) {
    [[gnu::tls_model("initial-exec")]] static constinit thread_local Last last{};
    const uint64_t changes = changes_.load(std::memory_order_acquire);
    if (last.table == this && last.changes == changes && last.handle == handle) return last.info;
    Info* found = nullptr;
    table_.look_at(handle, [&](const std::unique_ptr<Info>& info) { found = info.get(); });
    last = {this, changes, handle, found};
    return found;
  }
  /// Sets what the handle stands for, in place of what it stood for.
  void set(Handle handle, std::unique_ptr<Info> info) {
    table_.set(handle, std::move(info));
    changes_.fetch_add(1, std::memory_order_release);
  }
  /// Returns what the handle stood for and forgets it; nullptr if it is not known.
  std::unique_ptr<Info> take(Handle handle) {
    std::optional<std::unique_ptr<Info>> taken = table_.take(handle);
    changes_.fetch_add(1, std::memory_order_release);
    return taken ? std::move(*taken) : nullptr;
  }

 private:
  struct Last {
    const KnownObjects* table;
    uint64_t changes;
    Handle handle;
    Info* info;
  };

  HandleTable<Handle, std::unique_ptr<Info>> table_;
  std::atomic<uint64_t> changes_{1};
};

}  // namespace latecomer::record::mpi
