// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_log.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "record/core/file_size_signal.h"

namespace latecomer::record {

namespace {

// Many threads record little, so the first chunk is small.
constexpr size_t kFirstChunk = size_t{16} << 10;
constexpr size_t kLargestChunk = size_t{16} << 20;
constexpr size_t kReadAtOnce = size_t{256} << 10;

std::string cause() {
  return std::strerror(errno);
}

// How many of `bytes` the process's limit lets a file of this size grow by, in whole pages.
size_t within_limit(size_t file_bytes, size_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return bytes;
  const size_t room = limit.rlim_cur > file_bytes ? limit.rlim_cur - file_bytes : 0;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return std::min(bytes, room / page * page);
}

}  // namespace

Result<std::unique_ptr<ThreadLog>> ThreadLog::create(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return Error{path + ": " + cause()};
  std::unique_ptr<ThreadLog> log(new ThreadLog(file));
  if (!log->grow()) return Error{path + ": " + cause()};
  return log;
}

ThreadLog::~ThreadLog() {
  const size_t unused = static_cast<size_t>(end_ - next_) * sizeof(RawRecord);
  unmap();
  // What is cut off are zeros; if it fails, they stay.
  if (ftruncate(file_, static_cast<off_t>(file_bytes_ - unused)) != 0) errno = 0;
  close(file_);
}

void ThreadLog::unmap() noexcept {
  if (chunk_ != nullptr) munmap(chunk_, chunk_bytes_);
  chunk_ = nullptr;
}

bool ThreadLog::grow() noexcept {
  const FileSizeSignalBlocked blocked;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t wanted = std::clamp(2 * chunk_bytes_, std::max(kFirstChunk, page), kLargestChunk);
  const size_t bytes = within_limit(file_bytes_, wanted);
  if (bytes == 0) {
    errno = EFBIG;
    return false;
  }
  const off_t offset = static_cast<off_t>(file_bytes_);
  if (const int problem = posix_fallocate(file_, offset, static_cast<off_t>(bytes)); problem != 0) {
    errno = problem;
    return false;
  }
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
  if (mapped == MAP_FAILED) return false;
  for (; next_ != end_; ++next_) next_->mark = kFiller;
  unmap();
  chunk_ = static_cast<RawRecord*>(mapped);
  chunk_bytes_ = bytes;
  file_bytes_ += bytes;
  next_ = chunk_;
  end_ = chunk_ + bytes / sizeof(RawRecord);
  return true;
}

Result<uint64_t> read_thread_log(const std::string& path, trace::EventSink& sink) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Error{path + ": " + cause()};
  std::vector<RawRecord> buffer(kReadAtOnce / sizeof(RawRecord));
  uint64_t events = 0;
  off_t offset = 0;
  while (true) {
    const ssize_t bytes = pread(file, buffer.data(), buffer.size() * sizeof(RawRecord), offset);
    if (bytes < 0) {
      const Error error{path + ": " + cause()};
      close(file);
      return error;
    }
    const std::span<const RawRecord> records(buffer.data(), static_cast<size_t>(bytes) / sizeof(RawRecord));
    const size_t used = decode(records, [&](const trace::Event& event) {
      sink.on_event(event);
      ++events;
    });
    offset += static_cast<off_t>(used * sizeof(RawRecord));
    // An event that was cut by the buffer's end is read again with what follows; an end of the events is
    // final.
    if (used == 0 || used + kMaxRecordsPerEvent <= records.size()) break;
  }
  close(file);
  return events;
}

}  // namespace latecomer::record
