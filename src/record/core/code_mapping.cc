// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which module an address of code lies in has to be found in signal handlers, without a lock. The C library
// can do that from glibc 2.35 on (_dl_find_object). With an older one the recorder has a list of its own,
// sorted by addresses, which it makes anew outside of handlers when an address is in none of its modules:
//
//     list    [libc] [libm] [program]
//     dlopen                           plugin: a sample there is cut, its address is kept
//     call of MPI from the plugin: not in the list -> the loader is asked -> [libc] [libm] [plugin] [program]
//
// Cost: 20 ns with the C library's, as much with a list of a hundred modules.

#include "record/core/code_mapping.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/find_object.h"
#include "record/core/learned_mappings.h"

namespace latecomer::record {

namespace {

using FindObject = int(void*, dl_find_object*);

// A lookup that fails leaves nothing for the program's own dlerror.
FindObject* look_up_find_object() {
  void* const found = dlvsym(RTLD_DEFAULT, "_dl_find_object", "GLIBC_2.35");
  if (found == nullptr) dlerror();
  return reinterpret_cast<FindObject*>(found);
}

// nullptr before the recorder is initialized, and if the C library has none.
FindObject* const find_object = look_up_find_object();
constinit LearnedMappings learned;  // never destroyed: handlers run until the process has ended
const bool learned_at_start = learn_code_mappings();

CodeMapping mapping_of(const dl_phdr_info& module) {
  CodeMapping mapping{UINTPTR_MAX, 0, module.dlpi_addr, module.dlpi_name};
  for (const ElfW(Phdr)* segment = module.dlpi_phdr; segment != module.dlpi_phdr + module.dlpi_phnum;
       ++segment) {
    const uintptr_t begin = module.dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME) mapping.frames = reinterpret_cast<const std::byte*>(begin);
    if (segment->p_type != PT_LOAD) continue;
    mapping.begin = std::min<uintptr_t>(mapping.begin, begin);
    mapping.end = std::max<uintptr_t>(mapping.end, begin + segment->p_memsz);
  }
  return mapping;
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

std::optional<CodeMapping> code_mapping_at(uintptr_t address) noexcept {
  if (find_object == nullptr) return learned.at(address);
  dl_find_object found{};
  if (find_object(reinterpret_cast<void*>(address), &found) != 0) return std::nullopt;
  const link_map& module = *found.dlfo_link_map;
  return CodeMapping{reinterpret_cast<uintptr_t>(found.dlfo_map_start),
                     reinterpret_cast<uintptr_t>(found.dlfo_map_end), module.l_addr, module.l_name,
                     static_cast<const std::byte*>(found.dlfo_eh_frame)};
}

bool learn_code_mappings() noexcept {
  return find_object == nullptr && learned.learn();
}

void forget_code_mappings() noexcept {
  if (find_object == nullptr) learned.forget();
}

bool is_in_recorder(const void* code) noexcept {
  const auto begin_at = [](const void* code) {
    const std::optional<CodeMapping> mapping = code_mapping_at(reinterpret_cast<uintptr_t>(code));
    return mapping ? mapping->begin : 0;
  };
  static const uintptr_t recorder = begin_at(reinterpret_cast<const void*>(&is_in_recorder));
  return begin_at(code) == recorder;
}

}  // namespace latecomer::record
