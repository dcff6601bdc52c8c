// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/ticks.h"
#include "report/report.h"
#include "store/fields.h"

namespace latecomer::store {

// These are the tables of the findings store: what is known of single wait states and what led to them. A
// table has rows of every location, in the order of time. Times are ticks of the trace's corrected clock.

/// Is the time from `begin` to `end`.
struct Interval {
  Ticks begin;
  Ticks end;
};

inline bool overlap(const Interval& a, const Interval& b) {
  return a.begin <= b.end && b.begin <= a.end;
}

// Each kind of row has the number of its table in the file (`kTable`), what it is called in docs/tables.md
// (`kName`), its fields (`fields`), and the time that a row is about (`interval`).

/// Is a wait state: the location waited until `end` for what `cause` did then.
struct Wait {
  Ticks end;
  Ticks amount;
  report::MetricId metric;
  report::CallPathId path;
  report::LocationId cause;
  Ticks direct;
  Ticks further;

  Ticks begin() const { return end - amount; }
  static constexpr uint32_t kTable = 1;
  static constexpr std::string_view kName = "wait states";
  static constexpr auto fields() {
    return std::tuple(
        Field<&Wait::end>{"end", "until when the location waited", Unit::time},
        Field<&Wait::amount>{"amount", "how long it waited; of several, their sum", Unit::ticks},
        Field<&Wait::metric>{"metric", "the kind of wait state"},
        Field<&Wait::path>{"path", "where it waited"},
        Field<&Wait::cause>{
            .name = "cause", .text = "who was waited for; none: not known", .may_be_none = true},
        Field<&Wait::direct>{"direct", "what delays of the cause explain of it", Unit::ticks,
                             before("amount")},
        Field<&Wait::further>{"further", "waiting that it caused further on, of all kinds", Unit::ticks});
  }
  Interval interval() const { return {begin(), end}; }
  bool operator==(const Wait&) const = default;
};

/// Says what the location had to do with a wait state that it caused: in the interval (from, to] it took
/// longer than the waiting location on some call paths, and waited itself.
struct Delay {
  struct Part {
    report::CallPathId path;
    Ticks time;
    bool operator==(const Part&) const = default;
  };

  Ticks from;
  Ticks to;
  report::LocationId waiter;
  uint32_t wait = 0;
  Ticks waited;
  std::vector<Part> parts;

  static constexpr uint32_t kTable = 2;
  static constexpr std::string_view kName = "delays";
  static constexpr auto fields() {
    return std::tuple(
        Field<&Delay::to>{"to", "the end of the interval", Unit::time},
        Field<&Delay::from>{"from", "its begin", Unit::time, before("to")},
        Field<&Delay::waiter>{"waiter", "the location that waited"},
        Field<&Delay::wait>{"wait", "position among the waiter's wait states"},
        Field<&Delay::waited>{"waited", "how long the location waited in the interval itself", Unit::ticks},
        list<&Delay::parts>("parts", "where it took longer than the waiter",
                            Field<&Part::path>{"path", "the call path"},
                            Field<&Part::time>{"time", "by how much", Unit::ticks}));
  }
  Interval interval() const { return {from, to}; }
  bool operator==(const Delay&) const = default;
};

/// Is a stretch of the critical path.
struct Stretch {
  /// Says how the path came here from another location: where it left that one, a wait of this one ended.
  struct Edge {
    report::LocationId from;  ///< Is the location that was waited for.
    report::MetricId wait;    ///< Is the kind of wait state, or that of blocked time.
    report::CallPathId path;  ///< Is the call path of the wait.
    bool operator==(const Edge&) const = default;
  };

  int64_t position = 0;  ///< Orders stretches; those with the same position, by time.
  report::CallPathId path;
  Ticks begin;
  Ticks end;
  std::optional<Edge> edge;  ///< Is how the path came here; empty if it was here before, or begins here.

  static constexpr uint32_t kTable = 3;
  static constexpr std::string_view kName = "the critical path";
  static constexpr auto fields() {
    return std::tuple(
        Field<&Stretch::position>{
            .name = "position", .text = "among all locations' stretches", .is_answered = false},
        Field<&Stretch::begin>{"begin", "", Unit::time},
        Field<&Stretch::end>{"end", "", Unit::time, after("begin")},
        Field<&Stretch::path>{
            .name = "path", .text = "the deepest that encloses everything in it", .may_be_none = true},
        group<&Stretch::edge>(
            Field<&Edge::from>{"from", "the location that the path came from; none: it was here before"},
            Field<&Edge::wait>{"metric", "the kind of the wait state that ended there"},
            Field<&Edge::path>{"wait_path", "where the location waited"}));
  }
  Interval interval() const { return {begin, end}; }
  bool operator==(const Stretch&) const = default;
};

/// Is a message that the location received.
struct Message {
  Ticks received;
  Ticks sent;
  report::LocationId sender;
  uint64_t bytes = 0;

