// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the recorder's modules have in place of `new` and `delete`, so that they borrow no memory from the
// program's malloc. That one may be guarded by a mutex which the thread holds while the recorder runs, may
// count what is allocated, or may not know the thread yet: the thread sanitizer's dies in a thread that has
// just begun.
//
// Small pieces come from pools, of which each grows twice as much as the time before; large ones are mapped
// and unmapped one by one.

#include <sys/mman.h>

#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <new>

namespace latecomer::record {

namespace {

class Pages final : public std::pmr::memory_resource {
  void* do_allocate(size_t bytes, size_t) override {
    void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    return mapped;
  }
  void do_deallocate(void* data, size_t bytes, size_t) override { munmap(data, bytes); }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

constinit std::mutex mutex;
[[gnu::tls_model("initial-exec")]] constinit thread_local long allocations = 0;

// Never destroyed, because threads may outlive main. The caller holds the mutex.
std::pmr::memory_resource& pools() {
  constexpr std::pmr::pool_options kOptions{.max_blocks_per_chunk = 0,
                                            .largest_required_pool_block = size_t{32} << 10};
  alignas(Pages) static std::byte room_of_pages[sizeof(Pages)];
  alignas(std::pmr::unsynchronized_pool_resource) static std::byte
      room[sizeof(std::pmr::unsynchronized_pool_resource)];
  static auto* const made =
      new (room) std::pmr::unsynchronized_pool_resource(kOptions, new (room_of_pages) Pages);
  return *made;
}

// In front of each piece, since not every `delete` says how large it is.
struct alignas(std::max_align_t) Piece {
  size_t bytes;
};

void* allocate(size_t bytes) {
  if (bytes > SIZE_MAX - sizeof(Piece)) throw std::bad_alloc();
  ++allocations;
  const std::scoped_lock lock(mutex);
  void* const room = pools().allocate(sizeof(Piece) + bytes, alignof(Piece));
  return new (room) Piece{sizeof(Piece) + bytes} + 1;
}

void give_back(void* data) noexcept {
  if (data == nullptr) return;
  Piece* const piece = static_cast<Piece*>(data) - 1;
  const std::scoped_lock lock(mutex);
  pools().deallocate(piece, piece->bytes, alignof(Piece));
}

}  // namespace

}  // namespace latecomer::record

/// Returns how often the recorder has allocated memory in the calling thread.
extern "C" [[gnu::visibility("default")]] long latecomer_allocations() noexcept {
  return latecomer::record::allocations;
}

void* operator new(size_t bytes) {
  return latecomer::record::allocate(bytes);
}

void operator delete(void* data) noexcept {
  latecomer::record::give_back(data);
}

void operator delete(void* data, size_t) noexcept {
  latecomer::record::give_back(data);
}
