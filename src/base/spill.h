// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer {

/// Puts the large lists of this process, from here on, into a file without a name in `directory`, mapped into
/// memory, so that the kernel can write them out when memory is short. It is an error if there can be no such
/// file, or if files there are themselves memory. It is called at most once in a process, before other
/// threads use large lists.
Status spill_to(const std::filesystem::path& directory);

/// Is thrown when the disk of the spill file is full; `what` is a line that says so.
class SpillFileFull : public std::bad_alloc {
 public:
  const char* what() const noexcept override;
};

namespace spill {

bool is_on();
/// Returns memory of the spill file. Throws SpillFileFull. May be called by any thread.
void* allocate(size_t bytes);
bool owns(const void* memory);
void release(void* memory, size_t bytes);

}  // namespace spill

/// Takes memory from the spill file, where there is one, and else from operator new.
template <class T>
struct LargeAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = LargeAllocator<U>;
  };
  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>& /*other*/) noexcept {}

  T* allocate(size_t count) {
    if (!spill::is_on()) [[likely]]
      return std::allocator<T>::allocate(count);
    if (count > static_cast<size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(spill::allocate(count * sizeof(T)));
  }
  void deallocate(T* list, size_t count) noexcept {
    if (spill::owns(list)) return spill::release(list, count * sizeof(T));
    std::allocator<T>::deallocate(list, count);
  }
};

/// Is a list that can take much of the memory that an analysis needs.
template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

/// Is a text, or bytes that are written like it, that can take much of the memory that an analysis needs.
using LargeText = std::basic_string<char, std::char_traits<char>, LargeAllocator<char>>;

}  // namespace latecomer
