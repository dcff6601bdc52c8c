// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What programs call that are built with -finstrument-functions, at the begin and the end of each function,
// in place of the C library's, which do nothing.

#include "record/core/recorder.h"

extern "C" {

[[gnu::visibility("default")]] void __cyg_profile_func_enter(void* function, void*) {
  latecomer::record::enter_function(function, __builtin_dwarf_cfa());
}

[[gnu::visibility("default")]] void __cyg_profile_func_exit(void* function, void*) {
  latecomer::record::leave_function(function, __builtin_dwarf_cfa());
}
}
