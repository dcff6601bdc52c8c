// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <dlfcn.h>

#include "record/core/recorder.h"
#include "record/libc/real_functions.h"

/// Stands in front of the C library's, so that addresses of a library that is gone are not taken for those of
/// another one in its place.
extern "C" int dlclose(void* handle) noexcept {
  using namespace latecomer::record;
  unloading_modules();
  const int outcome = real.dlclose(handle);
  unloading_modules();
  return outcome;
}
