// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/tables.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "store/row_columns.h"

namespace latecomer::store {

using namespace report;

std::vector<Column> Wait::columns(std::span<const Wait> rows) {
  return columns_of(
      rows, [](const Wait& row) { return row.end.count; }, [](const Wait& row) { return row.amount.count; },
      [](const Wait& row) { return number_of(row.metric); },
      [](const Wait& row) { return number_of(row.path); },
      [](const Wait& row) { return number_of(row.cause); },
      [](const Wait& row) { return (row.amount - row.direct).count; },
      [](const Wait& row) { return row.further.count; });
}

Result<std::vector<Wait>> Wait::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  return read_rows<Wait>(reader, kColumns, [&](size_t i) {
    const Ticks amount = reader.ticks(1, i);
    return Wait{reader.ticks(0, i),
                amount,
                reader.metric(2, i),
                reader.path(3, i),
                reader.location_if_any(4, i),
                amount - reader.ticks(5, i),
                reader.ticks(6, i)};
  });
}

std::vector<Column> Delay::columns(std::span<const Delay> rows) {
  std::vector<Column> columns = columns_of(
      rows, [](const Delay& row) { return row.to.count; },
      [](const Delay& row) { return (row.to - row.from).count; },
      [](const Delay& row) { return number_of(row.waiter); },
      [](const Delay& row) { return static_cast<int64_t>(row.wait); },
      [](const Delay& row) { return row.waited.count; },
      [](const Delay& row) { return static_cast<int64_t>(row.parts.size()); });
  columns.resize(columns.size() + 2);
  for (const Delay& row : rows) {
    for (const Delay::Part& part : row.parts) {
      columns[6].push_back(number_of(part.path));
      columns[7].push_back(part.time.count);
    }
  }
  return columns;
}

Result<std::vector<Delay>> Delay::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  size_t next = 0;
  return read_rows<Delay>(reader, 6, [&](size_t i) {
    const Ticks to = reader.ticks(0, i);
    Delay row{to - reader.ticks(1, i), to, reader.location(2, i),
              static_cast<uint32_t>(reader.size(3, i, UINT32_MAX)), reader.ticks(4, i)};
    row.parts.resize(reader.size(5, i, columns[6].size() - std::min(next, columns[6].size())));
    for (Delay::Part& part : row.parts) {
      part = {reader.path(6, next), reader.ticks(7, next)};
      ++next;
    }
    return row;
  });
}

std::vector<Column> Stretch::columns(std::span<const Stretch> rows) {
  const auto edge = [](const auto& value) {
    return [value](const Stretch& row) { return row.edge ? value(*row.edge) : -1; };
  };
  return columns_of(
      rows, [](const Stretch& row) { return row.position; },
      [](const Stretch& row) { return row.begin.count; },
      [](const Stretch& row) { return (row.end - row.begin).count; },
      [](const Stretch& row) { return number_of(row.path); },
      edge([](const Stretch::Edge& of) { return number_of(of.from); }),
      edge([](const Stretch::Edge& of) { return number_of(of.wait); }),
      edge([](const Stretch::Edge& of) { return number_of(of.path); }));
}

Result<std::vector<Stretch>> Stretch::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  return read_rows<Stretch>(reader, kColumns, [&](size_t i) {
    const Ticks begin = reader.ticks(1, i);
    Stretch row{reader.number(0, i), reader.path_if_any(3, i), begin, begin + reader.ticks(2, i), {}};
    if (reader.number(4, i) != -1) row.edge = {reader.location(4, i), reader.metric(5, i), reader.path(6, i)};
    return row;
  });
}

std::vector<Column> Message::columns(std::span<const Message> rows) {
  return columns_of(
      rows, [](const Message& row) { return row.received.count; },
      [](const Message& row) { return (row.received - row.sent).count; },
      [](const Message& row) { return number_of(row.sender); },
      [](const Message& row) { return std::bit_cast<int64_t>(row.bytes); });
}

Result<std::vector<Message>> Message::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  return read_rows<Message>(reader, kColumns, [&](size_t i) {
    const Ticks received = reader.ticks(0, i);
    return Message{received, received - reader.ticks(1, i), reader.location(2, i),
                   std::bit_cast<uint64_t>(reader.number(3, i))};
  });
}

std::vector<Column> ProbedMessage::columns(std::span<const ProbedMessage> rows) {
  return columns_of(
      rows, [](const ProbedMessage& row) { return row.seen.count; },
      [](const ProbedMessage& row) { return number_of(row.prober); },
      [](const ProbedMessage& row) { return number_of(row.path); },
      [](const ProbedMessage& row) { return (row.seen - row.sent).count; },
      [](const ProbedMessage& row) { return number_of(row.sender); },
      [](const ProbedMessage& row) { return std::bit_cast<int64_t>(row.bytes); });
}

