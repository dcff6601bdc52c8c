// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reads a report with what other producers write and this program does not: all types of values, in both byte
// orders, compressed or not, and locations that stand in the tree in another order than their ids.

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "cubex/reader.h"
#include "cubex/shared_file.h"
#include "cubex/tar_writer.h"
#include "cubex/writer.h"
#include "example.h"
#include "query/space.h"
#include "report/locations.h"
#include "support/run_ranks.h"
#include "whole_share.h"

namespace latecomer::cubex {
namespace {

using namespace report;

constexpr size_t kLocations = 4;

/// The bytes of a file of values, in the byte order of one machine or the other.
class Bytes {
 public:
  explicit Bytes(bool big_endian) : big_endian_(big_endian) {}

  template <class Value>
  Bytes& put(Value value) {
    std::array<char, sizeof(Value)> bytes;
    std::memcpy(bytes.data(), &value, sizeof(Value));
    if (big_endian_) std::ranges::reverse(bytes);
    text.append(bytes.data(), bytes.size());
    return *this;
  }

  std::string text;

 private:
  bool big_endian_;
};

struct ForeignMetric {
  std::string name;
  std::string kind;  ///< "EXCLUSIVE" or "INCLUSIVE"
  std::string type;
  std::vector<int32_t> rows;
  std::string values;  ///< of these rows, one after the other
};

/// A metric with one row, that of the root of the call tree; `put` appends the value of a location.
template <class Put>
ForeignMetric of_root(const std::string& type, bool big_endian, Put put) {
  Bytes bytes(big_endian);
  for (size_t location = 0; location < kLocations; ++location) put(bytes, location + 1);
  return {type, "INCLUSIVE", type, {0}, bytes.text};
}

template <class Number>
ForeignMetric numbers(const std::string& type, bool big_endian, Number factor) {
  return of_root(type, big_endian, [&](Bytes& bytes, size_t n) {
    bytes.put(static_cast<Number>(factor * static_cast<Number>(n)));
  });
}

std::vector<ForeignMetric> metrics_of_all_types(bool big_endian) {
  const auto doubles = [](Bytes& bytes, std::initializer_list<size_t> values) {
    for (const size_t value : values) bytes.put(static_cast<double>(value));
  };
  return {
      numbers<int8_t>("INT8", big_endian, -1),
      numbers<uint8_t>("UINT8", big_endian, 60),
      numbers<int16_t>("INT16", big_endian, -300),
      numbers<uint16_t>("UINT16", big_endian, 16'000),
      numbers<int32_t>("INT32", big_endian, -70'000),
      numbers<uint32_t>("UINT32", big_endian, 1'000'000'000),
      numbers<int64_t>("INT64", big_endian, -5'000'000'000),
      numbers<uint64_t>("UINT64", big_endian, 5'000'000'000),
      numbers<double>("MAXDOUBLE", big_endian, 1.5),
      of_root("RATE", big_endian,
              [&](Bytes& bytes, size_t n) {
                doubles(bytes, {n, 8});
              }),
      of_root("COMPLEX", big_endian,
              [&](Bytes& bytes, size_t n) {
                doubles(bytes, {3 * n, 4 * n});
              }),
      of_root("NDOUBLES(3)", big_endian,
              [&](Bytes& bytes, size_t n) {
                doubles(bytes, {n, 10, 100});
              }),
      of_root("HISTOGRAM(2)", big_endian,
              [&](Bytes& bytes, size_t n) {
                doubles(bytes, {7, 9, n, 20});
              }),
      of_root("TAU_ATOMIC", big_endian,
              [&](Bytes& bytes, size_t n) {
                bytes.put(static_cast<uint32_t>(2));
                doubles(bytes, {1, 5, 6 * n, 26});
              }),
      of_root("SCALE_FUNC", big_endian, [&](Bytes& bytes, size_t n) { doubles(bytes, {n}); }),
  };
}

/// For each row, the value of the first location; those of the others are 2, 3 and 4 times as large.
ForeignMetric rows_of(const std::string& kind, std::vector<int32_t> rows, const std::vector<double>& first,
                      bool big_endian) {
  Bytes bytes(big_endian);
  for (const double value : first) {
    for (size_t location = 0; location < kLocations; ++location)
      bytes.put(value * static_cast<double>(location + 1));
  }
  return {kind, kind, "DOUBLE", std::move(rows), bytes.text};
}

std::string index_of(const ForeignMetric& metric, bool big_endian) {
  Bytes bytes(big_endian);
  bytes.text = "CUBEX.INDEX";
  bytes.put(int32_t{1}).put(int16_t{0}).put(int8_t{1}).put(static_cast<int32_t>(metric.rows.size()));
  for (const int32_t row : metric.rows) bytes.put(row);
  return bytes.text;
}

/// Each row is compressed on its own, behind a table of where each is.
std::string compressed_data(const ForeignMetric& metric, bool big_endian) {
  Bytes bytes(big_endian);
  bytes.text = "ZCUBEX.DATA";
  bytes.put(static_cast<int64_t>(metric.rows.size()));
  const size_t row_size = metric.values.size() / metric.rows.size();
  std::string rows;
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
  for (size_t row = 0; row < metric.rows.size(); ++row) {
    std::string out(libdeflate_zlib_compress_bound(compressor, row_size), '\0');
    out.resize(libdeflate_zlib_compress(compressor, metric.values.data() + row * row_size, row_size,
                                        out.data(), out.size()));
    bytes.put(static_cast<int64_t>(row * row_size))
        .put(static_cast<int64_t>(rows.size()))
        .put(static_cast<int64_t>(out.size()));
    rows += out;
  }
  libdeflate_free_compressor(compressor);
  return bytes.text + rows;
}

std::string anchor_of(const std::vector<ForeignMetric>& metrics) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.4\">\n<metrics>\n";
  for (size_t i = 0; i < metrics.size(); ++i) {
    text += "<metric id=\"" + std::to_string(i) + "\" type=\"" + metrics[i].kind + "\"><disp_name>" +
            metrics[i].name + "</disp_name><uniq_name>" + metrics[i].name + "</uniq_name><dtype>" +
            metrics[i].type + "</dtype><uom>sec</uom></metric>\n";
  }
  text += "</metrics>\n<program>\n";
  const std::array names = {"main", "foo", "deep", "bar"};
  for (size_t i = 0; i < names.size(); ++i)
    text += "<region id=\"" + std::to_string(i) + "\"><name>" + names[i] + "</name></region>\n";
  return text + R"(<cnode id="0" calleeId="0">
  <cnode id="1" calleeId="1"><cnode id="2" calleeId="2"/></cnode>
  <cnode id="3" calleeId="3"/>
</cnode>
</program>
<system>
<systemtreenode Id="0"><name>machine</name><class>machine</class>
  <locationgroup Id="0"><name>Process 0</name><rank>0</rank><type>process</type>
    <location Id="0"><name>Thread 0</name><rank>0</rank><type>thread</type></location>
    <location Id="2"><name>Thread 2</name><rank>2</rank><type>thread</type></location>
  </locationgroup>
  <locationgroup Id="1"><name>Process 1</name><rank>1</rank><type>process</type>
    <location Id="1"><name>Thread 1</name><rank>1</rank><type>thread</type></location>
    <location Id="3"><name>Thread 3</name><rank>3</rank><type>thread</type></location>
  </locationgroup>
</systemtreenode>
</system>
</cube>
)";
}

class ForeignReport : public testing::TestWithParam<std::tuple<bool, bool>> {
 protected:
  /// Writes these metrics into a report and reads it.
  Result<Report> read(const std::vector<ForeignMetric>& metrics) const {
    const std::filesystem::path path = test_file("foreign.cubex");
    std::ofstream(path).close();
    SharedFile file(path);
    TarWriter tar(file, true);
    for (size_t i = 0; i < metrics.size(); ++i) {
      tar.add_member(std::to_string(i) + ".index", index_of(metrics[i], big_endian_));
      tar.add_member(std::to_string(i) + ".data", compressed_ ? compressed_data(metrics[i], big_endian_)
                                                              : "CUBEX.DATA" + metrics[i].values);
    }
    tar.add_member("anchor.xml", anchor_of(metrics));
    tar.finish();
    EXPECT_TRUE(file.close());
    Result<Report> report = read_cubex(path);
    std::filesystem::remove(path);
    return report;
  }

  const bool big_endian_ = std::get<0>(GetParam());
  const bool compressed_ = std::get<1>(GetParam());
};

TEST_P(ForeignReport, ReducesEveryDataTypeToOneNumber) {
  const Result<Report> report = read(metrics_of_all_types(big_endian_));
  ASSERT_TRUE(report) << report.error().message;
  const auto first_row = [&](const char* metric) {
    return report->row(report->find_metric(metric), CallPathId(0));
  };
  EXPECT_EQ(first_row("INT8"), (std::vector<double>{-1, -2, -3, -4}));
  EXPECT_EQ(first_row("UINT8"), (std::vector<double>{60, 120, 180, 240}));
  EXPECT_EQ(first_row("INT16"), (std::vector<double>{-300, -600, -900, -1200}));
  EXPECT_EQ(first_row("UINT16"), (std::vector<double>{16e3, 32e3, 48e3, 64e3}));
  EXPECT_EQ(first_row("INT32"), (std::vector<double>{-70e3, -140e3, -210e3, -280e3}));
  EXPECT_EQ(first_row("UINT32"), (std::vector<double>{1e9, 2e9, 3e9, 4e9}));
  EXPECT_EQ(first_row("INT64"), (std::vector<double>{-5e9, -10e9, -15e9, -20e9}));
  EXPECT_EQ(first_row("UINT64"), (std::vector<double>{5e9, 10e9, 15e9, 20e9}));
  EXPECT_EQ(first_row("MAXDOUBLE"), (std::vector<double>{1.5, 3, 4.5, 6}));
  EXPECT_EQ(first_row("RATE"), (std::vector<double>{0.125, 0.25, 0.375, 0.5})) << "n / 8";
  EXPECT_EQ(first_row("COMPLEX"), (std::vector<double>{5, 10, 15, 20})) << "|3n + 4n i|";
  EXPECT_EQ(first_row("NDOUBLES(3)"), (std::vector<double>{111, 112, 113, 114})) << "n + 10 + 100";
  EXPECT_EQ(first_row("HISTOGRAM(2)"), (std::vector<double>{21, 22, 23, 24})) << "n + 20, without limits";
  EXPECT_EQ(first_row("TAU_ATOMIC"), (std::vector<double>{3, 6, 9, 12})) << "the mean of 2 samples";
  EXPECT_EQ(report->notes,
            std::vector<std::string>{"metric 'SCALE_FUNC' has values of type SCALE_FUNC, which are not read, "
                                     "and would be lost where the report is written"});
}

TEST_P(ForeignReport, ReadsTheRowsOfSomeLocations) {
  const Result<Report> report = read(metrics_of_all_types(big_endian_));
  ASSERT_TRUE(report) << report.error().message;
  for (const auto& [metric, call_path] : report->stored_rows()) {
    const Row whole = report->column(metric, call_path);
    const Row middle = report->column(metric, call_path, {1, 3});
    ASSERT_NE(middle, nullptr);
    EXPECT_EQ(middle->size(), 2);
    EXPECT_EQ(*middle, whole->part(1, 2)) << report->metrics[metric.index()].data_type;
    EXPECT_EQ(report->column(metric, call_path, {2, 2}), nullptr);
  }
  const MetricId rate = report->find_metric("RATE");
  EXPECT_EQ(report->column(rate, CallPathId(0), {3, 4})->numbers(), (std::vector<double>{0.5}));
  const StoredSize size = report->stored_size({rate, CallPathId(0)});
  EXPECT_EQ(size.is_compressed, compressed_);
  if (!compressed_) {
    EXPECT_EQ(size.bytes, 64) << "four locations, two doubles each";
  }
  EXPECT_EQ(report->stored_size({rate, CallPathId(1)}).bytes, 0) << "no row";
}

// On five ranks, one has no location.
TEST_P(ForeignReport, IsReadInBlocksOfLocations) {
  const Result<Report> report = read(metrics_of_all_types(big_endian_));
  ASSERT_TRUE(report) << report.error().message;
  const query::Space whole(*report);
  for (const int ranks : {2, 3, 5}) {
    run_ranks(ranks, [&](Comm& comm) {
      const query::Space blocks(*report, comm, {});
      for (size_t m = 0; m < report->metrics.size(); ++m) {
        SCOPED_TRACE(report->metrics[m].data_type);
        EXPECT_EQ(blocks.per_location(MetricId(m)), whole.per_location(MetricId(m)));
        EXPECT_EQ(blocks.per_call_path(MetricId(m), query::Below::included),
                  whole.per_call_path(MetricId(m), query::Below::included));
      }
    });
  }
}

TEST_P(ForeignReport, IsWrittenAsItWas) {
  const Result<Report> report = read(metrics_of_all_types(big_endian_));
  ASSERT_TRUE(report) << report.error().message;
  const std::filesystem::path path = test_file("written_again.cubex");
  ASSERT_TRUE(write_cubex(tests::whole_share(*report), *serial_comm(), path));
  const Result<Report> again = read_cubex(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->stored_rows(), report->stored_rows());
  for (const auto& [metric, call_path] : report->stored_rows()) {
    EXPECT_EQ(again->metrics[metric.index()].data_type, report->metrics[metric.index()].data_type);
    EXPECT_EQ(*again->column(metric, call_path), *report->column(metric, call_path));
  }
  std::filesystem::remove(path);
}

TEST_P(ForeignReport, OrdersLocationsByTheirIdsWhereverTheyStandInTheTree) {
  const Result<Report> report = read({numbers<double>("DOUBLE", big_endian_, 1)});
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->locations.size(), kLocations);
  for (size_t i = 0; i < kLocations; ++i) {
    EXPECT_EQ(report->locations[i].name, "Thread " + std::to_string(i));
    EXPECT_EQ(report->locations[i].group, LocationGroupId(i % 2));
  }
}

/// The values of the first location at main, foo, deep and bar.
std::vector<double> first_values(const Report& report, const char* metric, query::Below below) {
  std::vector<double> values;
  for (size_t path = 0; path < report.call_paths.size(); ++path) {
    const std::vector<double> row =
        query::Space(report).per_location(report.find_metric(metric), CallPathId(path), below);
    values.push_back(row[0]);
    for (size_t location = 1; location < row.size(); ++location)
      EXPECT_EQ(row[location], row[0] * static_cast<double>(location + 1));
  }
  return values;
}

// main calls foo and bar, foo calls deep. Rows of exclusive values are main, foo, deep, bar; of inclusive
// ones main, foo, bar, deep.
TEST_P(ForeignReport, HasTheValuesOfTheCallPathsInTheMetricsOwnOrder) {
  const Result<Report> report = read({rows_of("EXCLUSIVE", {0, 1, 2, 3}, {1, 10, 100, 1000}, big_endian_),
                                      rows_of("INCLUSIVE", {0, 1, 2, 3}, {100, 50, 20, 35}, big_endian_)});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(first_values(*report, "EXCLUSIVE", query::Below::excluded),
            (std::vector<double>{1, 10, 100, 1000}));
  EXPECT_EQ(first_values(*report, "EXCLUSIVE", query::Below::included),
            (std::vector<double>{1111, 110, 100, 1000}));
  EXPECT_EQ(first_values(*report, "INCLUSIVE", query::Below::included),
            (std::vector<double>{100, 50, 35, 20}));
  EXPECT_EQ(first_values(*report, "INCLUSIVE", query::Below::excluded), (std::vector<double>{30, 15, 35, 20}))
      << "100 - 50 - 20, 50 - 35";
}

TEST_P(ForeignReport, HasZerosWhereThereIsNoRow) {
  const Result<Report> report = read({rows_of("EXCLUSIVE", {1, 3}, {10, 1000}, big_endian_),
                                      rows_of("INCLUSIVE", {0, 2}, {100, 20}, big_endian_)});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(first_values(*report, "EXCLUSIVE", query::Below::excluded),
            (std::vector<double>{0, 10, 0, 1000}));
  EXPECT_EQ(first_values(*report, "INCLUSIVE", query::Below::included), (std::vector<double>{100, 0, 0, 20}));
}

INSTANTIATE_TEST_SUITE_P(ByteOrders, ForeignReport, testing::Combine(testing::Bool(), testing::Bool()),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) ? "BigEndian" : "LittleEndian") +
                                  (std::get<1>(info.param) ? "Compressed" : "Plain");
                         });

}  // namespace
}  // namespace latecomer::cubex
