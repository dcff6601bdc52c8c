// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/learned_mappings.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/find_object.h"

namespace latecomer::record {

namespace {

CodeMapping mapping_of(const dl_phdr_info& module) {
  const dl_find_object object = object_of(module);
  return {reinterpret_cast<uintptr_t>(object.dlfo_map_start),
          reinterpret_cast<uintptr_t>(object.dlfo_map_end), module.dlpi_addr, module.dlpi_name,
          static_cast<const std::byte*>(object.dlfo_eh_frame)};
}

}  // namespace

bool LearnedMappings::learn() {
  struct Walk {
    const List* current;
    std::unique_ptr<List> made = std::make_unique<List>();
    bool is_same = false;
  };
  const std::scoped_lock lock(mutex_);
  Walk walk{current_.load(std::memory_order_relaxed)};
  dl_iterate_phdr(
      [](dl_phdr_info* module, size_t, void* data) {
        auto& [current, made, is_same] = *static_cast<Walk*>(data);
        made->loaded = module->dlpi_adds;
        made->unloaded = module->dlpi_subs;
        is_same =
            current != nullptr && current->loaded == made->loaded && current->unloaded == made->unloaded;
        if (!is_same) made->sorted.push_back(mapping_of(*module));
        return is_same ? 1 : 0;
      },
      &walk);
  if (walk.is_same) return false;
  std::ranges::sort(walk.made->sorted, {}, &CodeMapping::begin);
  walk.made->older = newest_;
  newest_ = walk.made.release();
  current_.store(newest_, std::memory_order_release);
  return true;
}

std::optional<CodeMapping> LearnedMappings::at(uintptr_t address) const noexcept {
  const List* const list = current_.load(std::memory_order_acquire);
  if (list == nullptr) return std::nullopt;
  const auto after = std::ranges::upper_bound(list->sorted, address, {}, &CodeMapping::begin);
  if (after == list->sorted.begin() || address >= std::prev(after)->end) return std::nullopt;
  return *std::prev(after);
}

}  // namespace latecomer::record
