// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/ticks.h"
#include "report/report.h"
#include "store/fields.h"
#include "store/tables.h"

namespace latecomer::store {

// These are the tables of the findings store from which timelines are drawn: what every location did, in less
// and less detail, and what it takes to read its events from the middle on. Times of activities and of
// positions are as they were recorded (by the reference clock, where that is known); what the correction of
// clocks made of these is a table of its own.

/// Returns the number of a table that has the rows of one resolution, a power of two of ticks.
constexpr uint32_t level_table(uint32_t first, Ticks resolution) {
  return first + static_cast<uint32_t>(std::bit_width(static_cast<uint64_t>(resolution.count))) - 1;
}

/// Returns the last number of the tables that begin with `first`.
constexpr uint32_t last_level(uint32_t first) {
  return first + 62;
}

/// Rounds a time down to a multiple of the resolution, a power of two. Short things whose begins are rounded
/// to the same time are one in a picture.
constexpr Ticks rounded_down(Ticks time, Ticks resolution) {
  return Ticks(time.count & -resolution.count);
}

/// Says that from `begin` to `end` the location was in one call path, and in no callee of it; or, where
/// several short ones were taken together, mostly.
struct Activity {
  Ticks begin;
  Ticks end;
  report::CallPathId path;
  uint32_t count = 1;
  uint8_t share = kWhole;

  static constexpr uint8_t kWhole = 255;
  static constexpr uint32_t kTable = 256;  ///< Is the first of 63 numbers of tables, one for each resolution.
  static constexpr std::string_view kName = "activities";
  static constexpr auto fields() {  // Mostly a row begins where the one before it ends.
    return std::tuple(
        Field<&Activity::end>{"end", "", Unit::time},
        Field<&Activity::begin>{"begin", "", Unit::time, gap("end")},
        Field<&Activity::path>{
            .name = "path", .text = "none: in no call path, as an idle worker is", .may_be_none = true},
        Field<&Activity::count>{"count", "how many activities the row stands for"},
        Field<&Activity::share>{"share", "the part of the time that was on the call path, in 255ths"});
  }
  Interval interval() const { return {begin, end}; }
  bool operator==(const Activity&) const = default;
};

/// Holds wait states of a location that lie so close together that they are drawn as one: the longest of
/// them, but with the end of all, and the sums of amounts and costs.
struct WaitSummary : Wait {
  Ticks begin;
  uint32_t count = 1;
  uint32_t wait = 0;
  Ticks longest;

  static constexpr uint32_t kTable = 512;  ///< Is the first of 63 numbers of tables, one for each resolution.
  static constexpr std::string_view kName = "wait states in less detail";
  static constexpr auto fields() {
    return std::tuple_cat(
        Wait::fields(),
        std::tuple(
            Field<&WaitSummary::begin>{"begin", "", Unit::time, before("end")},
            Field<&WaitSummary::count>{"count",
                                       "how many wait states the row stands for; what is "
                                       "no sum is that of the longest"},
            Field<&WaitSummary::wait>{"wait", "the longest one's position among the location's wait states"},
            Field<&WaitSummary::longest>{.name = "longest",
                                         .text = "how long that one is",
                                         .unit = Unit::ticks,
                                         .is_answered = false}));
  }
  Interval interval() const { return {begin, end}; }
  bool operator==(const WaitSummary&) const = default;
};

/// Is a node of the call tree as the trace defines it, in the order of the report's call paths. Numbers are
/// those of the trace's definitions, or the invalid ones of their types. It belongs to no location.
struct CallTreeNode {
  report::CallPathId parent;
  uint32_t region = 0;
  uint32_t from = 0;
  uint32_t to = 0;
  uint32_t caller = 0;
  uint32_t kind = 0;

  static constexpr uint32_t kTable = 7;
  static constexpr std::string_view kName = "the call tree";
  static constexpr auto fields() {
    return std::tuple(
        Field<&CallTreeNode::parent>{.name = "parent", .text = "", .may_be_none = true},
        Field<&CallTreeNode::region>{"region", ""}, Field<&CallTreeNode::from>{"from", "source location"},
        Field<&CallTreeNode::to>{"to", "the same, of a gap"},
        Field<&CallTreeNode::caller>{"caller", "calling context"}, Field<&CallTreeNode::kind>{"kind", ""});
  }
  Interval interval() const { return {}; }
  bool operator==(const CallTreeNode&) const = default;
};

/// Says where the events of a location can be read from, and which calls are open there.
struct ReadPoint {
  struct OpenCall {
    uint32_t region = 0;
    report::CallPathId path;
    Ticks enter;
    uint32_t stack = 0;  ///< Is the calling context with which the call was entered.
    uint32_t after = 0;  ///< Is the calling context of the inner call that ended last.
    bool operator==(const OpenCall&) const = default;
  };

