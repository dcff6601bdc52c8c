// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include "cubex/deflate.h"
#include "cubex/value_type.h"

namespace latecomer::cubex {

namespace {

using namespace report;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Takes numbers off the front of a member; `ok` turns false, for good, when it is too short.
struct Input {
  std::span<const std::byte> left;
  bool big_endian = false;
  bool ok = true;

  std::span<const std::byte> bytes(size_t count) {
    if (count > left.size()) {
      ok = false;
      return {};
    }
    const std::span<const std::byte> taken = left.first(count);
    left = left.subspan(count);
    return taken;
  }

  template <class T>
  T number() {
    std::span<const std::byte> raw = bytes(sizeof(T));
    if (!ok) return 0;
    std::byte copy[sizeof(T)];
    std::copy(raw.begin(), raw.end(), copy);
    if (big_endian != (std::endian::native == std::endian::big)) std::reverse(copy, copy + sizeof(T));
    T value;
    std::memcpy(&value, copy, sizeof(T));
    return value;
  }

  bool magic(std::string_view text) {
    if (left.size() < text.size() || std::memcmp(left.data(), text.data(), text.size()) != 0) return false;
    left = left.subspan(text.size());
    return true;
  }
};

struct Index {
  bool big_endian = false;
  std::vector<CallPathId> rows;
};

Result<Index> read_index(const MetricMembers& members, const std::vector<CallPathId>& order) {
  const std::string& name = members.index_name;
  Input input{members.index};
  if (!input.magic("CUBEX.INDEX"))
    return Error{fmt::format("{}: does not begin as an index of metric values", name)};
  const int32_t one = input.number<int32_t>();
  constexpr int32_t kSwappedOne = 0x01000000;
  if (one != 1 && one != kSwappedOne) return Error{fmt::format("{}: has a damaged byte order mark", name)};
  input.big_endian = one == kSwappedOne;
  const int16_t version = input.number<int16_t>();
  const int8_t type = input.number<int8_t>();
  if (input.ok && version != 0) return Error{fmt::format("{}: has the unknown version {}", name, version)};
  if (!input.ok) return Error{fmt::format("{}: is incomplete", name)};
  if (type == 0) return Index{input.big_endian, order};
  if (type != 1) return Error{fmt::format("{}: is of the unknown type {}", name, type)};

  if (input.left.empty()) return Index{input.big_endian, {}};  // CubeLib leaves out the count of no rows
  const int32_t count = input.number<int32_t>();
  if (!input.ok || count < 0 || input.left.size() != sizeof(int32_t) * static_cast<size_t>(count)) {
    return Error{fmt::format("{}: claims {} rows, but has room for {}", name, count, input.left.size() / 4)};
  }
  Index index{input.big_endian, {}};
  std::vector<bool> seen(order.size());
  for (int32_t i = 0; i < count; ++i) {
    const size_t row = static_cast<uint32_t>(input.number<int32_t>());
    if (row >= order.size())
      return Error{fmt::format("{}: names row {} of {} call paths", name, row, order.size())};
    if (seen[row]) return Error{fmt::format("{}: names row {} twice", name, row)};
    seen[row] = true;
    index.rows.push_back(order[row]);
  }
  return index;
}

void store_row(std::span<const std::byte> raw, const ValueType& type, bool big_endian, Report::RowKey key,
               Report& report) {
  if (std::all_of(raw.begin(), raw.end(), [](std::byte b) { return b == std::byte{0}; })) return;
  decode_values(type, raw, big_endian, report.row_for_update(key.first, key.second));
}

struct CompressedRow {
  uint64_t offset;
  uint64_t size;
};

/// The table before the compressed rows. Some writers count its offsets from the first row, some from
/// elsewhere, so they are made relative to the smallest one, which is the first row's.
Result<std::vector<CompressedRow>> read_row_table(Input& input, size_t needed, const std::string& name) {
  const uint64_t count = static_cast<uint64_t>(input.number<int64_t>());
  if (!input.ok || count < needed || count > input.left.size() / 24) {
    return Error{fmt::format("{}: claims {} rows where the index has {}", name, count, needed)};
  }
  std::vector<CompressedRow> table;
  uint64_t base = UINT64_MAX;
  for (uint64_t i = 0; i < count; ++i) {
    input.number<int64_t>();
    const uint64_t offset = static_cast<uint64_t>(input.number<int64_t>());
    const uint64_t size = static_cast<uint64_t>(input.number<int64_t>());
    table.push_back({offset, size});
    if (size > 0) base = std::min(base, offset);
  }
  for (CompressedRow& row : table) {
    row.offset = row.size > 0 ? row.offset - base : 0;
    if (row.offset > input.left.size() || row.size > input.left.size() - row.offset) {
      return Error{fmt::format("{}: a compressed row lies outside of it", name)};
    }
  }
  return table;
}

Status inflate_row(std::span<const std::byte> compressed, Bytes& row, size_t size) {
  constexpr size_t kLargestRatio = 1040;
  if (compressed.size() < size / kLargestRatio) return Error{"too small for its values"};
  row.resize(size);
  if (!decompress(compressed, row)) return Error{"its compression is damaged"};
  return {};
}

/// Stores what the known row has, if there is one.
bool store_known(const Report::RowKey* known, Report::RowKey key, Report& report) {
  if (known == nullptr) return false;
  const std::span<const double> values = report.row(known->first, known->second);
  if (!values.empty()) report.set_row(key.first, key.second, {values.begin(), values.end()});
  return true;
}

Status read_compressed(Input input, const Index& index, const ValueType& type, const std::string& name,
                       MetricId metric, KnownRows& known, Report& report) {
  const std::string& data_type = report.metrics[metric.index()].data_type;
  TRY(const std::vector<CompressedRow> table, read_row_table(input, index.rows.size(), name));
  Bytes row;
  for (size_t i = 0; i < index.rows.size(); ++i) {
    if (table[i].size == 0) continue;
    const std::span<const std::byte> compressed = input.left.subspan(table[i].offset, table[i].size);
    const Report::RowKey key{metric, index.rows[i]};
    if (store_known(known.find(compressed, data_type, index.big_endian), key, report)) continue;
    const Status inflated = inflate_row(compressed, row, report.locations.size() * type.bytes);
    if (!inflated) return Error{fmt::format("{}: row {}: {}", name, i, inflated.error().message)};
    store_row(row, type, index.big_endian, key, report);
    known.add(compressed, data_type, index.big_endian, key);
  }
  return {};
}

Status read_plain(Input input, const Index& index, const ValueType& type, const std::string& name,
                  MetricId metric, Report& report) {
  const size_t row_size = report.locations.size() * type.bytes;
  if (input.left.size() % row_size != 0 || input.left.size() / row_size != index.rows.size()) {
    return Error{fmt::format("{}: has {} bytes of values, but {} rows of {} bytes are expected", name,
                             input.left.size(), index.rows.size(), row_size)};
  }
  for (CallPathId path : index.rows) {
    store_row(input.bytes(row_size), type, index.big_endian, {metric, path}, report);
  }
  return {};
}

}  // namespace

const Report::RowKey* KnownRows::find(std::span<const std::byte> compressed, std::string_view data_type,
                                      bool big_endian) const {
  const std::string_view text = text_of(compressed);
  const auto [begin, end] = rows_.equal_range(std::hash<std::string_view>()(text));
  const auto found = std::find_if(begin, end, [&](const auto& each) {
    const Row& row = each.second;
    return row.compressed == text && row.data_type == data_type && row.big_endian == big_endian;
  });
  return found == end ? nullptr : &found->second.key;
}

void KnownRows::add(std::span<const std::byte> compressed, std::string_view data_type, bool big_endian,
                    Report::RowKey key) {
  const std::string_view text = text_of(compressed);
  rows_.emplace(std::hash<std::string_view>()(text), Row{text, data_type, big_endian, key});
}

Status read_values(const MetricMembers& members, MetricId metric, const std::vector<CallPathId>& order,
                   KnownRows& known, Report& report) {
  const Metric& definition = report.metrics[metric.index()];
  const std::optional<ValueType> type = value_type(definition.data_type);
  if (!type) {
    report.notes.push_back(fmt::format("metric '{}' has values of type {}, which are not read", definition.id,
                                       definition.data_type));
    return {};
  }
  TRY(const Index index, read_index(members, order));
  Input input{members.data, index.big_endian};
  if (input.magic("ZCUBEX.DATA"))
    return read_compressed(input, index, *type, members.data_name, metric, known, report);
  if (input.magic("CUBEX.DATA")) return read_plain(input, index, *type, members.data_name, metric, report);
  return Error{fmt::format("{}: does not begin as metric values", members.data_name)};
}

}  // namespace latecomer::cubex
