// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "record/core/recording_format.h"

namespace latecomer::record {

namespace {

constexpr size_t kReadAtOnce = size_t{256} << 10;

std::string cause() {
  return std::strerror(errno);
}

}  // namespace

Result<std::unique_ptr<ThreadLog>> ThreadLog::create(const std::string& path, const FilePlace& place) {
  TRY(std::unique_ptr<GrowingFile> file, GrowingFile::create(path, RecordingFile::events, place));
  return std::unique_ptr<ThreadLog>(new ThreadLog(std::move(file)));
}

ThreadLog::~ThreadLog() {
  give_back_unused();
}

void ThreadLog::give_back_unused() noexcept {
  file_->give_back(static_cast<size_t>(end_ - next_) * sizeof(RawRecord));
  end_ = next_;
}

void ThreadLog::begin_chunk() noexcept {
  test_ = nullptr;
  const std::span<std::byte> chunk = file_->chunk();
  begin_ = next_ = reinterpret_cast<RawRecord*>(chunk.data());
  end_ = next_ + chunk.size() / sizeof(RawRecord);
}

bool ThreadLog::grow() noexcept {
  // Readers skip what is left, whether or not an event is stored over it yet.
  for (RawRecord* record = next_; record != end_; ++record) record->wide = kFiller;
  if (!file_->grow()) return false;
  begin_chunk();
  return true;
}

// In the same chunk there is also room for what a run of tests waits for, so that it does not end with the
// chunk.
bool ThreadLog::append_unsuccessful_test(trace::RegionId region, Ticks time) noexcept {
  constexpr size_t kRoom = kTestRecords + kMaxRecordsPerEvent * (kMostPending + 1);
  if (!make_room()) return false;
  if (static_cast<size_t>(end_ - next_) < kRoom && !grow()) return false;
  trace::Event polled;
  polled.kind = trace::EventKind::polled;
  polled.request = 1;
  RawRecord* const test = next_;
  next_ += encode(polled, time, next_);
  encode_region(trace::EventKind::leave, region, {}, time, next_++);
  last_time_ = time;
  test_ = test;
  return true;
}

// Of a reopened test, readers skip the leave, whose record stays where it is: pending events can follow it.
uint64_t ThreadLog::reopen_test() noexcept {
  if (!is_test_last()) return 0;
  set_head(kFiller, &test_[kTestRecords - 1]);
  return ++test_[1].wide;
}

bool ThreadLog::leave_reopened_test(Ticks time) noexcept {
  if (!is_test_last()) return false;
  set_head(head_of(trace::EventKind::leave, time), &test_[kTestRecords - 1]);
  last_time_ = time;
  return true;
}

namespace {

// Closes it in the end.
struct ReadFile {
  explicit ReadFile(const std::string& path) : descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ReadFile(const ReadFile&) = delete;
  ReadFile& operator=(const ReadFile&) = delete;
  ~ReadFile() {
    if (descriptor >= 0) close(descriptor);
  }
  int descriptor;
};

Result<bool> has_events(const std::string& path, int file) {
  std::array<std::byte, sizeof(FileHeader)> start{};
  const ssize_t bytes = pread(file, start.data(), start.size(), 0);
  if (bytes < 0) return Error{path + ": " + cause()};
  return has_header(path, std::span(start).first(static_cast<size_t>(bytes)), RecordingFile::events);
}

}  // namespace

Status check_thread_log(const std::string& path) {
  const ReadFile file(path);
  if (file.descriptor < 0) return Error{path + ": " + cause()};
  TRY(const bool begun, has_events(path, file.descriptor));
  (void)begun;
  return {};
}

Result<uint64_t> read_thread_log(const std::string& path, trace::EventSink& sink) {
  const ReadFile file(path);
  if (file.descriptor < 0) return Error{path + ": " + cause()};
  TRY(const bool begun, has_events(path, file.descriptor));
  if (!begun) return uint64_t{0};
  std::vector<RawRecord> buffer(kReadAtOnce / sizeof(RawRecord));
  uint64_t events = 0;
  off_t offset = sizeof(FileHeader);
  while (true) {
    const ssize_t bytes = pread(file.descriptor, buffer.data(), buffer.size() * sizeof(RawRecord), offset);
    if (bytes < 0) return Error{path + ": " + cause()};
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
  return events;
}

}  // namespace latecomer::record
