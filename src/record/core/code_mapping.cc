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

#include <new>

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

uintptr_t begin_at(const void* code) noexcept {
  const std::optional<CodeMapping> mapping = code_mapping_at(reinterpret_cast<uintptr_t>(code));
  return mapping ? mapping->begin : 0;
}

const uintptr_t begin_of_recorder = begin_at(reinterpret_cast<const void*>(&is_in_recorder));

}  // namespace

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
  try {
    return find_object == nullptr && learned.learn();
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void forget_code_mappings() noexcept {
  if (find_object == nullptr) learned.forget();
}

bool is_in_recorder(const void* code) noexcept {
  return begin_of_recorder != 0 && begin_at(code) == begin_of_recorder;
}

}  // namespace latecomer::record