  Ticks time;
  Ticks recorded;
  uint64_t offset = 0;
  uint64_t events = 0;
  report::CallPathId base;
  uint32_t after = 0;
  bool has_stacks = false;
  std::vector<OpenCall> calls;

  static constexpr uint32_t kTable = 8;
  static constexpr std::string_view kName = "where events can be read from";
  static constexpr auto fields() {
    return std::tuple(
        Field<&ReadPoint::time>{"time", "of the latest event before it", Unit::time},
        Field<&ReadPoint::recorded>{"recorded", "the same by the location's own clock", Unit::time,
                                    store::after("time")},
        Field<&ReadPoint::offset>{"offset", "in the file of events, as the trace understands it"},
        Field<&ReadPoint::events>{"events", "before it"},
        Field<&ReadPoint::base>{
            .name = "base", .text = "on which time passes while no call is open", .may_be_none = true},
        Field<&ReadPoint::after>{"after", "calling context of the call that ended last while none is open"},
        Field<&ReadPoint::has_stacks>{"has_stacks", "some event so far had a call stack"},
        list<&ReadPoint::calls>("calls", "that are open, the outermost first",
                                Field<&OpenCall::region>{"region", ""}, Field<&OpenCall::path>{"path", ""},
                                Field<&OpenCall::enter>{"enter", "", Unit::time},
                                Field<&OpenCall::stack>{"stack", "calling context with which it was entered"},
                                Field<&OpenCall::after>{"after", "that of the call in it that ended last"}));
  }
  Interval interval() const { return {time, time}; }
  bool operator==(const ReadPoint&) const = default;
};

/// Says what the correction of clocks made of a time: linear between two rows, and beyond the first and the
/// last as far from these as before.
struct ClockCorrection {
  Ticks before;
  Ticks after;

  static constexpr uint32_t kTable = 9;
  static constexpr std::string_view kName = "corrections of clocks";
  static constexpr auto fields() {
    return std::tuple(Field<&ClockCorrection::before>{"before", "", Unit::time},
                      Field<&ClockCorrection::after>{"after", "", Unit::time, store::after("before")});
  }
  Interval interval() const { return {before, before}; }
  bool operator==(const ClockCorrection&) const = default;
};

/// Says that a thread had no core, or that a core, which is a location of its own, ran something.
struct CoreState {
  Ticks begin;
  Ticks end;
  report::MetricId metric;
  report::LocationId cause;

  static constexpr uint32_t kTable = 12;
  static constexpr std::string_view kName = "states of threads and cores";
  static constexpr auto fields() {
    return std::tuple(
        Field<&CoreState::end>{"end", "", Unit::time},
        Field<&CoreState::begin>{"begin", "", Unit::time, before("end")},
        Field<&CoreState::metric>{.name = "metric",
                                  .text = "why the thread had no core; none: a core ran the cause",
                                  .may_be_none = true},
        Field<&CoreState::cause>{
            .name = "cause",
            .text = "what woke the thread, or had its core; none: it is not known, or has no location",
            .may_be_none = true});
  }
  Interval interval() const { return {begin, end}; }
  bool operator==(const CoreState&) const = default;
};

/// Is a team of threads that the location forked.
struct Fork {
  Ticks begin;
  Ticks end;
  uint32_t team = 0;
  report::CallPathId path;
  report::CallPathId region;

  static constexpr uint32_t kTable = 10;
  static constexpr std::string_view kName = "forks of teams";
  static constexpr auto fields() {
    return std::tuple(
        Field<&Fork::begin>{"begin", "", Unit::time},
        Field<&Fork::end>{"end", "", Unit::time, after("begin")},
        Field<&Fork::team>{"team", "the number of its communicator in the trace"},
        Field<&Fork::path>{.name = "path", .text = "where it was forked", .may_be_none = true},
        Field<&Fork::region>{.name = "region", .text = "the parallel region", .may_be_none = true});
  }
  Interval interval() const { return {begin, end}; }
  bool operator==(const Fork&) const = default;
};

}  // namespace latecomer::store
