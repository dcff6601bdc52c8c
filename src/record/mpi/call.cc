// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/call.h"

#include <array>
#include <atomic>
#include <mutex>

namespace latecomer::record::mpi {

trace::RegionId region_of(Function function) noexcept {
  constexpr uint32_t kUndefined = trace::RegionId::kInvalid;
  // One more than the region's id, so that zero-initialized memory means "not yet defined".
  static std::array<std::atomic<uint32_t>, kFunctions.size()> regions;
  static std::mutex defining;

  std::atomic<uint32_t>& region = regions[static_cast<size_t>(function)];
  uint32_t known = region.load(std::memory_order_acquire);
  if (known == 0) {
    const std::scoped_lock lock(defining);
    known = region.load(std::memory_order_relaxed);
    if (known == 0) {
      const FunctionFacts& facts = kFunctions[static_cast<size_t>(function)];
      const trace::RegionId defined = define_region(facts.name, trace::Paradigm::mpi, facts.role);
      known = defined.value == kUndefined ? 0 : defined.value + 1;
      region.store(known, std::memory_order_release);
    }
  }
  return known == 0 ? trace::RegionId() : trace::RegionId(known - 1);
}

}  // namespace latecomer::record::mpi
