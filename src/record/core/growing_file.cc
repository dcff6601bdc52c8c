// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/growing_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "record/core/archive_room.h"
#include "record/core/write_signals.h"

namespace latecomer::record {

namespace {

// Many files stay small, so the first chunk is small.
constexpr size_t kFirstChunk = size_t{16} << 10;
constexpr size_t kLargestChunk = size_t{16} << 20;

// How many of `bytes` the process's limit lets a file of this size grow by, in whole pages.
size_t within_limit(size_t file_bytes, size_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return bytes;
  const size_t room = limit.rlim_cur > file_bytes ? limit.rlim_cur - file_bytes : 0;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return std::min(bytes, room / page * page);
}

}  // namespace

size_t RoomForFiles::take(size_t bytes, RecordingFile file) noexcept {
  const uint64_t with_archive = 1 + most_archive_bytes(file);
  const uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  uint64_t left = left_;
  uint64_t taken = 0;
  do {
    taken = std::min<uint64_t>(bytes, left / with_archive) / page * page;
  } while (!left_.compare_exchange_weak(left, left - taken * with_archive));
  if (taken == 0) used_up_ = true;
  return taken;
}

bool RoomForFiles::take_all(size_t bytes, RecordingFile file) noexcept {
  const uint64_t taken = bytes * (1 + most_archive_bytes(file));
  uint64_t left = left_;
  do {
    if (left < taken) used_up_ = true;
    if (left < taken) return false;
  } while (!left_.compare_exchange_weak(left, left - taken));
  return true;
}

Result<std::unique_ptr<GrowingFile>> GrowingFile::create(const std::string& path, RecordingFile kind,
                                                         const FilePlace& place) {
  TRY(KeptFile made, KeptFile::create(path, place.directory));
  std::unique_ptr<GrowingFile> file(new GrowingFile(std::move(made), kind, place.room));
  if (!file->grow()) return Error{path + ": " + std::strerror(errno)};
  const FileHeader header{.file = kind};
  std::memcpy(file->chunk_.data(), &header, sizeof(header));
  file->chunk_ = file->chunk_.subspan(sizeof(header));
  return file;
}

GrowingFile::~GrowingFile() {
  unmap();
}

void GrowingFile::unmap() noexcept {
  if (!mapped_.empty()) munmap(mapped_.data(), mapped_.size());
  mapped_ = chunk_ = {};
}

// What is cut off are zeros; if it fails, they stay.
void GrowingFile::give_back(size_t unused) noexcept {
  const auto cut = [&](int file) { return ftruncate(file, static_cast<off_t>(file_bytes_ - unused)) == 0; };
  if (unused > 0 && !file_.with_descriptor(cut)) errno = 0;
}

bool GrowingFile::grow() noexcept {
  // Some kernels give up growing a file in memory when a signal arrives, and those for samples keep arriving.
  const WriteSignalsBlocked blocked(WriteSignalsBlocked::Others::wait);
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t wanted = std::clamp(2 * mapped_.size(), std::max(kFirstChunk, page), kLargestChunk);
  size_t bytes = within_limit(file_bytes_, wanted);
  if (room_ != nullptr) bytes = room_->take(bytes, kind_);
  if (bytes == 0) {
    errno = EFBIG;
    return false;
  }
  void* const mapped = map_next(bytes);
  if (mapped == MAP_FAILED) return false;
  // All pages at once, where the kernel can: less than half of what they take one by one.
  constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, which C libraries before 2.35 do not name
  if (madvise(mapped, bytes, kPopulateWrite) != 0) errno = 0;
  unmap();
  mapped_ = chunk_ = {static_cast<std::byte*>(mapped), bytes};
  file_bytes_ += bytes;
  return true;
}

void* GrowingFile::map_next(size_t bytes) noexcept {
  void* mapped = MAP_FAILED;
  const off_t offset = static_cast<off_t>(file_bytes_);
  file_.with_descriptor([&](int file) {
    const int problem = posix_fallocate(file, offset, static_cast<off_t>(bytes));
    if (problem == 0) mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    if (problem != 0) errno = problem;
    return mapped != MAP_FAILED;
  });
  return mapped;
}

}  // namespace latecomer::record