  static constexpr uint32_t kTable = 4;
  static constexpr std::string_view kName = "messages";
  static constexpr auto fields() {
    return std::tuple(Field<&Message::received>{"received", "when it had arrived", Unit::time},
                      Field<&Message::sent>{"sent", "when it was on its way, or the call began that sent it",
                                            Unit::time, before("received")},
                      Field<&Message::sender>{"sender", ""},
                      Field<&Message::bytes>{"bytes", "", Unit::bytes});
  }
  Interval interval() const { return {std::min(sent, received), std::max(sent, received)}; }
  bool operator==(const Message&) const = default;
};

/// Is a message of the location that a probe had seen before it was received.
struct ProbedMessage {
  Ticks seen;
  report::LocationId prober;
  report::CallPathId path;
  Ticks sent;
  report::LocationId sender;
  uint64_t bytes = 0;

  static constexpr uint32_t kTable = 11;
  static constexpr std::string_view kName = "probed messages";
  static constexpr auto fields() {
    return std::tuple(
        Field<&ProbedMessage::prober>{"prober", "the location or another thread of its process"},
        Field<&ProbedMessage::seen>{"seen", "by the first probe that saw it", Unit::time},
        Field<&ProbedMessage::path>{"path", "of the probe"}, Field<&ProbedMessage::sender>{"sender", ""},
        Field<&ProbedMessage::sent>{"sent", "as of a message", Unit::time, before("seen")},
        Field<&ProbedMessage::bytes>{"bytes", "", Unit::bytes});
  }
  Interval interval() const { return {std::min(sent, seen), std::max(sent, seen)}; }
  bool operator==(const ProbedMessage&) const = default;
};

/// Is data that went from one partition of a send to one of a receive that the location started.
struct PartitionTransfer {
  /// Says what a thread did, or saw.
  struct Event {
    report::LocationId location;
    Ticks time;
    bool operator==(const Event&) const = default;
  };

  Event ready;                     ///< Says when the send's partition was ready.
  std::optional<Event> arrived;    ///< Says when the receive's partition was first seen.
  std::optional<Event> completed;  ///< Says when the whole receive was complete.
  uint32_t receive = 0;
  uint32_t send_partition = 0;
  uint32_t receive_partition = 0;
  uint64_t bytes = 0;

  static constexpr uint32_t kTable = 5;
  static constexpr std::string_view kName = "transfers between partitions";
  static constexpr auto fields() {
    return std::tuple(group<&PartitionTransfer::ready>(
                          Field<&Event::location>{"sender", "who made the send's partition ready"},
                          Field<&Event::time>{"ready", "when", Unit::time}),
                      group<&PartitionTransfer::arrived>(
                          Field<&Event::location>{"receiver", "who saw first that the receive's had arrived"},
                          Field<&Event::time>{"arrived", "when", Unit::time, after("ready")}),
                      group<&PartitionTransfer::completed>(
                          Field<&Event::location>{"completer", "who completed the whole receive"},
                          Field<&Event::time>{"completed", "when", Unit::time, after("ready")}),
                      Field<&PartitionTransfer::receive>{"receive", "which one of the location's"},
                      Field<&PartitionTransfer::send_partition>{"send_partition", ""},
                      Field<&PartitionTransfer::receive_partition>{"receive_partition", ""},
                      Field<&PartitionTransfer::bytes>{"bytes", "", Unit::bytes});
  }
  Interval interval() const {
    Interval interval{ready.time, ready.time};
    for (const std::optional<Event>& event : {arrived, completed})
      if (event) interval = {std::min(interval.begin, event->time), std::max(interval.end, event->time)};
    return interval;
  }
  bool operator==(const PartitionTransfer&) const = default;
};

/// Is the location's part in a collective operation.
struct CollectivePart {
  Ticks begin;
  Ticks end;
  int64_t group = 0;
  uint32_t instance = 0;
  report::CallPathId path;

  static constexpr uint32_t kTable = 6;
  static constexpr std::string_view kName = "parts in collective operations";
  static constexpr auto fields() {
    return std::tuple(Field<&CollectivePart::begin>{"begin", "", Unit::time},
                      Field<&CollectivePart::end>{"end", "", Unit::time, after("begin")},
                      Field<&CollectivePart::group>{
                          "group", "communicator, window or file: the same number at all of its members"},
                      Field<&CollectivePart::instance>{"instance", "how many operations with it were before"},
                      Field<&CollectivePart::path>{"path", ""});
  }
  Interval interval() const { return {begin, end}; }
  bool operator==(const CollectivePart&) const = default;
};

/// Says what delays on a call path cost at short term in waits of one kind on another. It has no location.
struct Consequence {
  report::CallPathId delay;
  report::MetricId metric;
  report::CallPathId path;
  double seconds = 0;
  std::vector<report::LocationGroupId> ranks;

  static constexpr uint32_t kTable = 0;  // Comes first, so that it does not matter which location has it.
  static constexpr std::string_view kName = "consequences of delays";
  static constexpr auto fields() {
    return std::tuple(Field<&Consequence::delay>{"delay", "the delaying call path"},
                      Field<&Consequence::metric>{"metric", "of the wait states"},
                      Field<&Consequence::path>{"path", "of the waiting locations"},
                      Field<&Consequence::seconds>{"seconds", "the bits of a double"},
                      list<&Consequence::ranks>("ranks",
                                                "that waited, ascending: those with at least a "
                                                "tenth of the worst's"));
  }
  Interval interval() const { return {}; }
  bool operator==(const Consequence&) const = default;
};

}  // namespace latecomer::store
