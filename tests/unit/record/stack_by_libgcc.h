// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <unwind.h>

#include <cstdint>
#include <vector>

namespace latecomer::record {

/// The return addresses of the calls that are active, from `first` outwards, as the compiler's own library
/// for exceptions finds them.
inline std::vector<uintptr_t> stack_by_libgcc(const void* first) {
  struct Walk {
    uintptr_t first;
    std::vector<uintptr_t> addresses;
  };
  Walk walk{reinterpret_cast<uintptr_t>(first), {}};
  const _Unwind_Trace_Fn take = [](_Unwind_Context* context, void* argument) {
    Walk& taken = *static_cast<Walk*>(argument);
    const uintptr_t next = _Unwind_GetIP(context);
    if (next == 0) return _URC_END_OF_STACK;
    if (!taken.addresses.empty() || next == taken.first) taken.addresses.push_back(next);
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
