// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/unwinder.h"

#include <dlfcn.h>

#include <algorithm>

// Of libgcc; it is in none of its headers.
struct FrameBases {
  void* text;
  void* data;
  void* function;
};
extern "C" const void* _Unwind_Find_FDE(void* address, FrameBases* bases);

namespace latecomer::record {

// Not linked: libunwind also has functions by which programs throw exceptions, and shall not replace theirs.
Result<Unwinder> Unwinder::load() {
  void* const library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
  void* const backtrace = library == nullptr ? nullptr : dlsym(library, "unw_backtrace");
  if (backtrace == nullptr) return Error{std::string("libunwind is missing: ") + dlerror()};
  return Unwinder(reinterpret_cast<Backtrace>(backtrace));
}

UnwoundStack Unwinder::unwind(const void* first, std::span<uintptr_t> room) const noexcept {
  const int count = backtrace_(reinterpret_cast<void**>(room.data()), static_cast<int>(room.size()));
  const std::span<const uintptr_t> all = room.first(static_cast<size_t>(std::max(count, 0)));
  const auto begin = std::ranges::find(all, reinterpret_cast<uintptr_t>(first));
  return {{begin, all.end()}, all.size() == room.size()};
}

bool has_frame_description(uintptr_t return_address) noexcept {
  FrameBases bases{};
  return _Unwind_Find_FDE(reinterpret_cast<void*>(return_address - 1), &bases) != nullptr;
}

}  // namespace latecomer::record
