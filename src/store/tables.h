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

/// From when to when something is.
struct Interval {
  Ticks begin;
  Ticks end;
};

inline bool overlap(const Interval& a, const Interval& b) {
  return a.begin <= b.end && b.begin <= a.end;
}

// Each kind of row has the number of its table in the file (`kTable`), how many columns that has
// (`kColumns`), the time that a row is about (`interval`), and its columns: made of rows (`columns`), and
// rows of a report made of as many columns (`rows`), which is an error if they cannot be that.

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
  static constexpr uint32_t kTable = 1;
  static constexpr size_t kColumns = 7;
  Interval interval() const { return {begin(), end}; }
  static std::vector<Column> columns(std::span<const Wait> rows);
  static Result<std::vector<Wait>> rows(const std::vector<Column>& columns, const report::Report& report);
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

  static constexpr uint32_t kTable = 2;
  static constexpr size_t kColumns = 8;
  Interval interval() const { return {from, to}; }
  static std::vector<Column> columns(std::span<const Delay> rows);
  static Result<std::vector<Delay>> rows(const std::vector<Column>& columns, const report::Report& report);
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

  static constexpr uint32_t kTable = 3;
  static constexpr size_t kColumns = 7;
  Interval interval() const { return {begin, end}; }
  static std::vector<Column> columns(std::span<const Stretch> rows);
  static Result<std::vector<Stretch>> rows(const std::vector<Column>& columns, const report::Report& report);
  bool operator==(const Stretch&) const = default;
};

/// A message that the location received.
struct Message {
  Ticks received;  ///< when it had arrived
  Ticks sent;      ///< when it was on its way, or the call began that sent it
  report::LocationId sender;
  uint64_t bytes = 0;

  static constexpr uint32_t kTable = 4;
  static constexpr size_t kColumns = 4;
  Interval interval() const { return {std::min(sent, received), std::max(sent, received)}; }
  static std::vector<Column> columns(std::span<const Message> rows);
  static Result<std::vector<Message>> rows(const std::vector<Column>& columns, const report::Report& report);
  bool operator==(const Message&) const = default;
};

/// A message of the location that a probe had seen before it was received.
struct ProbedMessage {
  Ticks seen;                 ///< by the first probe that saw it
  report::LocationId prober;  ///< the location or another thread of its process
  report::CallPathId path;    ///< of the probe
  Ticks sent;                 ///< as of a Message
  report::LocationId sender;
  uint64_t bytes = 0;

  static constexpr uint32_t kTable = 11;
  static constexpr size_t kColumns = 6;
  Interval interval() const { return {std::min(sent, seen), std::max(sent, seen)}; }
  static std::vector<Column> columns(std::span<const ProbedMessage> rows);
  static Result<std::vector<ProbedMessage>> rows(const std::vector<Column>& columns,
                                                 const report::Report& report);
  bool operator==(const ProbedMessage&) const = default;
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

  static constexpr uint32_t kTable = 5;
  static constexpr size_t kColumns = 10;
  Interval interval() const;
  static std::vector<Column> columns(std::span<const PartitionTransfer> rows);
  static Result<std::vector<PartitionTransfer>> rows(const std::vector<Column>& columns,
                                                     const report::Report& report);
  bool operator==(const PartitionTransfer&) const = default;
};

/// The location's part in a collective operation.
struct CollectivePart {
  Ticks begin;
  Ticks end;
  int64_t group = 0;      ///< communicator, window or file: the same number at all of its members
  uint32_t instance = 0;  ///< how many operations with it were before; the same at all members
  report::CallPathId path;

  static constexpr uint32_t kTable = 6;
  static constexpr size_t kColumns = 5;
  Interval interval() const { return {begin, end}; }
  static std::vector<Column> columns(std::span<const CollectivePart> rows);
  static Result<std::vector<CollectivePart>> rows(const std::vector<Column>& columns,
                                                  const report::Report& report);
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

  static constexpr uint32_t kTable = 0;  // the first of all, so that it does not matter who has it
  static constexpr size_t kColumns = 6;
  Interval interval() const { return {}; }
  static std::vector<Column> columns(std::span<const Consequence> rows);
  static Result<std::vector<Consequence>> rows(const std::vector<Column>& columns,
                                               const report::Report& report);
  bool operator==(const Consequence&) const = default;
};

}  // namespace latecomer::store
