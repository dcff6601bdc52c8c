// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "report/report.h"
#include "store/columns.h"

namespace latecomer::store {

// The tables of the findings store: what is known of single wait states and what led to them. A table has
// rows of every location, in the order of time. Times are ticks of the trace's clock, as it was corrected.

/// A wait state: the location waited until `end` for what `cause` did then.
struct Wait {
  Ticks end;
  Ticks amount;
  report::MetricId metric;
  report::CallPathId path;
  report::LocationId cause;  ///< invalid: not known
  Ticks direct;   ///< what delays on the cause explain of it; the rest, what waiting there explains
  Ticks further;  ///< waiting that it caused further on, of all kinds

  Ticks begin() const { return end - amount; }
  bool operator==(const Wait&) const = default;
};

/// What the location had to do with a wait state that it caused: in the interval (from, to] it took longer
/// than the waiting location on some call paths, and waited itself.
struct Delay {
  struct Part {
    report::CallPathId path;
    Ticks time;
    bool operator==(const Part&) const = default;
  };

  Ticks from;
  Ticks to;
  report::LocationId waiter;
  uint32_t wait = 0;  ///< position among the waiter's wait states
  Ticks waited;       ///< by this location, in the interval
  std::vector<Part> parts;

  bool operator==(const Delay&) const = default;
};

/// A stretch of the critical path.
struct Stretch {
  /// How the path came here from another location: where it left that one, a wait of this one ended.
  struct Edge {
    report::LocationId from;  ///< the location that was waited for
    report::MetricId wait;    ///< the kind of wait state
    report::CallPathId path;  ///< where it waited
    bool operator==(const Edge&) const = default;
  };

  int64_t position = 0;     ///< among all locations' stretches; several may have one, in the order of time
  report::CallPathId path;  ///< the deepest that encloses everything in it; invalid where there is none
  Ticks begin;
  Ticks end;
  std::optional<Edge> edge;  ///< none: the path was here before, or begins here

  bool operator==(const Stretch&) const = default;
};

/// A message that the location received.
struct Message {
  Ticks received;  ///< when it had arrived
  Ticks sent;      ///< when it was on its way, or the call began that sent it
  report::LocationId sender;
  uint64_t bytes = 0;

  bool operator==(const Message&) const = default;
};

/// Data that went from one partition of a send to one of a receive that the location started.
struct PartitionTransfer {
  /// What a thread did, or saw.
  struct Event {
    report::LocationId location;
    Ticks time;
    bool operator==(const Event&) const = default;
  };

  Event ready;                     ///< the send's partition was ready
  std::optional<Event> arrived;    ///< the receive's was seen to have arrived, for the first time
  std::optional<Event> completed;  ///< the whole receive was complete
  uint32_t receive = 0;            ///< which one of the location's
  uint32_t send_partition = 0;
  uint32_t receive_partition = 0;
  uint64_t bytes = 0;

  bool operator==(const PartitionTransfer&) const = default;
};

/// The location's part in a collective operation.
struct CollectivePart {
  Ticks begin;
  Ticks end;
  int64_t group = 0;      ///< communicator, window or file: the same number at all of its members
  uint32_t instance = 0;  ///< how many operations with it were before; the same at all members
  report::CallPathId path;

  bool operator==(const CollectivePart&) const = default;
};

/// What delays on one call path cost at short term in waits of one kind on another one. Of no location.
struct Consequence {
  report::CallPathId delay;
  report::MetricId metric;  ///< of the wait states
  report::CallPathId path;  ///< of the waiting locations
  double seconds = 0;
  std::vector<report::LocationGroupId>
      ranks;  ///< that waited, ascending: those with at least a tenth of the worst's

  bool operator==(const Consequence&) const = default;
};

/// Which table the rows are of, as the file numbers it, and how many columns it has.
template <class Row>
struct Table;
template <>
struct Table<Wait> {
  static constexpr uint32_t kNumber = 1;
  static constexpr size_t kColumns = 7;
};
template <>
struct Table<Delay> {
  static constexpr uint32_t kNumber = 2;
  static constexpr size_t kColumns = 8;
};
template <>
struct Table<Stretch> {
  static constexpr uint32_t kNumber = 3;
  static constexpr size_t kColumns = 7;
};
template <>
struct Table<Consequence> {
  static constexpr uint32_t kNumber = 0;  // the first of all, so that it does not matter who has it
  static constexpr size_t kColumns = 6;
};

template <>
struct Table<Message> {
  static constexpr uint32_t kNumber = 4;
  static constexpr size_t kColumns = 4;
};
template <>
struct Table<PartitionTransfer> {
  static constexpr uint32_t kNumber = 5;
  static constexpr size_t kColumns = 10;
};
template <>
struct Table<CollectivePart> {
  static constexpr uint32_t kNumber = 6;
  static constexpr size_t kColumns = 5;
};

/// From when to when something is.
struct Interval {
  Ticks begin;
  Ticks end;
};
inline Interval interval_of(const Wait& wait) {
  return {wait.begin(), wait.end};
}
inline Interval interval_of(const Delay& delay) {
  return {delay.from, delay.to};
}
inline Interval interval_of(const Stretch& stretch) {
  return {stretch.begin, stretch.end};
}
inline Interval interval_of(const Message& message) {
  return {std::min(message.sent, message.received), std::max(message.sent, message.received)};
}
inline Interval interval_of(const PartitionTransfer& transfer) {
  Interval interval{transfer.ready.time, transfer.ready.time};
  for (const std::optional<PartitionTransfer::Event>& event : {transfer.arrived, transfer.completed})
    if (event) interval = {std::min(interval.begin, event->time), std::max(interval.end, event->time)};
  return interval;
}
inline Interval interval_of(const CollectivePart& part) {
  return {part.begin, part.end};
}
inline Interval interval_of(const Consequence&) {
  return {};
}

std::vector<Column> to_columns(std::span<const Wait> rows);
std::vector<Column> to_columns(std::span<const Delay> rows);
std::vector<Column> to_columns(std::span<const Stretch> rows);
std::vector<Column> to_columns(std::span<const Message> rows);
std::vector<Column> to_columns(std::span<const PartitionTransfer> rows);
std::vector<Column> to_columns(std::span<const CollectivePart> rows);
std::vector<Column> to_columns(std::span<const Consequence> rows);

/// The rows of a report from as many columns as their table has. An error if they cannot be that.
template <class Row>
Result<std::vector<Row>> from_columns(const std::vector<Column>& columns, const report::Report& report);
template <>
Result<std::vector<Wait>> from_columns(const std::vector<Column>& columns, const report::Report& report);
template <>
Result<std::vector<Delay>> from_columns(const std::vector<Column>& columns, const report::Report& report);
template <>
Result<std::vector<Stretch>> from_columns(const std::vector<Column>& columns, const report::Report& report);
template <>
Result<std::vector<Message>> from_columns(const std::vector<Column>& columns, const report::Report& report);
template <>
Result<std::vector<PartitionTransfer>> from_columns(const std::vector<Column>& columns,
                                                    const report::Report& report);
template <>
Result<std::vector<CollectivePart>> from_columns(const std::vector<Column>& columns,
                                                 const report::Report& report);
template <>
Result<std::vector<Consequence>> from_columns(const std::vector<Column>& columns,
                                              const report::Report& report);

}  // namespace latecomer::store
