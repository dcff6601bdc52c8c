// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <unwind.h>

#include <cstdint>
#include <vector>

namespace latecomer::record {

/// The calls that are active from the one of the function with this frame outwards, as the compiler's own
/// library for exceptions finds them: what the recorder's has to find.
inline std::vector<uintptr_t> stack_by_libgcc(const void* frame) {
  struct Walk {
    uintptr_t first;
    std::vector<uintptr_t> addresses;
  };
  Walk walk{static_cast<const uintptr_t*>(frame)[1], {}};
  const _Unwind_Trace_Fn take = [](_Unwind_Context* context, void* argument) {
    Walk& taken = *static_cast<Walk*>(argument);
    int interrupted = 0;
    const uintptr_t next = _Unwind_GetIPInfo(context, &interrupted);
    if (next == 0) return _URC_END_OF_STACK;
    if (!taken.addresses.empty() || next == taken.first)
      taken.addresses.push_back(interrupted != 0 ? next : next - 1);
    return _URC_NO_REASON;
  };
  _Unwind_Backtrace(take, &walk);
  return walk.addresses;
}

/// Keeps the compiler from turning the call before into a jump, and from leaving out a variable.
inline void stay(const void* variable = nullptr) {
  asm volatile("" ::"r"(variable) : "memory");
}

}  // namespace latecomer::record
