// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

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
inline Interval interval_of(const Consequence&) {
  return {};
}

std::vector<Column> to_columns(std::span<const Wait> rows);
std::vector<Column> to_columns(std::span<const Delay> rows);
std::vector<Column> to_columns(std::span<const Stretch> rows);
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
Result<std::vector<Consequence>> from_columns(const std::vector<Column>& columns,
                                              const report::Report& report);

}  // namespace latecomer::store
