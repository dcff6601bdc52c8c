// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Files that the program opens by calls of the operating system, by their descriptors: what posix-io.so
// calls.

#include "record/libc/posix_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <string_view>

#include "record/core/file_calls.h"
#include "record/core/recorder.h"
#include "record/libc/posix_io.h"

namespace latecomer::record {

namespace {

constexpr std::string_view kNames[] = {
#define POSIX_CALL(name) #name,
#include "record/libc/posix_calls.def"
#undef POSIX_CALL
};

// One more than the handle of each descriptor's file, so that zero-initialized memory means "none".
constexpr size_t kDescriptors = 65536;
std::array<std::atomic<uint32_t>, kDescriptors> handles;

[[gnu::tls_model("initial-exec")]] constinit thread_local Ticks moment;

struct KeepErrno {
  int saved = errno;
  ~KeepErrno() { errno = saved; }
};

trace::RegionId region_of(PosixCall call) {
  static std::array<std::atomic<uint32_t>, std::size(kNames)> regions;  // one more than the id
  std::atomic<uint32_t>& region = regions[static_cast<size_t>(call)];
  uint32_t known = region.load(std::memory_order_acquire);
  if (known == 0) {
    const trace::RegionId defined = define_region(kNames[static_cast<size_t>(call)], trace::Paradigm::unknown,
                                                  trace::RegionRole::file_io);
    known = defined.valid() ? defined.value + 1 : 0;
    region.store(known, std::memory_order_release);
  }
  return known == 0 ? trace::RegionId() : trace::RegionId(known - 1);
}

std::atomic<uint32_t>* find(int descriptor) {
  const bool is_known = descriptor >= 0 && static_cast<size_t>(descriptor) < kDescriptors;
  return is_known ? &handles[static_cast<size_t>(descriptor)] : nullptr;
}

PosixFile file_of(int descriptor) {
  const std::atomic<uint32_t>* const handle = find(descriptor);
  const uint32_t known = handle == nullptr ? 0 : handle->load(std::memory_order_relaxed);
  return known == 0 ? PosixFile() : PosixFile{known - 1};
}

bool begin(PosixCall call, const void* caller) {
  // Only where something is recorded, so that a region is not defined needlessly, nor within the recorder.
  return recording() && begin_file_call(region_of(call), caller, kFileCallsBeginThreads, moment);
}

void end(PosixCall call) {
  record_leave(region_of(call), moment);
}

trace::Event event_on(const PosixFile& file, trace::EventKind kind) {
  trace::Event event;
  event.kind = kind;
  event.io_handle = trace::IoHandleId(file.handle);
  event.request = file.request;
  return event;
}

uint32_t opening_flags(int flags) {
  uint32_t result = trace::kIoReadOnly;
  if ((flags & O_ACCMODE) == O_WRONLY) result = trace::kIoWriteOnly;
  if ((flags & O_ACCMODE) == O_RDWR) result = trace::kIoReadWrite;
  if ((flags & O_CREAT) != 0) result |= trace::kIoCreate;
  if ((flags & O_TRUNC) != 0) result |= trace::kIoTruncate;
  if ((flags & O_EXCL) != 0) result |= trace::kIoExclusive;
  if ((flags & O_APPEND) != 0) result |= trace::kIoAppend;
  return result;
}

bool open(PosixCall call, const void* caller) noexcept {
  const KeepErrno keep;
  return begin(call, caller);
}

void opened(PosixCall call, int descriptor, const char* name, int flags) noexcept {
  const KeepErrno keep;
  moment = now();
  std::atomic<uint32_t>* const handle = find(descriptor);
  if (handle != nullptr && name != nullptr) {
    const trace::IoHandleId file = open_own_file(name);
    handle->store(file.valid() ? file.value + 1 : 0, std::memory_order_relaxed);
    trace::Event event = event_on({file.value}, trace::EventKind::io_create_handle);
    event.flags() = opening_flags(flags);
    if (file.valid()) record(event, moment);
  }
  end(call);
}

/// Forgets the file before the real call: after it, another thread may get the descriptor.
PosixFile close(int descriptor, const void* caller) noexcept {
  const KeepErrno keep;
  std::atomic<uint32_t>* const handle = find(descriptor);
  const uint32_t known = handle == nullptr ? 0 : handle->exchange(0, std::memory_order_relaxed);
  if (known == 0) return {};
  return begin(PosixCall::close, caller) ? PosixFile{known - 1} : PosixFile();
}

void closed(PosixFile file) noexcept {
  const KeepErrno keep;
  moment = now();
  record(event_on(file, trace::EventKind::io_destroy_handle), moment);
  close_own_file(trace::IoHandleId(file.handle));
  end(PosixCall::close);
}

PosixFile access(PosixCall call, int descriptor, trace::IoMode mode, uint64_t bytes, uint64_t offset,
                 const void* caller) noexcept {
  PosixFile file = file_of(descriptor);
  if (!file) return file;
  const KeepErrno keep;
  if (!begin(call, caller)) return {};
  file.request = next_request();
  trace::Event event = event_on(file, trace::EventKind::io_operation_begin);
  event.mode() = static_cast<uint32_t>(mode);
  event.bytes_sent = bytes;
  event.offset() = offset;
  record(event, moment);
  return file;
}

void done(PosixCall call, PosixFile file, int64_t bytes) noexcept {
  const KeepErrno keep;
  moment = now();
  trace::Event event = event_on(file, trace::EventKind::io_operation_complete);
  event.bytes_sent = bytes > 0 ? static_cast<uint64_t>(bytes) : 0;
  record(event, moment);
  end(call);
}

PosixFile seek(int descriptor, const void* caller) noexcept {
  const PosixFile file = file_of(descriptor);
  if (!file) return file;
  const KeepErrno keep;
  return begin(PosixCall::lseek, caller) ? file : PosixFile();
}

void seek_done(PosixFile file, int64_t offset, int whence, int64_t position) noexcept {
  const KeepErrno keep;
  moment = now();
  trace::Event event = event_on(file, trace::EventKind::io_seek);
  event.whence() = static_cast<uint32_t>(whence);  // as OTF2 has it
  event.seek() = static_cast<uint64_t>(offset);
  event.position() = static_cast<uint64_t>(position);
  if (position >= 0) record(event, moment);
  end(PosixCall::lseek);
}

// Without a lock: signal handlers may close files, too.
void forget(int descriptor) noexcept {
  std::atomic<uint32_t>* const handle = find(descriptor);
  if (handle != nullptr) handle->store(0, std::memory_order_relaxed);
}

constinit std::atomic<bool> has_begun{false};

void begin() noexcept {
  has_begun.store(true, std::memory_order_relaxed);
}

}  // namespace

bool records_file_access() noexcept {
  return has_begun.load(std::memory_order_relaxed);
}

}  // namespace latecomer::record

extern "C" {
const latecomer::record::PosixIo latecomer_posix_io = {
    latecomer::record::begin, latecomer::record::open,   latecomer::record::opened,
    latecomer::record::close, latecomer::record::closed, latecomer::record::access,
    latecomer::record::done,  latecomer::record::seek,   latecomer::record::seek_done,
    latecomer::record::forget};
}
