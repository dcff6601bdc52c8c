// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "record/core/code_mapping.h"

namespace latecomer::record {

/// Knows where modules are mapped as of when it last learned, for C libraries that cannot be asked in signal
/// handlers. Lists that were replaced are kept, since a handler may be reading one: a process that loads
/// libraries a thousand times keeps some hundred kilobytes.
class LearnedMappings {
 public:
  /// Asks the loader, and returns whether anything has changed since it last did. It throws std::bad_alloc
  /// where there is no memory for the list.
  bool learn();
  /// Returns the mapping that an address lies in; nothing if none is known. It is async-signal-safe.
  std::optional<CodeMapping> at(uintptr_t address) const noexcept;
  /// Makes `at` find nothing until it has learned anew. It is async-signal-safe.
  void forget() noexcept { current_.store(nullptr, std::memory_order_release); }

 private:
  struct List {
    std::vector<CodeMapping> sorted;  // by their addresses
    uint64_t loaded = 0;              // modules that were ever loaded, and unloaded, when it was made
    uint64_t unloaded = 0;
    const List* older = nullptr;
  };

  std::mutex mutex_;  // for learning
  const List* newest_ = nullptr;
  std::atomic<const List*> current_{nullptr};  // the newest, or none
};

}  // namespace latecomer::record
