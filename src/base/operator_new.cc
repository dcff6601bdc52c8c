// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Replaces operator new and delete in the programs that are linked with it: memory comes from the spill heap
// while that is open, else from malloc. The other forms of new and delete are defined by the standard to call
// these. Sanitizers have replacements of their own; with them there is no limit of memory.

#include <cstdlib>
#include <new>

#include "base/spill_heap.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

namespace spill_heap = latecomer::spill_heap;

template <class Allocate>
void* allocate_or_throw(const Allocate& allocate) {
  while (true) {
    if (void* memory = allocate()) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void release(void* memory) {
  if (spill_heap::owns(memory))
    spill_heap::release(memory);
  else
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate_or_throw([&] {
    return spill_heap::is_open() ? spill_heap::allocate(bytes, 1) : std::malloc(bytes == 0 ? 1 : bytes);
  });
}

void* operator new(std::size_t bytes, std::align_val_t align) {
  const std::size_t alignment = static_cast<std::size_t>(align);
  return allocate_or_throw([&] {
    const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
    return spill_heap::is_open() ? spill_heap::allocate(bytes, alignment)
                                 : std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  });
}

void operator delete(void* memory) noexcept {
  release(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept {
  release(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  release(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  release(memory);
}

#endif
