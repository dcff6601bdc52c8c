// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/timeline_tables.h"

#include <algorithm>

#include "store/row_columns.h"

namespace latecomer::store {

using namespace report;

namespace {

uint32_t number_32(RowReader& reader, size_t column, size_t row) {
  return static_cast<uint32_t>(reader.size(column, row, UINT32_MAX));
}

}  // namespace

// Mostly a row begins where the one before it ends.
std::vector<Column> Activity::columns(std::span<const Activity> rows) {
  std::vector<Column> columns = columns_of(
      rows, [](const Activity& row) { return row.end.count; },
      [](const Activity& row) { return number_of(row.path); },
      [](const Activity& row) { return int64_t{row.count}; },
      [](const Activity& row) { return int64_t{row.share}; });
  Column& gaps = columns.emplace_back();
  for (size_t i = 0; i < rows.size(); ++i)
    gaps.push_back(i == 0 ? (rows[0].end - rows[0].begin).count : (rows[i].begin - rows[i - 1].end).count);
  return columns;
}

Result<std::vector<Activity>> Activity::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  Ticks last;
  return read_rows<Activity>(reader, kColumns, [&](size_t i) {
    const Ticks end = reader.ticks(0, i);
    const Ticks gap = reader.ticks(4, i);
    const Ticks begin = i == 0 ? end - gap : last + gap;
    last = end;
    return Activity{begin, end, reader.path_if_any(1, i), number_32(reader, 2, i),
                    static_cast<uint8_t>(reader.size(3, i, kWhole))};
  });
}

std::vector<Column> WaitSummary::columns(std::span<const WaitSummary> rows) {
  return columns_of(
      rows, [](const WaitSummary& row) { return row.begin.count; },
      [](const WaitSummary& row) { return (row.end - row.begin).count; },
      [](const WaitSummary& row) { return row.amount.count; },
      [](const WaitSummary& row) { return int64_t{row.count}; },
      [](const WaitSummary& row) { return int64_t{row.wait}; },
      [](const WaitSummary& row) { return number_of(row.metric); },
      [](const WaitSummary& row) { return number_of(row.path); },
      [](const WaitSummary& row) { return number_of(row.cause); },
      [](const WaitSummary& row) { return row.longest.count; },
      [](const WaitSummary& row) { return (row.amount - row.direct).count; },
      [](const WaitSummary& row) { return row.further.count; });
}

Result<std::vector<WaitSummary>> WaitSummary::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  return read_rows<WaitSummary>(reader, kColumns, [&](size_t i) {
    const Ticks begin = reader.ticks(0, i);
    const Ticks amount = reader.ticks(2, i);
    return WaitSummary{begin,
                       begin + reader.ticks(1, i),
                       amount,
                       number_32(reader, 3, i),
                       number_32(reader, 4, i),
                       reader.metric(5, i),
                       reader.path(6, i),
                       reader.location_if_any(7, i),
                       reader.ticks(8, i),
                       amount - reader.ticks(9, i),
                       reader.ticks(10, i)};
  });
}

std::vector<Column> CallTreeNode::columns(std::span<const CallTreeNode> rows) {
  return columns_of(
      rows, [](const CallTreeNode& row) { return number_of(row.parent); },
      [](const CallTreeNode& row) { return int64_t{row.region}; },
      [](const CallTreeNode& row) { return int64_t{row.from}; },
      [](const CallTreeNode& row) { return int64_t{row.to}; },
      [](const CallTreeNode& row) { return int64_t{row.caller}; },
      [](const CallTreeNode& row) { return int64_t{row.kind}; });
}

Result<std::vector<CallTreeNode>> CallTreeNode::rows(const std::vector<Column>& columns,
                                                     const Report& report) {
  RowReader reader(columns, report);
  return read_rows<CallTreeNode>(reader, kColumns, [&](size_t i) {
    return CallTreeNode{reader.path_if_any(0, i), number_32(reader, 1, i), number_32(reader, 2, i),
                        number_32(reader, 3, i),  number_32(reader, 4, i), number_32(reader, 5, i)};
  });
}

std::vector<Column> ReadPoint::columns(std::span<const ReadPoint> rows) {
  std::vector<Column> columns = columns_of(
      rows, [](const ReadPoint& row) { return row.time.count; },
      [](const ReadPoint& row) { return (row.recorded - row.time).count; },
      [](const ReadPoint& row) { return static_cast<int64_t>(row.offset); },
      [](const ReadPoint& row) { return static_cast<int64_t>(row.events); },
      [](const ReadPoint& row) { return number_of(row.base); },
      [](const ReadPoint& row) { return int64_t{row.after}; },
      [](const ReadPoint& row) { return int64_t{row.has_stacks}; },
      [](const ReadPoint& row) { return static_cast<int64_t>(row.calls.size()); });
  columns.resize(kColumns);
  for (const ReadPoint& row : rows) {
    for (const OpenCall& call : row.calls) {
      columns[8].push_back(call.region);
      columns[9].push_back(number_of(call.path));
      columns[10].push_back(call.enter.count);
      columns[11].push_back(call.stack);
      columns[12].push_back(call.after);
    }
  }
  return columns;
}

Result<std::vector<ReadPoint>> ReadPoint::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  size_t next = 0;
  return read_rows<ReadPoint>(reader, 8, [&](size_t i) {
    const Ticks time = reader.ticks(0, i);
    ReadPoint row{time,
                  time + reader.ticks(1, i),
                  reader.size(2, i, INT64_MAX),
                  reader.size(3, i, INT64_MAX),
                  reader.path_if_any(4, i),
                  number_32(reader, 5, i),
                  reader.size(6, i, 1) == 1,
                  {}};
    row.calls.resize(reader.size(7, i, columns[8].size() - std::min(next, columns[8].size())));
    for (OpenCall& call : row.calls) {
      call = {number_32(reader, 8, next), reader.path(9, next), reader.ticks(10, next),
              number_32(reader, 11, next), number_32(reader, 12, next)};
      ++next;
    }
    return row;
  });
}

std::vector<Column> ClockCorrection::columns(std::span<const ClockCorrection> rows) {
  return columns_of(
      rows, [](const ClockCorrection& row) { return row.before.count; },
      [](const ClockCorrection& row) { return (row.after - row.before).count; });
}

Result<std::vector<ClockCorrection>> ClockCorrection::rows(const std::vector<Column>& columns,
                                                           const Report& report) {
  RowReader reader(columns, report);
  return read_rows<ClockCorrection>(reader, kColumns, [&](size_t i) {
    const Ticks before = reader.ticks(0, i);
    return ClockCorrection{before, before + reader.ticks(1, i)};
  });
}

std::vector<Column> Fork::columns(std::span<const Fork> rows) {
  return columns_of(
      rows, [](const Fork& row) { return row.begin.count; },
      [](const Fork& row) { return (row.end - row.begin).count; },
      [](const Fork& row) { return int64_t{row.team}; }, [](const Fork& row) { return number_of(row.path); },
      [](const Fork& row) { return number_of(row.region); });
}

Result<std::vector<Fork>> Fork::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  return read_rows<Fork>(reader, kColumns, [&](size_t i) {
    const Ticks begin = reader.ticks(0, i);
    return Fork{begin, begin + reader.ticks(1, i), number_32(reader, 2, i), reader.path_if_any(3, i),
                reader.path_if_any(4, i)};
  });
}

}  // namespace latecomer::store
