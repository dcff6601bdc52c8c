// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "report/report.h"
#include "store/columns.h"
#include "store/tables.h"

namespace latecomer::store {

// The tables of the findings store from which timelines are drawn: what every location did, in less and less
// detail, and what it takes to read its events from the middle on. Times of activities and of positions are
// as they were recorded (by the reference clock, where that is known); what the correction of clocks made of
// these is a table of its own.

/// The number of a table that has the rows of one resolution, a power of two of ticks.
constexpr uint32_t level_table(uint32_t first, Ticks resolution) {
  return first + static_cast<uint32_t>(std::bit_width(static_cast<uint64_t>(resolution.count))) - 1;
}

/// The last number of these.
constexpr uint32_t last_level(uint32_t first) {
  return first + 62;
}

/// To a multiple of the resolution, a power of two. Short things whose begins are rounded to the same time
/// are one in a picture.
constexpr Ticks rounded_down(Ticks time, Ticks resolution) {
  return Ticks(time.count & -resolution.count);
}

/// From `begin` to `end` the location was in one call path, and in no callee of it; or, where several short
/// ones were taken together, mostly.
struct Activity {
  Ticks begin;
  Ticks end;
  report::CallPathId path;  ///< invalid: in none, as an idle worker is
  uint32_t count = 1;       ///< how many activities the row stands for
  uint8_t share = kWhole;   ///< the part of the time that was on `path`, in 255ths

  static constexpr uint8_t kWhole = 255;
  static constexpr uint32_t kTable = 256;  ///< the first of 63, one for each resolution
  static constexpr size_t kColumns = 5;
  Interval interval() const { return {begin, end}; }
  static std::vector<Column> columns(std::span<const Activity> rows);
  static Result<std::vector<Activity>> rows(const std::vector<Column>& columns, const report::Report& report);
  bool operator==(const Activity&) const = default;
};

/// Wait states of a location that lie so close together that they are drawn as one.
struct WaitSummary {
  Ticks begin;
  Ticks end;
  Ticks amount;        ///< the sum of all that they waited
  uint32_t count = 1;  ///< of wait states
  uint32_t wait = 0;   ///< the longest one's position among the location's wait states, and what it is:
  report::MetricId metric;
  report::CallPathId path;
  report::LocationId cause;  ///< invalid: not known
  Ticks longest;
  Ticks direct;  ///< the sums of the costs
  Ticks further;

  static constexpr uint32_t kTable = 512;  ///< the first of 63, one for each resolution
  static constexpr size_t kColumns = 11;
  Interval interval() const { return {begin, end}; }
  static std::vector<Column> columns(std::span<const WaitSummary> rows);
  static Result<std::vector<WaitSummary>> rows(const std::vector<Column>& columns,
                                               const report::Report& report);
  bool operator==(const WaitSummary&) const = default;
};

/// A node of the call tree as the trace defines it, in the order of the report's call paths. Numbers are
/// those of the trace's definitions, or the invalid ones of their types. Of no location.
struct CallTreeNode {
  report::CallPathId parent;
  uint32_t region = 0;
  uint32_t from = 0;    ///< source location
  uint32_t to = 0;      ///< the same, of a gap
  uint32_t caller = 0;  ///< calling context
  uint32_t kind = 0;

  static constexpr uint32_t kTable = 7;
  static constexpr size_t kColumns = 6;
  Interval interval() const { return {}; }
  static std::vector<Column> columns(std::span<const CallTreeNode> rows);
  static Result<std::vector<CallTreeNode>> rows(const std::vector<Column>& columns,
                                                const report::Report& report);
  bool operator==(const CallTreeNode&) const = default;
};

/// Where the events of a location can be read from, and which calls are open there.
struct ReadPoint {
  struct OpenCall {
    uint32_t region = 0;
    report::CallPathId path;
    Ticks enter;
    uint32_t stack = 0;  ///< calling context with which it was entered
    uint32_t after = 0;  ///< that of the call in it that ended last
    bool operator==(const OpenCall&) const = default;
  };

  Ticks time;                   ///< of the latest event before it
  Ticks recorded;               ///< the same by the location's own clock
  uint64_t offset = 0;          ///< in the file of events, as the trace understands it
  uint64_t events = 0;          ///< before it
  report::CallPathId base;      ///< on which time passes while no call is open
  uint32_t after = 0;           ///< calling context of the call that ended last while none is open
  bool has_stacks = false;      ///< some event so far had a call stack
  std::vector<OpenCall> calls;  ///< the outermost first

  static constexpr uint32_t kTable = 8;
  static constexpr size_t kColumns = 13;
  Interval interval() const { return {time, time}; }
  static std::vector<Column> columns(std::span<const ReadPoint> rows);
  static Result<std::vector<ReadPoint>> rows(const std::vector<Column>& columns,
                                             const report::Report& report);
  bool operator==(const ReadPoint&) const = default;
};

/// What the correction of clocks made of a time: linear between two rows, and beyond the first and the last
/// as far from these as before.
struct ClockCorrection {
  Ticks before;
  Ticks after;

  static constexpr uint32_t kTable = 9;
  static constexpr size_t kColumns = 2;
  Interval interval() const { return {before, before}; }
  static std::vector<Column> columns(std::span<const ClockCorrection> rows);
  static Result<std::vector<ClockCorrection>> rows(const std::vector<Column>& columns,
                                                   const report::Report& report);
  bool operator==(const ClockCorrection&) const = default;
};

/// A team of threads that the location forked.
struct Fork {
  Ticks begin;
  Ticks end;
  uint32_t team = 0;          ///< the number of its communicator in the trace
  report::CallPathId path;    ///< where it was forked; invalid: not known
  report::CallPathId region;  ///< the parallel region; invalid: none

  static constexpr uint32_t kTable = 10;
  static constexpr size_t kColumns = 5;
  Interval interval() const { return {begin, end}; }
  static std::vector<Column> columns(std::span<const Fork> rows);
  static Result<std::vector<Fork>> rows(const std::vector<Column>& columns, const report::Report& report);
  bool operator==(const Fork&) const = default;
};

}  // namespace latecomer::store
