// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <dlfcn.h>

#include <atomic>

namespace latecomer::record {

/// The function that the program would call without the recorder. It is looked for at the first call, without
/// memory from the heap and without locks, since memory allocators call some of these functions themselves.
template <class Function>
class RealFunction {
 public:
  /// Where the C library has several versions of it, `version` is that of today's programs.
  explicit constexpr RealFunction(const char* name, const char* version = nullptr)
      : name_(name), version_(version) {}

  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    Function* function = function_.load(std::memory_order_relaxed);
    if (function == nullptr) [[unlikely]]
      function = find();
    return function(arguments...);
  }

 private:
  Function* find() {
    void* found = version_ == nullptr ? nullptr : dlvsym(RTLD_NEXT, name_, version_);
    if (found == nullptr) found = dlsym(RTLD_NEXT, name_);
    auto* const function = reinterpret_cast<Function*>(found);
    function_.store(function, std::memory_order_relaxed);
    return function;
  }

  const char* name_;
  const char* version_;
  std::atomic<Function*> function_{nullptr};
};

}  // namespace latecomer::record
