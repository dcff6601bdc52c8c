// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>

#include "trace/definitions.h"

namespace latecomer::record {

/// Knows the regions of the functions that a thread has called, by their addresses in memory.
class FunctionRegions {
 public:
  /// Returns the region of a function, invalid for one that is left out; nullptr if the thread has not called
  /// it in this generation of the modules.
  const trace::RegionId* find(const void* function, uint32_t generation) noexcept {
    if (generation != generation_) [[unlikely]] {
      known_.clear();
      generation_ = generation;
    }
    const auto known = known_.find(function);
    return known == known_.end() ? nullptr : &known->second;
  }
  void add(const void* function, trace::RegionId region) { known_.emplace(function, region); }

 private:
  // Functions are aligned, so the last bits of their addresses say nothing.
  struct Hash {
    size_t operator()(const void* function) const noexcept {
      constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
      return (reinterpret_cast<uintptr_t>(function) * kSpread) >> 32;
    }
  };
  tsl::robin_map<const void*, trace::RegionId, Hash> known_;
  uint32_t generation_ = 0;
};

}  // namespace latecomer::record
