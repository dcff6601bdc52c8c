// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ticks.h"
#include "otf2/location_reader.h"

namespace latecomer::otf2 {

/// Holds the first and the last time of events, before and after they were given new ones.
struct TimeChange {
  Ticks first_before = Ticks::max();
  Ticks last_before = Ticks::min();
  Ticks first_after = Ticks::max();
  Ticks last_after = Ticks::min();

  bool has_events() const { return first_before <= last_before; }
  void include(Ticks before, Ticks after) { include({before, before, after, after}); }
  void include(const TimeChange& other) {
    first_before = std::min(first_before, other.first_before);
    last_before = std::max(last_before, other.last_before);
    first_after = std::min(first_after, other.first_after);
    last_after = std::max(last_after, other.last_after);
  }
};

/// Writes each event record of a location as it is read, at its new time: the k-th gets the k-th of
/// `new_times`. Records of kinds that this libotf2 does not know are left out.
class EventCopy {
 public:
  EventCopy(OTF2_EvtWriter* writer, std::span<const Ticks> new_times)
      : writer_(writer), new_times_(new_times) {}

  /// Returns the callbacks that take an EventCopy as their user data.
  static EventCallbacks callbacks();

  /// Counts the records that were read.
  uint64_t records() const { return next_ + too_many_; }
  uint64_t unknown_records() const { return unknown_; }
  /// Returns the first error of the writer.
  OTF2_ErrorCode error() const { return error_; }
  /// Counts records whose new time was before that of the record before, which libotf2 refuses to write: they
  /// got its time.
  uint64_t delayed() const { return delayed_; }
  /// Counts records whose time changed.
  uint64_t moved() const { return moved_; }
  /// Returns by how many ticks a time changed at most, in either direction.
  Ticks largest_move() const { return largest_move_; }
  const TimeChange& change() const { return change_; }

  // These functions are for the callbacks.
  template <class Write>
  OTF2_CallbackCode copy(OTF2_TimeStamp time, const Write& write) {
    if (next_ == new_times_.size()) return ++too_many_, OTF2_CALLBACK_INTERRUPT;
    const Ticks new_time = in_order(new_times_[next_++]);
    note(Ticks(static_cast<int64_t>(time)), new_time);
    error_ = write(writer_, static_cast<OTF2_TimeStamp>(new_time.count));
    return error_ == OTF2_SUCCESS ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_INTERRUPT;
  }
  OTF2_CallbackCode leave_out();
  /// Returns the new end of a record that lasts from `time` to `stop` and begins at `new_time`.
  OTF2_TimeStamp new_stop(OTF2_TimeStamp time, OTF2_TimeStamp new_time, OTF2_TimeStamp stop) const;

 private:
  Ticks in_order(Ticks new_time) {
    if (new_time < last_) ++delayed_;
    return last_ = std::max(last_, new_time);
  }

  void note(Ticks time, Ticks new_time) {
    change_.include(time, new_time);
    if (time == new_time) return;
    ++moved_;
    largest_move_ = std::max(largest_move_, std::max(time - new_time, new_time - time));
  }

  OTF2_EvtWriter* writer_;
  std::span<const Ticks> new_times_;
  size_t next_ = 0;
  uint64_t too_many_ = 0;
  uint64_t unknown_ = 0;
  uint64_t delayed_ = 0;
  Ticks last_;
  uint64_t moved_ = 0;
  Ticks largest_move_;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
  TimeChange change_;
};

}  // namespace latecomer::otf2
