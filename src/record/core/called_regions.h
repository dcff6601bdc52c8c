// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "record/core/recorder.h"

namespace latecomer::record {

/// Knows the regions of `count` functions. Each is defined at its first call, so that only called functions
/// appear in the archive.
template <size_t count>
class CalledRegions {
 public:
  trace::RegionId of(size_t function, std::string_view name, trace::Paradigm paradigm,
                     trace::RegionRole role) noexcept {
    std::atomic<uint32_t>& region = regions_[function];
    uint32_t known = region.load(std::memory_order_acquire);
    if (known == 0) [[unlikely]] {
      const RecursionGuard guard;
      const std::scoped_lock lock(defining_);
      known = region.load(std::memory_order_relaxed);
      if (known == 0) {
        const trace::RegionId defined = define_region(name, paradigm, role);
        known = defined.valid() ? defined.value + 1 : 0;
        region.store(known, std::memory_order_release);
      }
    }
    return known == 0 ? trace::RegionId() : trace::RegionId(known - 1);
  }

 private:
  // One more than the region's id, so that zero-initialized memory means "not yet defined".
  std::array<std::atomic<uint32_t>, count> regions_{};
  std::mutex defining_;
};

}  // namespace latecomer::record
