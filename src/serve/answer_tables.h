// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/all_tables.h"
#include "timeline/critical_path.h"
#include "timeline/edges.h"
#include "timeline/table_message.h"

namespace latecomer::serve {

// These tables are the server's answers about timelines. Their columns are the fields of their rows.

/// Names a table of answers. `owner` is the column with the location that a row is of; empty: there is none.
template <class Row>
struct AnswerTable {
  std::string_view name;
  std::string_view owner;
  std::string_view text;
};

/// Says by how much a clock was corrected.
struct ClockShift {
  Ticks time;
  Ticks shift;

  static constexpr auto fields() {
    using store::Field;
    return std::tuple(
        Field<&ClockShift::time>{"time", "between two rows the shift changes linearly", store::Unit::time},
        Field<&ClockShift::shift>{"shift", "later than it was recorded", store::Unit::ticks});
  }
};

inline constexpr AnswerTable<store::Activity> kActivities{"activities", "location",
                                                          "What locations did: by location, then begin."};
inline constexpr AnswerTable<store::WaitSummary> kWaits{"waits", "location",
                                                        "Wait states: by location, then begin."};
inline constexpr AnswerTable<timeline::MessageLine> kMessages{
    "messages", "", "Messages between two locations that look the same in a picture."};
inline constexpr AnswerTable<store::ProbedMessage> kProbes{
    "probes", "", "Messages that probes saw before they were received: each with the first one that did."};
inline constexpr AnswerTable<store::CollectivePart> kCollectives{
    "collectives", "location",
    "Locations' parts in collective operations; those with the same group and instance belong together."};
inline constexpr AnswerTable<store::PartitionTransfer> kTransfers{
    "transfers", "owner",
    "Data that went from a partition of a send to one of a receive, which the owner started."};
inline constexpr AnswerTable<store::CoreState> kStates{
    "states", "location", "When threads had no core, and why, and what cores ran: by location, then end."};
inline constexpr AnswerTable<timeline::PathRow> kStretches{"stretches", "",
                                                           "Of the critical path, in the order of time."};
inline constexpr AnswerTable<ClockShift> kCorrections{"corrections", "location",
                                                      "Of locations' clocks, as they were corrected."};

inline constexpr std::tuple kAnswerTables(kActivities, kWaits, kMessages, kProbes, kCollectives, kTransfers,
                                          kStates, kStretches, kCorrections);

/// Calls `use(field)` for each field that answers have.
template <class Row, class Use>
void for_each_answered(const Use& use) {
  store::for_each_value(Row::fields(), [&](const auto& field) {
    if (field.is_answered) use(field);
  });
}

/// Is the type that a value has in answers: times and sizes are doubles, positions and small numbers as they
/// are. Of larger numbers only whether they are equal is of interest.
template <class Value>
using Answered =
    std::conditional_t<std::is_same_v<Value, uint8_t>, uint8_t,
                       std::conditional_t<std::is_same_v<Value, Ticks> || std::is_same_v<Value, uint64_t> ||
                                              std::is_same_v<Value, double>,
                                          double, uint32_t>>;

/// Returns a value as answers have it. `value` is null where there is none.
template <class Field>
Answered<typename Field::Value> answered(const Field& field, const typename Field::Value* value,
                                         Ticks begin) {
  using Value = typename Field::Value;
  if constexpr (std::is_same_v<Value, Ticks>) {
    if (value == nullptr) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>((field.unit == store::Unit::time ? *value - begin : *value).count);
  } else if constexpr (requires { value->valid(); }) {
    return value == nullptr ? Value::kInvalid : value->value;
  } else {
    return static_cast<Answered<Value>>(*value);
  }
}

template <class Row>
const Row& row_of(const Row& row) {
  return row;
}
template <class Row>
const Row& row_of(const std::pair<report::LocationId, Row>& row) {
  return row.second;
}

/// Makes a table of rows. `rows` are of the kind of the table or, where it has an owner, pairs of one and the
/// row. Times are those since `begin`.
template <class Row, class Rows>
timeline::Table answer_table(const AnswerTable<Row>& table, const Rows& rows, Ticks begin) {
  timeline::Table made{table.name, {}};
  if constexpr (requires { rows.front().second; })
    if (!table.owner.empty())
      made.columns.push_back(
          timeline::column<uint32_t>(table.owner, rows, [](const auto& row) { return row.first.value; }));
  for_each_answered<Row>([&]<class Field>(const Field& field) {
    made.columns.push_back(timeline::column<Answered<typename Field::Value>>(
        field.name, rows,
        [&](const auto& row) { return answered(field, field.find(row_of<Row>(row)), begin); }));
  });
  return made;
}

}  // namespace latecomer::serve
