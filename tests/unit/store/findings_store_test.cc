// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/findings_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "report/metrics.h"
#include "store/read_findings.h"
#include "store/timeline_tables.h"
#include "store/write_store.h"
#include "support/findings.h"
#include "support/run_ranks.h"

namespace latecomer::store {
namespace {

using namespace report;

constexpr Builtin kLateSender = Builtin::mpi_latesender;

/// Three locations, three call paths.
Report definitions() {
  Report report;
  report.metrics = builtin_metrics();
  report.regions.resize(1);
  report.call_paths.resize(3, {CallPathId(), RegionId(0)});
  report.location_groups.resize(3);
  for (size_t i = 0; i < 3; ++i) report.locations.push_back({"", "", 0, LocationGroupId(i)});
  return report;
}

Wait wait(int64_t begin, int64_t end) {
  return {Ticks(end), Ticks(end - begin), metric_id(kLateSender), CallPathId(1), LocationId(2), Ticks(1),
          Ticks(7)};
}

Delay delay(int64_t from, int64_t to, std::vector<Delay::Part> parts) {
  return {Ticks(from), Ticks(to), LocationId(1), 3, Ticks(2), std::move(parts)};
}

Stretch stretch(int64_t position, int64_t begin, int64_t end) {
  return {position, CallPathId(2), Ticks(begin), Ticks(end), std::nullopt};
}

template <class Row>
std::vector<Chunk> chunks_of(size_t location, const std::vector<Row>& rows) {
  std::vector<Chunk> chunks;
  add_chunks<Row>(LocationId(location), rows, chunks);
  return chunks;
}

std::vector<Chunk> joined(std::vector<std::vector<Chunk>> lists) {
  std::vector<Chunk> all;
  for (std::vector<Chunk>& list : lists) std::ranges::move(list, std::back_inserter(all));
  return all;
}

Report with_findings(std::vector<Chunk> chunks) {
  Report report = definitions();
  put_findings(std::move(chunks), report);
  return report;
}

TEST(FindingsStore, RowsAreReadAsTheyWereWritten) {
  const std::vector<Wait> waits = {wait(5, 9), {Ticks(-3), Ticks(0), MetricId(0), CallPathId(0), {}, {}, {}}};
  const std::vector<Delay> delays = {delay(0, 4, {}),
                                     delay(2, 9, {{CallPathId(0), Ticks(3)}, {CallPathId(2), Ticks(1)}})};
  std::vector<Stretch> path = {stretch(0, 0, 4), stretch(5, 4, 9)};
  path[0].path = CallPathId();
  path[1].edge = Stretch::Edge{LocationId(1), metric_id(kLateSender), CallPathId(0)};
  const std::vector<Message> messages = {{Ticks(9), Ticks(5), LocationId(0), 7},
                                         {Ticks(3), Ticks(4), LocationId(1), UINT64_MAX}};
  const std::vector<ProbedMessage> probed = {
      {Ticks(8), LocationId(2), CallPathId(1), Ticks(5), LocationId(0), 7},
      {Ticks(9), LocationId(1), CallPathId(0), Ticks(10), LocationId(1), UINT64_MAX}};
  using Event = PartitionTransfer::Event;
  const std::vector<PartitionTransfer> transfers = {{{LocationId(1), Ticks(5)}, {}, {}, 3, 2, 1, 100},
                                                    {{LocationId(0), Ticks(6)},
                                                     Event{LocationId(2), Ticks(5)},
                                                     Event{LocationId(1), Ticks(8)},
                                                     UINT32_MAX,
                                                     0,
                                                     0,
                                                     0}};
  const std::vector<CollectivePart> parts = {{Ticks(0), Ticks(8), -4, 3, CallPathId(2)}};
  const std::vector<Consequence> consequences = {
      {CallPathId(0), metric_id(kLateSender), CallPathId(1), 0.1, {LocationGroupId(0), LocationGroupId(2)}}};
  const Report report = with_findings(joined(
      {chunks_of(1, waits), chunks_of(1, delays), chunks_of(1, path), chunks_of(1, messages),
       chunks_of(1, probed), chunks_of(1, transfers), chunks_of(1, parts), chunks_of(2, consequences)}));
  const Result<FindingsStore> store = FindingsStore::open(report);
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(*store->read<Wait>(LocationId(1)), waits);
  EXPECT_EQ(*store->read<Delay>(LocationId(1)), delays);
  EXPECT_EQ(*store->read<Stretch>(LocationId(1)), path);
  EXPECT_EQ(*store->read<Message>(LocationId(1)), messages);
  EXPECT_EQ(*store->read<ProbedMessage>(LocationId(1)), probed);
  EXPECT_EQ(*store->read<PartitionTransfer>(LocationId(1)), transfers);
  EXPECT_EQ(*store->read<CollectivePart>(LocationId(1)), parts);
  EXPECT_EQ(*read_consequences(report), consequences);
  EXPECT_TRUE(store->read<Wait>(LocationId(0))->empty());
  EXPECT_TRUE(store->read<Wait>(LocationId(2))->empty());
}

/// Waits of one tick, one every ten; a window has the chunks that it touches, whose rows are all read.
TEST(FindingsStore, OnlyChunksOfTheWindowAreRead) {
  std::vector<std::vector<Chunk>> chunks;
  for (int64_t chunk = 0; chunk < 10; ++chunk) {
    std::vector<Wait> waits;
    for (int64_t i = 0; i < 100; ++i) waits.push_back(wait(1000 * chunk + 10 * i, 1000 * chunk + 10 * i + 1));
    chunks.push_back(chunks_of(0, waits));
  }
  const Report report = with_findings(joined(std::move(chunks)));
  const Result<FindingsStore> store = FindingsStore::open(report);
  ASSERT_TRUE(store);
  EXPECT_EQ(store->entries(Wait::kTable).size(), 10);
  const auto read = [&](int64_t from, int64_t to) {
    const std::vector<Wait> waits = *store->read<Wait>(LocationId(0), {Ticks(from), Ticks(to)});
    return waits.empty() ? std::pair<int64_t, size_t>()
                         : std::pair(waits.front().begin().count, waits.size());
  };
  EXPECT_EQ(read(2500, 2500), (std::pair<int64_t, size_t>(2000, 100)));
  EXPECT_EQ(read(2500, 3000), (std::pair<int64_t, size_t>(2000, 200)));
  EXPECT_EQ(read(2995, 2999), (std::pair<int64_t, size_t>())) << "between two chunks";
  EXPECT_EQ(read(-5, 20000), (std::pair<int64_t, size_t>(0, 1000)));
}

TEST(FindingsStore, LargeRowsAreSpreadOverChunks) {
  std::vector<Delay::Part> parts(kMostNumbers / 8, {CallPathId(0), Ticks(1)});
  const std::vector<Delay> delays(16, delay(0, 1, parts));
  const std::vector<Chunk> chunks = chunks_of(0, delays);
  EXPECT_EQ(chunks.size(), 8);
  const Report report = with_findings(chunks);
  EXPECT_EQ(*FindingsStore::open(report)->read<Delay>(LocationId(0)), delays);
}

TEST(FindingsStore, IsTheSameFromAnyNumberOfRanks) {
  const auto chunks = [](size_t location) {
    return joined({chunks_of<Wait>(location, {wait(static_cast<int64_t>(location), 100)}),
                   chunks_of<Stretch>(location, {stretch(static_cast<int64_t>(2 - location), 3, 4)})});
  };
  const Report one = with_findings(joined({chunks(0), chunks(1), chunks(2)}));
  std::vector<std::string> parts(3);
  run_ranks(3, [&](Comm& comm) {
    const auto rank = static_cast<size_t>(comm.rank());
    for (const LargeText& chunk : put_together(chunks(rank), comm).chunks) parts[rank] += chunk;
  });
  EXPECT_EQ(parts[0] + parts[1] + parts[2], one.files.at(std::string(kStoreFile)));
}

/// By position: those of one position are in the order in which their location has them.
TEST(CriticalPath, IsInOrder) {
  const Report report =
      with_findings(joined({chunks_of<Stretch>(0, {stretch(0, 0, 1), stretch(5, 3, 4), stretch(5, 4, 9)}),
                            chunks_of<Stretch>(2, {stretch(2, 1, 3), stretch(9, 9, 9)})}));
  const Result<CriticalPath> path = read_critical_path(report);
  ASSERT_TRUE(path);
  std::vector<std::pair<size_t, int64_t>> order;
  for (const CriticalStretch& each : *path) order.emplace_back(each.location.index(), each.begin.count);
  EXPECT_EQ(order, (std::vector<std::pair<size_t, int64_t>>{{0, 0}, {2, 1}, {0, 3}, {0, 4}, {2, 9}}));
}

template <class Row>
bool is_refused(const std::vector<Column>& columns) {
  return !rows_of<Row>(columns, shape_of<Row>(), definitions());
}

TEST(Tables, WhatNoReportHasIsRefused) {
  const std::vector<Column> good = columns_of<Wait>(std::vector<Wait>{wait(0, 1)});
  EXPECT_FALSE(is_refused<Wait>(good));
  const auto changed = [&](size_t column, int64_t value) {
    std::vector<Column> columns = good;
    columns[column] = {value};
    return columns;
  };
  EXPECT_TRUE(is_refused<Wait>(changed(0, INT64_MAX))) << "a time of which there is no distance";
  EXPECT_TRUE(is_refused<Wait>(changed(2, static_cast<int64_t>(kBuiltinMetrics)))) << "metric";
  EXPECT_TRUE(is_refused<Wait>(changed(3, 3))) << "call path";
  EXPECT_TRUE(is_refused<Wait>(changed(3, -1))) << "no call path";
  EXPECT_TRUE(is_refused<Wait>(changed(4, 3))) << "location";
  std::vector<Column> longer = good;
  longer[6].push_back(0);
  EXPECT_TRUE(is_refused<Wait>(longer));
  std::vector<Column> parts = columns_of<Delay>(std::vector<Delay>{delay(0, 1, {{CallPathId(0), Ticks(1)}})});
  EXPECT_FALSE(is_refused<Delay>(parts));
  parts[5] = {2};
  EXPECT_TRUE(is_refused<Delay>(parts)) << "more parts than there are";
  parts[5] = {-1};
  EXPECT_TRUE(is_refused<Delay>(parts));
}

/// The store of a report whose schema and magic number are those of another version.
template <class Row>
Report of_version(const std::string& magic, const std::string& schema, const Shape& shape,
                  std::vector<Column> columns) {
  to_stored(columns, shape);
  const LargeText chunk = pack(columns);
  const bool is_first = magic == "FINDING1";
  const uint64_t at = is_first ? kFirstHead : sizeof(Head) + schema.size();
  Head head{.directory = at + chunk.size(), .entries = 1, .schema = schema.size()};
  std::ranges::copy(magic, head.magic.begin());
  const Entry entry{.table = Row::kTable,
                    .location = 0,
                    .begin = 0,
                    .end = 100,
                    .offset = at,
                    .bytes = static_cast<uint32_t>(chunk.size()),
                    .rows = static_cast<uint32_t>(columns[0].size())};
  std::string text(reinterpret_cast<const char*>(&head), is_first ? kFirstHead : sizeof(Head));
  text += is_first ? "" : schema;
  text.append(chunk.data(), chunk.size());
  text.append(reinterpret_cast<const char*>(&entry), sizeof(entry));
  Report report = definitions();
  report.files[std::string(kStoreFile)] = text;
  return report;
}

template <class Row>
Result<std::vector<Row>> read_rows(const Report& report) {
  TRY(const FindingsStore store, FindingsStore::open(report));
  return store.read<Row>(LocationId(0));
}

// What was stored then: of the direct costs how much they are less than the amount.
TEST(Schema, StoresWithoutOneAreRead) {
  const Shape plain(7);
  const std::vector<Column> columns = {{9, 20}, {4, 5}, {0, 1}, {1, 2}, {2, -1}, {3, 5}, {7, 0}};
  const Report report = of_version<Wait>("FINDING1", "", plain, columns);
  EXPECT_EQ(
      *read_rows<Wait>(report),
      (std::vector<Wait>{{Ticks(9), Ticks(4), MetricId(0), CallPathId(1), LocationId(2), Ticks(1), Ticks(7)},
                         {Ticks(20), Ticks(5), MetricId(1), CallPathId(2), {}, Ticks(0), Ticks(0)}}));
  // The end, path, count and share of each, and the gap before it: in the first row its length.
  const std::vector<Column> activities = {{10, 15}, {0, -1}, {1, 3}, {255, 100}, {10, 2}};
  EXPECT_EQ(*read_rows<Activity>(of_version<Activity>("FINDING1", "", Shape(5), activities)),
            (std::vector<Activity>{{Ticks(0), Ticks(10), CallPathId(0), 1, 255},
                                   {Ticks(12), Ticks(15), CallPathId(), 3, 100}}));
}

/// Every kind of row that was stored then still has all of these columns.
TEST(Schema, KnowsAllFirstColumns) {
  const Schema now = parse_schema(schema_text()).value();
  for (const auto& [table, shape] : first_schema())
    for (const ColumnShape& column : shape)
      EXPECT_NE(std::ranges::find(now.at(table), column.name, &ColumnShape::name), now.at(table).end())
          << table << " " << column.name;
}

// A later program has left out what waiting was caused further on, and added columns and a table.
TEST(Schema, OfALaterStoreWhatIsKnownIsTaken) {
  const std::string text =
      "1 color end begin:before:end metric path amount cause notes.size notes.text direct:after:amount\n"
      "77 something new:after:something\n";
  const Result<Schema> schema = parse_schema(text);
  ASSERT_TRUE(schema);
  const std::vector<Column> columns = {{5}, {9}, {2}, {0}, {1}, {4}, {-1}, {2}, {11, 12}, {1}};
  const Result<std::vector<Wait>> waits =
      read_rows<Wait>(of_version<Wait>("FINDING2", text, schema->at(1), columns));
  ASSERT_TRUE(waits) << waits.error().message;
  EXPECT_EQ(*waits,
            (std::vector<Wait>{{Ticks(9), Ticks(4), MetricId(0), CallPathId(1), {}, Ticks(1), Ticks(0)}}));
  const std::string without = "1 end amount path\n";
  EXPECT_FALSE(read_rows<Wait>(of_version<Wait>("FINDING2", without, Shape(3), {{9}, {4}, {1}})))
      << "a metric has no default";
}

TEST(Schema, WhatIsNoneIsRefused) {
  EXPECT_TRUE(parse_schema("1 a b:after:a\n256 c\n"));
  EXPECT_FALSE(parse_schema("x a\n"));
  EXPECT_FALSE(parse_schema("1 a a\n")) << "twice the same";
  EXPECT_FALSE(parse_schema("1 b:after:a a\n")) << "a base has to be before it";
  EXPECT_FALSE(parse_schema("1 a b:beside:a\n"));
  EXPECT_FALSE(parse_schema("1 a  b\n"));
}

/// Damage is an error or goes unnoticed, but does no harm.
TEST(FindingsStore, IsRefusedWhereItIsDamaged) {
  const Report whole = with_findings(
      joined({chunks_of<Wait>(0, {wait(0, 1), wait(5, 9)}), chunks_of<Stretch>(1, {stretch(0, 0, 4)})}));
  const std::string content = whole.files.at(std::string(kStoreFile));
  std::mt19937_64 random(1);
  size_t refused = 0;
  const auto look = [&](std::string text) {
    Report report = definitions();
    report.files[std::string(kStoreFile)] = std::move(text);
    const Result<CriticalPath> path = read_critical_path(report);
    const Result<FindingsStore> store = FindingsStore::open(report);
    if (store) (void)store->read<Wait>(LocationId(0));
    refused += path ? 0 : 1;
    EXPECT_EQ(path ? "" : path.error().message,
              path ? "" : "findings.store is damaged; latecomer analyze writes it anew");
  };
  for (size_t size = sizeof(Head); size < content.size(); ++size) look(content.substr(0, size));
  EXPECT_EQ(refused, content.size() - sizeof(Head)) << "cut off";
  for (int i = 0; i < 5000; ++i) {
    std::string text = content;
    text[random() % text.size()] = static_cast<char>(random());
    look(std::move(text));
  }
  const Result<CriticalPath> none = read_critical_path(definitions());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the report has no findings.store; latecomer analyze writes it");
}

}  // namespace
}  // namespace latecomer::store
