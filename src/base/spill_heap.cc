// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A heap that the analysis can use as any other, and that never has to be in memory as a whole.
//
// The file is mapped shared at one big range of addresses. A page of such a mapping can be unmapped at any
// time, under the hands of those who use it: what was written is in the page cache, from where the kernel
// writes it to the disk when memory gets short, and the next access maps the page again. So there is no
// moment at which anything has to be saved or loaded, and no pass knows that its data are not in memory.
//
//   addresses   |chunk 1|chunk 2|  freed  |chunk 4|chunk 5|  not used yet ...
//   file        |=======|=======|  (hole) |=======|=======|  end
//   resident    |       |##     |         |   ####|#######|
//                         ^ hand: drops from here on, around in a circle
//
// Objects come from a memory pool of oneTBB, which takes chunks of at least a megabyte from here. Chunks are
// never put where another one was before: a freed chunk becomes a hole in the file, which costs nothing, and
// addresses are plenty. The disk's space is reserved with each chunk, because a full disk would otherwise
// show itself by a signal at some access to memory.
//
// What is dropped is what was not dropped for longest. Passes go through locations in the order in which
// they were condensed, so what the hand comes to first is what was used longest ago, at most one round of a
// pass. To drop what is needed soon costs a minor fault for every few pages (the kernel maps what is in the
// page cache around a fault), not a read.
//
// Cost: a page fault for each page of 4 KiB when it is first written, as without the file, but about three
// times as long since the file system takes part.

#include "base/spill_heap.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <oneapi/tbb/scalable_allocator.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

namespace latecomer::spill_heap {

namespace {

/// As long as files can be on ext4 with blocks of 4 KiB, and an eighth of the addresses that there are.
constexpr size_t kReserved = size_t{16} << 40U;
constexpr size_t kGranularity = size_t{64} << 10U;

// Nothing here has a destructor: objects on the heap may be deleted as late as any static one.
constinit std::atomic<uintptr_t> begin = uintptr_t{1} << 63U;  // near no address of a program
constinit std::atomic<rml::MemoryPool*> pool = nullptr;
constinit std::atomic<bool> in_use = false;
constinit std::atomic<size_t> file_size = 0;
int file = -1;
size_t hand = 0;  // an offset in the file

void* address(size_t offset) {
  return reinterpret_cast<void*>(begin.load(std::memory_order_relaxed) + offset);
}

/// Returns the error's number, or 0. Some file systems give up when a signal comes, and the next one would
/// come before they have done it again.
int reserve_space(size_t offset, size_t bytes) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

void* take_chunk(intptr_t, size_t& bytes) {
  bytes = (bytes + kGranularity - 1) / kGranularity * kGranularity;
  const size_t offset = file_size.fetch_add(bytes, std::memory_order_relaxed);
  if (offset > kReserved || bytes > kReserved - offset) {
    errno = ENOMEM;
    return nullptr;
  }
  errno = reserve_space(offset, bytes);
  return errno == 0 ? address(offset) : nullptr;
}

int return_chunk(intptr_t, void* memory, size_t bytes) {
  const size_t offset = reinterpret_cast<uintptr_t>(memory) - begin.load(std::memory_order_relaxed);
  // Where the file system cannot make holes, pages that nobody needs are written to the disk.
  if (fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(bytes)) != 0)
    madvise(memory, bytes, MADV_DONTNEED);
  return 0;
}

Error failure(const std::filesystem::path& directory, const char* what) {
  return Error{fmt::format("{}: {}: {}; name another directory with --spill-dir", directory.string(), what,
                           std::strerror(errno))};
}

/// A new file without a name, so that nothing of it is left behind however the program ends.
int make_file(const std::filesystem::path& directory) {
  std::string name = (directory / "latecomer-spill-XXXXXX").string();
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) unlink(name.c_str());
  return descriptor;
}

bool is_memory(int descriptor) {
  struct statfs system {};
  if (fstatfs(descriptor, &system) != 0) return false;
  return system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC;
}

}  // namespace

Status open(const std::filesystem::path& directory) {
  file = make_file(directory);
  if (file < 0) return failure(directory, "memory cannot be spilled to a file there");
  if (is_memory(file))
    return Error{
        fmt::format("{}: files there are kept in memory themselves; name a directory on a disk with "
                    "--spill-dir",
                    directory.string())};
  void* mapped = mmap(nullptr, kReserved, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (mapped == MAP_FAILED) return failure(directory, "a file there cannot be mapped");
  begin = reinterpret_cast<uintptr_t>(mapped);
  const rml::MemPoolPolicy policy(take_chunk, return_chunk, kGranularity);
  rml::MemoryPool* created = nullptr;
  if (rml::pool_create_v1(0, &policy, &created) != rml::POOL_OK)
    return failure(directory, "memory cannot be spilled to a file there");
  pool = created;
  in_use = true;
  return {};
}

void close() {
  in_use = false;
}

bool is_open() {
  return in_use.load(std::memory_order_acquire);
}

void* allocate(size_t bytes, size_t alignment) {
  rml::MemoryPool* const from = pool.load(std::memory_order_relaxed);
  const size_t at_least = std::max<size_t>(bytes, 1);
  return alignment <= alignof(std::max_align_t) ? rml::pool_malloc(from, at_least)
                                                : rml::pool_aligned_malloc(from, at_least, alignment);
}

bool owns(const void* memory) {
  return reinterpret_cast<uintptr_t>(memory) - begin.load(std::memory_order_relaxed) < kReserved;
}

void release(void* memory) {
  rml::pool_free(pool.load(std::memory_order_relaxed), memory);
}

size_t extent() {
  return file_size.load(std::memory_order_relaxed);
}

void drop(size_t bytes) {
  const size_t end = extent();
  bytes = (bytes + kGranularity - 1) / kGranularity * kGranularity;
  while (bytes > 0 && end > 0) {
    if (hand >= end) hand = 0;
    const size_t length = std::min(bytes, end - hand);
    madvise(address(hand), length, MADV_DONTNEED);
    hand += length;
    bytes -= length;
  }
}

}  // namespace latecomer::spill_heap
