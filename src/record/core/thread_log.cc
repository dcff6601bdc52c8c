// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace latecomer::record {

namespace {

constexpr size_t kReadAtOnce = size_t{256} << 10;

std::string cause() {
  return std::strerror(errno);
}

}  // namespace

Result<std::unique_ptr<ThreadLog>> ThreadLog::create(const std::string& path, RoomForFiles* room) {
  TRY(std::unique_ptr<GrowingFile> file, GrowingFile::create(path, room));
  return std::unique_ptr<ThreadLog>(new ThreadLog(std::move(file)));
}

ThreadLog::~ThreadLog() {
  file_->give_back_at_end(static_cast<size_t>(end_ - next_) * sizeof(RawRecord));
}

void ThreadLog::begin_chunk() noexcept {
  const std::span<std::byte> chunk = file_->chunk();
  begin_ = next_ = reinterpret_cast<RawRecord*>(chunk.data());
  end_ = next_ + chunk.size() / sizeof(RawRecord);
}

bool ThreadLog::grow() noexcept {
  last_before_chunk_ = last_time();
  // Readers skip what is left, whether or not an event is stored over it yet.
  for (RawRecord* record = next_; record != end_; ++record) record->mark = kFiller;
  if (!file_->grow()) return false;
  begin_chunk();
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
