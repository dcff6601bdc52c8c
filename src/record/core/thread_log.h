// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/result.h"
#include "record/core/growing_file.h"
#include "record/core/raw_event.h"
#include "trace/trace.h"

namespace latecomer::record {

/// Writes the file of a thread's events. One thread appends at a time.
class ThreadLog {
 public:
  static Result<std::unique_ptr<ThreadLog>> create(const std::string& path, const FilePlace& place = {});
  ThreadLog(const ThreadLog&) = delete;
  ThreadLog& operator=(const ThreadLog&) = delete;
  /// Gives back the part of the file that was not used.
  ~ThreadLog();

  /// Stores the event, with `time` in place of its own. Returns false if the file could not grow; then errno
  /// says why, and the event is lost.
  bool append(const trace::Event& event, Ticks time) noexcept {
    if (!make_room()) return false;
    next_ += encode(event, time, next_);
    last_time_ = time;
    return true;
  }

  /// These functions store an `enter` or a `leave` as `append` does, without an Event to be taken apart.
  bool append_enter(trace::RegionId region, trace::CallingContextId stack, Ticks time) noexcept {
    return append_region(trace::EventKind::enter, region, stack, time);
  }
  bool append_leave(trace::RegionId region, Ticks time) noexcept {
    return append_region(trace::EventKind::leave, region, {}, time);
  }

  /// Takes the last event back if it is this enter. Returns false if another one has followed.
  bool withdraw_enter(trace::RegionId region, Ticks time) noexcept {
    if (next_ == begin_ || pending_ > 0) return false;
    if (next_[-1].wide != head_of(trace::EventKind::enter, time) || next_[-1].id != region.value)
      return false;
    withdraw(--next_, 1);
    return true;
  }

  /// Leaves an unsuccessful test, with an event `polled`, which says that the call is one test. Until
  /// something else is appended, reopen_test() makes one call of it and the next test: it opens the call
  /// again, and returns how many tests it has then; 0 if the call is not the last event.
  bool append_unsuccessful_test(trace::RegionId region, Ticks time) noexcept;
  uint64_t reopen_test() noexcept;
  /// Leaves a reopened test that was unsuccessful, too. Returns false if something was appended since.
  bool leave_reopened_test(Ticks time) noexcept;

  /// Gives back the unused part of the file, when nothing is appended any more: the archive needs room.
  void give_back_unused() noexcept;

  /// Returns the time of the latest event.
  Ticks last_time() const noexcept { return last_time_; }

  /// Limits how many pending events are stored. They say what the thread is waiting for, until the next event
  /// is appended; however the process dies, all of them are there, or none.
  static constexpr size_t kMostPending = 500;
  bool has_pending() const noexcept { return pending_ > 0; }
  void append_pending(std::span<const trace::Event> events, Ticks time) noexcept {
    size_t records = 0;
    for (const trace::Event& event : events) records += records_of(event.kind);
    const auto fit = [&] { return records <= static_cast<size_t>(end_ - next_); };
    if (events.size() > kMostPending || !make_room()) return;
    if (!fit() && (!grow() || !fit())) return;
    pending_ = records;
    // The first one, by which the others are reached, last.
    for (size_t i = events.size(); i-- > 0;) {
      records -= records_of(events[i].kind);
      encode(events[i], time, next_ + records);
    }
  }

 private:
  explicit ThreadLog(std::unique_ptr<GrowingFile> file) : file_(std::move(file)) { begin_chunk(); }
  bool append_region(trace::EventKind kind, trace::RegionId region, trace::CallingContextId stack,
                     Ticks time) noexcept {
    if (!make_room()) return false;
    encode_region(kind, region, stack, time, next_++);
    last_time_ = time;
    return true;
  }
  /// Makes room for one event at next_.
  bool make_room() noexcept {
    if (pending_ > 0) withdraw_pending();
    return static_cast<size_t>(end_ - next_) >= kMaxRecordsPerEvent || grow();
  }
  bool grow() noexcept;
  void begin_chunk() noexcept;

  void withdraw_pending() noexcept {
    withdraw(next_, pending_);
    pending_ = 0;
  }
  // Before anything else is stored in its place: the process may die in between.
  static void withdraw(RawRecord* event, size_t records) noexcept {
    std::atomic_ref<uint64_t>(event->wide).store(0, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    std::fill_n(event, records, RawRecord());
  }

  bool is_test_last() const noexcept { return test_ != nullptr && next_ == test_ + kTestRecords; }

  static constexpr size_t kTestRecords = records_of(trace::EventKind::polled) + 1;
  RawRecord* test_ = nullptr;   // `polled` of the last unsuccessful test in this chunk; its leave follows
  RawRecord* begin_ = nullptr;  // of the chunk
  RawRecord* next_ = nullptr;
  RawRecord* end_ = nullptr;
  size_t pending_ = 0;  // so many records at next_ are pending ones
  Ticks last_time_ = Ticks::min();
  std::unique_ptr<GrowingFile> file_;
};

/// Returns an error if the file cannot be read, or is of another release.
Status check_thread_log(const std::string& path);

/// Gives the events of a file that a ThreadLog wrote, or is writing, to `sink`. Returns their number, or an
/// error if the file cannot be read.
Result<uint64_t> read_thread_log(const std::string& path, trace::EventSink& sink);

}  // namespace latecomer::record
