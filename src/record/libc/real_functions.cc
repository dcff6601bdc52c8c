// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/libc/real_functions.h"

#include <dlfcn.h>

#include <cerrno>

#include "record/core/object_symbols.h"

namespace latecomer::record {

constinit RealFunctions real;

namespace {

void* find(const char* name, const char* version) noexcept {
  void* const found = version == nullptr ? nullptr : dlvsym(RTLD_NEXT, name, version);
  return found == nullptr ? dlsym(RTLD_NEXT, name) : found;
}

// The C library may be older than the function.
void set_or_hide(auto& function, const char* name, const char* version) noexcept {
  void* const found = find(name, version);
  function.set(found);
  if (found == nullptr) hide_own(name);
}

}  // namespace

void find_real_functions() noexcept {
  const int saved = errno;
#define REAL_FUNCTION(here, name, version, ...) set_or_hide(real.here, name, version);
#include "record/libc/real_functions.def"
#undef REAL_FUNCTION
  errno = saved;
}

namespace {

// Before all other constructors of the recorder, which lock mutexes. A function of its own, since the
// compiler loses the priority of one that is declared before.
[[gnu::constructor(101)]] void find_when_loaded() {
  find_real_functions();
}

}  // namespace

}  // namespace latecomer::record
