// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstdint>

// C libraries before 2.35 do not declare it; what is loaded into programs defines it for them
// (base/older_c_library.cc).
#ifndef DLFO_STRUCT_HAS_EH_DBASE
extern "C" {
struct dl_find_object {
  unsigned long long dlfo_flags;
  void* dlfo_map_start;
  void* dlfo_map_end;
  link_map* dlfo_link_map;
  void* dlfo_eh_frame;
  unsigned long long reserved[7];
};
int _dl_find_object(void* address, dl_find_object* result) noexcept;
}
#endif

namespace latecomer {

/// Returns what _dl_find_object says of a module, but for its link_map, as dl_iterate_phdr describes it.
inline dl_find_object object_of(const dl_phdr_info& module) {
  uintptr_t begin = UINTPTR_MAX;
  uintptr_t end = 0;
  dl_find_object object{};
  for (size_t i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = module.dlpi_phdr[i];
    const uintptr_t at = module.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_GNU_EH_FRAME) object.dlfo_eh_frame = reinterpret_cast<void*>(at);
    if (segment.p_type != PT_LOAD) continue;
    if (at < begin) begin = at;
    if (at + segment.p_memsz > end) end = at + segment.p_memsz;
  }
  object.dlfo_map_start = reinterpret_cast<void*>(begin);
  object.dlfo_map_end = reinterpret_cast<void*>(end);
  return object;
}

}  // namespace latecomer
