// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The file is mapped shared at one big range of addresses. Blocks of up to 4 MiB come from a pool and are
// used again. Each larger one gets addresses that no other one had; when it is freed, its part of the file
// becomes a hole, which takes no room on the disk. Smaller ones are worth no hole: file systems wait for the
// disk to make one. The disk's space is reserved with each block, because a full disk would otherwise show
// itself by a signal at some access to memory.

#include "base/spill.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <string>

namespace latecomer {

namespace {

/// Is as long as files can be on ext4 with blocks of 4 KiB, and an eighth of the addresses that there are.
constexpr size_t kAddresses = size_t{16} << 40U;
constexpr size_t kLargestOfPool = size_t{4} << 20U;

constinit uintptr_t begin = 0;  // 0: not on
constinit std::atomic<size_t> used = 0;
constinit int file = -1;
constinit char full[512] = "";

size_t whole_pages(size_t bytes) {
  const auto page = static_cast<size_t>(getpagesize());
  return (bytes + page - 1) / page * page;
}

Error failure(const std::filesystem::path& directory, const char* what) {
  return Error{fmt::format("{}: {}: {}; name another directory with --spill-dir", directory.string(), what,
                           std::strerror(errno))};
}

/// Makes a new file without a name, so that nothing of it is left behind however the program ends.
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

Status spill_to(const std::filesystem::path& directory) {
  file = make_file(directory);
  if (file < 0) return failure(directory, "memory cannot be spilled to a file there");
  if (is_memory(file))
    return Error{
        fmt::format("{}: files there are kept in memory themselves; name a directory on a disk with "
                    "--spill-dir",
                    directory.string())};
  void* mapped = mmap(nullptr, kAddresses, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (mapped == MAP_FAILED) return failure(directory, "a file there cannot be mapped");
  // Where files may not grow any more, that shall be an error and not the end.
  signal(SIGXFSZ, SIG_IGN);
  const std::string message =
      fmt::format("{}: no space left for memory that is spilled; name another directory with --spill-dir",
                  directory.string());
  message.copy(full, sizeof full - 1);
  begin = reinterpret_cast<uintptr_t>(mapped);
  return {};
}

const char* SpillFileFull::what() const noexcept {
  return full;
}

namespace {

class FileResource : public std::pmr::memory_resource {
  void* do_allocate(size_t bytes, size_t /*alignment*/) override {
    if (bytes > kAddresses) throw SpillFileFull();
    const size_t length = whole_pages(bytes);
    const size_t offset = used.fetch_add(length, std::memory_order_relaxed);
    if (offset > kAddresses - length) throw SpillFileFull();
    if (posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(length)) != 0)
      throw SpillFileFull();
    return reinterpret_cast<void*>(begin + offset);
  }
  void do_deallocate(void* memory, size_t bytes, size_t /*alignment*/) override {
    const off_t offset = static_cast<off_t>(reinterpret_cast<uintptr_t>(memory) - begin);
    const size_t length = whole_pages(bytes);
    // Where the file system cannot make holes, pages that nobody needs are written to the disk.
    if (fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, static_cast<off_t>(length)) != 0)
      madvise(memory, length, MADV_DONTNEED);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
};

/// Is never destroyed, because lists may be freed as late as any static object.
std::pmr::memory_resource& pool() {
  static FileResource* const in_file = new FileResource;
  static auto* const blocks =
      new std::pmr::synchronized_pool_resource({.largest_required_pool_block = kLargestOfPool}, in_file);
  return *blocks;
}

}  // namespace

namespace spill {

bool is_on() {
  return begin != 0;
}

void* allocate(size_t bytes) {
  return pool().allocate(bytes);
}

bool owns(const void* memory) {
  return is_on() && reinterpret_cast<uintptr_t>(memory) - begin < kAddresses;
}

void release(void* memory, size_t bytes) {
  pool().deallocate(memory, bytes);
}

}  // namespace spill

}  // namespace latecomer
