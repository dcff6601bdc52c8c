// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>
#include <link.h>

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