Result<std::vector<ProbedMessage>> ProbedMessage::rows(const std::vector<Column>& columns,
                                                       const Report& report) {
  RowReader reader(columns, report);
  return read_rows<ProbedMessage>(reader, kColumns, [&](size_t i) {
    const Ticks seen = reader.ticks(0, i);
    return ProbedMessage{seen,
                         reader.location(1, i),
                         reader.path(2, i),
                         seen - reader.ticks(3, i),
                         reader.location(4, i),
                         std::bit_cast<uint64_t>(reader.number(5, i))};
  });
}

Interval PartitionTransfer::interval() const {
  Interval interval{ready.time, ready.time};
  for (const std::optional<Event>& event : {arrived, completed})
    if (event) interval = {std::min(interval.begin, event->time), std::max(interval.end, event->time)};
  return interval;
}

std::vector<Column> PartitionTransfer::columns(std::span<const PartitionTransfer> rows) {
  using Event = std::optional<PartitionTransfer::Event>;
  const auto location = [](const Event& event) { return event ? number_of(event->location) : -1; };
  const auto after_ready = [](const PartitionTransfer& row, const Event& event) {
    return event ? (event->time - row.ready.time).count : 0;
  };
  return columns_of(
      rows, [](const PartitionTransfer& row) { return row.ready.time.count; },
      [](const PartitionTransfer& row) { return number_of(row.ready.location); },
      [&](const PartitionTransfer& row) { return after_ready(row, row.arrived); },
      [&](const PartitionTransfer& row) { return location(row.arrived); },
      [&](const PartitionTransfer& row) { return after_ready(row, row.completed); },
      [&](const PartitionTransfer& row) { return location(row.completed); },
      [](const PartitionTransfer& row) { return int64_t{row.receive}; },
      [](const PartitionTransfer& row) { return int64_t{row.send_partition}; },
      [](const PartitionTransfer& row) { return int64_t{row.receive_partition}; },
      [](const PartitionTransfer& row) { return std::bit_cast<int64_t>(row.bytes); });
}

Result<std::vector<PartitionTransfer>> PartitionTransfer::rows(const std::vector<Column>& columns,
                                                               const Report& report) {
  RowReader reader(columns, report);
  return read_rows<PartitionTransfer>(reader, kColumns, [&](size_t i) {
    const Ticks ready = reader.ticks(0, i);
    const auto event = [&](size_t column) -> std::optional<PartitionTransfer::Event> {
      const LocationId location = reader.location_if_any(column + 1, i);
      if (!location.valid()) return std::nullopt;
      return PartitionTransfer::Event{location, ready + reader.ticks(column, i)};
    };
    const auto position = [&](size_t column) {
      return static_cast<uint32_t>(reader.size(column, i, UINT32_MAX));
    };
    return PartitionTransfer{{reader.location(1, i), ready},
                             event(2),
                             event(4),
                             position(6),
                             position(7),
                             position(8),
                             std::bit_cast<uint64_t>(reader.number(9, i))};
  });
}

std::vector<Column> CollectivePart::columns(std::span<const CollectivePart> rows) {
  return columns_of(
      rows, [](const CollectivePart& row) { return row.begin.count; },
      [](const CollectivePart& row) { return (row.end - row.begin).count; },
      [](const CollectivePart& row) { return row.group; },
      [](const CollectivePart& row) { return int64_t{row.instance}; },
      [](const CollectivePart& row) { return number_of(row.path); });
}

Result<std::vector<CollectivePart>> CollectivePart::rows(const std::vector<Column>& columns,
                                                         const Report& report) {
  RowReader reader(columns, report);
  return read_rows<CollectivePart>(reader, kColumns, [&](size_t i) {
    const Ticks begin = reader.ticks(0, i);
    return CollectivePart{begin, begin + reader.ticks(1, i), reader.number(2, i),
                          static_cast<uint32_t>(reader.size(3, i, UINT32_MAX)), reader.path(4, i)};
  });
}

std::vector<Column> Consequence::columns(std::span<const Consequence> rows) {
  std::vector<Column> columns = columns_of(
      rows, [](const Consequence& row) { return number_of(row.delay); },
      [](const Consequence& row) { return number_of(row.metric); },
      [](const Consequence& row) { return number_of(row.path); },
      [](const Consequence& row) { return std::bit_cast<int64_t>(row.seconds); },
      [](const Consequence& row) { return static_cast<int64_t>(row.ranks.size()); });
  columns.emplace_back();
  for (const Consequence& row : rows)
    for (const LocationGroupId rank : row.ranks) columns[5].push_back(number_of(rank));
  return columns;
}

Result<std::vector<Consequence>> Consequence::rows(const std::vector<Column>& columns, const Report& report) {
  RowReader reader(columns, report);
  size_t next = 0;
  return read_rows<Consequence>(reader, 5, [&](size_t i) {
    Consequence row{reader.path(0, i),
                    reader.metric(1, i),
                    reader.path(2, i),
                    std::bit_cast<double>(reader.number(3, i)),
                    {}};
    row.ranks.resize(reader.size(4, i, columns[5].size() - std::min(next, columns[5].size())));
    for (LocationGroupId& rank : row.ranks) rank = reader.group(5, next++);
    return row;
  });
}

}  // namespace latecomer::store
