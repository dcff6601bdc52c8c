// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/check.h"
#include "store/all_tables.h"
#include "store/row_columns.h"

namespace latecomer::store {

namespace {

/// Is the schema of stores that have none; new columns of a table do not belong here.
constexpr std::string_view kFirstSchema =
    "0 delay metric path seconds ranks.size ranks\n"
    "1 end amount metric path cause direct:before:amount further\n"
    "2 to from:before:to waiter wait waited parts.size parts.path parts.time\n"
    "3 position begin end:after:begin path from metric wait_path\n"
    "4 received sent:before:received sender bytes\n"
    "5 ready sender arrived:after:ready receiver completed:after:ready completer receive send_partition "
    "receive_partition bytes\n"
    "6 begin end:after:begin group instance path\n"
    "7 parent region from to caller kind\n"
    "8 time recorded:after:time offset events base after has_stacks calls.size calls.region calls.path "
    "calls.enter calls.stack calls.after\n"
    "9 before after:after:before\n"
    "10 begin end:after:begin team path region\n"
    "11 seen prober path sent:before:seen sender bytes\n"
    "256 end path count share begin:gap:end\n"
    "512 begin end:after:begin amount count wait metric path cause longest direct:before:amount further\n";

/// Takes what is before the next separator, or all of it.
std::string_view take_until(char separator, std::string_view& text) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

/// Returns whether the column could be added.
bool add_column(std::string_view text, Shape& shape) {
  ColumnShape column;
  column.name = take_until(':', text);
  column.word = take_until(':', text);
  if (!column.word.empty()) {
    const auto base = std::ranges::find(shape, text, &ColumnShape::name);
    column.base = static_cast<size_t>(base - shape.begin());
    if (base == shape.end() || (column.word != "after" && column.word != "before" && column.word != "gap"))
      return false;
  }
  const bool is_new = std::ranges::find(shape, column.name, &ColumnShape::name) == shape.end();
  shape.push_back(std::move(column));
  return is_new && !shape.back().name.empty();
}

/// Adds numbers, which wrap around, as differences of any two have to be calculated.
int64_t sum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

}  // namespace

const std::string& schema_text() {
  static const std::string text = [] {
    std::string lines;
    for_each_row_type([&]<class Row>(Row /*type*/) {
      lines += fmt::format("{}", Row::kTable);
      const Shape& shape = shape_of<Row>();
      for (const ColumnShape& column : shape) {
        lines += fmt::format(" {}", column.name);
        if (!column.word.empty()) lines += fmt::format(":{}:{}", column.word, shape[column.base].name);
      }
      lines += '\n';
    });
    return lines;
  }();
  return text;
}

Result<Schema> parse_schema(std::string_view text) {
  Schema schema;
  while (!text.empty()) {
    std::string_view line = take_until('\n', text);
    const std::string_view number = take_until(' ', line);
    uint32_t table = 0;
    const auto end = number.data() + number.size();
    if (std::from_chars(number.data(), end, table).ptr != end || number.empty()) return Error{"is damaged"};
    Shape& shape = schema[table];
    while (!line.empty())
      if (!add_column(take_until(' ', line), shape)) return Error{"is damaged"};
  }
  return schema;
}

const Schema& first_schema() {
  static const Schema schema = parse_schema(kFirstSchema).value();
  return schema;
}

// A column's base is before it, so that it still has its values when the last column is the first to change.
void to_stored(std::span<Column> columns, const Shape& shape) {
  CHECK(columns.size() == shape.size());
  for (size_t c = shape.size(); c-- > 0;) {
    if (shape[c].word.empty()) continue;
    Column& column = columns[c];
    const Column& base = columns[shape[c].base];
    const size_t size = column.size();
    if (shape[c].word == "after") {
      for (size_t i = 0; i < size; ++i) column[i] = difference(column[i], base[i]);
    } else if (shape[c].word == "before") {
      for (size_t i = 0; i < size; ++i) column[i] = difference(base[i], column[i]);
    } else {
      for (size_t i = size; i-- > 1;) column[i] = difference(column[i], base[i - 1]);
      if (size > 0) column[0] = difference(base[0], column[0]);
    }
  }
}

bool from_stored(std::span<Column> columns, const Shape& shape) {
  for (size_t c = 0; c < shape.size(); ++c) {
    if (shape[c].word.empty()) continue;
    Column& column = columns[c];
    const Column& base = columns[shape[c].base];
    const size_t size = column.size();
    if (base.size() != size) return false;
    if (shape[c].word == "after") {
      for (size_t i = 0; i < size; ++i) column[i] = sum(base[i], column[i]);
    } else if (shape[c].word == "before") {
      for (size_t i = 0; i < size; ++i) column[i] = difference(base[i], column[i]);
    } else {
      if (size > 0) column[0] = difference(base[0], column[0]);
      for (size_t i = 1; i < size; ++i) column[i] = sum(base[i - 1], column[i]);
    }
  }
  return true;
}

}  // namespace latecomer::store
