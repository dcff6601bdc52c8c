// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/metric_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "cubex/deflate.h"
#include "cubex/stored_values.h"

namespace latecomer::cubex {

namespace {

using namespace report;

constexpr std::string_view kIndexMagic = "CUBEX.INDEX";
constexpr std::string_view kPlainMagic = "CUBEX.DATA";
constexpr std::string_view kCompressedMagic = "ZCUBEX.DATA";

/// Takes numbers off the front of bytes; `ok` turns false, for good, when they are too few.
struct Input {
  std::span<const std::byte> left;
  bool big_endian = false;
  bool ok = true;

  template <class T>
  T number() {
    ok = ok && left.size() >= sizeof(T);
    if (!ok) return 0;
    std::byte copy[sizeof(T)];
    std::copy_n(left.begin(), sizeof(T), copy);
    left = left.subspan(sizeof(T));
    if (big_endian) std::reverse(copy, copy + sizeof(T));
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
  std::vector<CallPathId> paths;  ///< Has the rows' call paths in their order.
};

Result<Index> read_sparse_index(Input input, std::span<const CallPathId> order, const std::string& name) {
  Index index{input.big_endian, {}};
  if (input.left.empty()) return index;  // CubeLib leaves out the count of no rows.
  const int32_t count = input.number<int32_t>();
  if (!input.ok || count < 0 || input.left.size() != sizeof(int32_t) * static_cast<size_t>(count))
    return Error{fmt::format("{}: claims {} rows, but has room for {}", name, count, input.left.size() / 4)};
  std::vector<bool> seen(order.size());
  for (int32_t i = 0; i < count; ++i) {
    const size_t row = static_cast<uint32_t>(input.number<int32_t>());
    if (row >= order.size())
      return Error{fmt::format("{}: names row {} of {} call paths", name, row, order.size())};
    if (seen[row]) return Error{fmt::format("{}: names row {} twice", name, row)};
    seen[row] = true;
    index.paths.push_back(order[row]);
  }
  return index;
}

Result<Index> read_index(const MemberSource& member, std::span<const CallPathId> order) {
  const std::string& name = member.name;
  constexpr size_t kHead = 22;
  if (member.size > kHead + sizeof(int32_t) * order.size())
    return Error{fmt::format("{}: is larger than an index of {} call paths", name, order.size())};
  TRY(const Bytes bytes, member.read(0, member.size));
  Input input{bytes};
  if (!input.magic(kIndexMagic))
    return Error{fmt::format("{}: does not begin as an index of metric values", name)};
  const int32_t one = input.number<int32_t>();
  constexpr int32_t kSwappedOne = 0x01000000;
  if (one != 1 && one != kSwappedOne) return Error{fmt::format("{}: has a damaged byte order mark", name)};
  input.big_endian = one == kSwappedOne;
  const int16_t version = input.number<int16_t>();
  const int8_t type = input.number<int8_t>();
  if (!input.ok) return Error{fmt::format("{}: is incomplete", name)};
  if (version != 0) return Error{fmt::format("{}: has the unknown version {}", name, version)};
  constexpr int8_t kSparse = 1;
  constexpr int8_t kDense = 3;  // Some write 0, which Cube calls no index at all.
  if (type == kDense || type == 0) return Index{input.big_endian, {order.begin(), order.end()}};
  if (type != kSparse) return Error{fmt::format("{}: is of the unknown type {}", name, type)};
  return read_sparse_index(input, order, name);
}

}  // namespace

Result<MetricRows> MetricRows::open(const MemberSource& index, MemberSource data, DataType type,
                                    std::span<const CallPathId> order, size_t locations) {
  TRY(const Index found, read_index(index, order));
  MetricRows rows(std::move(data), type, locations);
  rows.big_endian_ = found.big_endian;
  TRY_STATUS(rows.find_rows(found.paths));
  std::ranges::sort(rows.extents_, {}, &Extent::path);
  return rows;
}

uint64_t MetricRows::row_size() const {
  return locations_ * cubex::stored_size(type_);
}

Status MetricRows::find_rows(const std::vector<CallPathId>& paths) {
  TRY(const Bytes head, data_.read(0, std::min<uint64_t>(data_.size, kCompressedMagic.size())));
  Input input{head};
  is_compressed_ = input.magic(kCompressedMagic);
  if (is_compressed_) return find_compressed_rows(paths, kCompressedMagic.size());
  if (input.magic(kPlainMagic)) return find_plain_rows(paths, kPlainMagic.size());
  return Error{fmt::format("{}: does not begin as metric values", data_.name)};
}

Status MetricRows::find_plain_rows(const std::vector<CallPathId>& paths, uint64_t begin) {
  const uint64_t size = data_.size - begin;
  if (size % row_size() != 0 || size / row_size() != paths.size())
    return Error{fmt::format("{}: has {} bytes of values, but {} rows of {} bytes are expected", data_.name,
                             size, paths.size(), row_size())};
  for (size_t i = 0; i < paths.size(); ++i)
    extents_.push_back({paths[i], begin + i * row_size(), row_size()});
  return {};
}

/// Finds compressed rows. Some writers count the offsets in the table from the first row, some from
/// elsewhere, so they are made relative to the smallest one, which is the first row's.
Status MetricRows::find_compressed_rows(const std::vector<CallPathId>& paths, uint64_t begin) {
  constexpr uint64_t kEntry = 3 * sizeof(int64_t);
  const uint64_t table = begin + sizeof(int64_t);
  if (data_.size < table) return Error{fmt::format("{}: is incomplete", data_.name)};
  TRY(const Bytes count_bytes, data_.read(begin, sizeof(int64_t)));
  const uint64_t count = Input{count_bytes, big_endian_}.number<uint64_t>();
  if (count < paths.size() || count > (data_.size - table) / kEntry)
    return Error{fmt::format("{}: claims {} rows where the index has {}", data_.name, count, paths.size())};
  TRY(const Bytes bytes, data_.read(table, count * kEntry));
  Input input{bytes, big_endian_};
  uint64_t base = UINT64_MAX;
  std::vector<Extent> all;
  for (uint64_t i = 0; i < count; ++i) {
    input.number<uint64_t>();
    const uint64_t offset = input.number<uint64_t>();
    const uint64_t size = input.number<uint64_t>();
    if (size > 0) base = std::min(base, offset);
    if (i < paths.size()) all.push_back({paths[i], offset, size});
  }
  const uint64_t rows = table + count * kEntry;
  for (Extent& row : all) {
    row.offset = row.size > 0 ? row.offset - base : 0;
    if (row.offset > data_.size - rows || row.size > data_.size - rows - row.offset)
      return Error{fmt::format("{}: a compressed row lies outside of it", data_.name)};
    row.offset += rows;
  }
  extents_ = std::move(all);
  return {};
}

std::vector<CallPathId> MetricRows::call_paths() const {
  std::vector<CallPathId> paths;
  for (const Extent& each : extents_)
    if (each.size > 0) paths.push_back(each.path);
  return paths;
}

Result<Bytes> MetricRows::inflated(const Extent& extent) const {
  const Error damaged{fmt::format("{}: the row of call path {}: its compression is damaged", data_.name,
                                  extent.path.index())};
  constexpr uint64_t kLargestRatio = 1040;
  if (extent.size < row_size() / kLargestRatio) return damaged;
  TRY(const Bytes compressed, data_.read(extent.offset, extent.size));
  Bytes row(row_size());
  if (!decompress(compressed, row)) return damaged;
  return row;
}

const MetricRows::Extent* MetricRows::find(CallPathId path) const {
  const auto extent = std::ranges::lower_bound(extents_, path, {}, &Extent::path);
  return extent == extents_.end() || extent->path != path || extent->size == 0 ? nullptr : &*extent;
}

StoredSize MetricRows::stored_size(CallPathId path) const {
  const Extent* extent = find(path);
  return extent == nullptr ? StoredSize() : StoredSize{extent->size, is_compressed_};
}

Result<Row> MetricRows::read(CallPathId path, LocationRange where) const {
  CHECK(where.begin <= where.end && where.end <= locations_);
  const Extent* extent = find(path);
  if (extent == nullptr || where.size() == 0) return Row();
  const uint64_t value = cubex::stored_size(type_);
  const uint64_t begin = where.begin * value;
  const uint64_t size = where.size() * value;
  TRY(const Bytes bytes, is_compressed_ ? inflated(*extent) : data_.read(extent->offset + begin, size));
  const std::span<const std::byte> wanted = std::span(bytes).subspan(is_compressed_ ? begin : 0, size);
  // A minimum of zero is kept: where nothing is stored it is the minimum of no values.
  if (type_.kind != DataType::Kind::minimum &&
      std::ranges::all_of(wanted, [](std::byte each) { return each == std::byte{0}; }))
    return Row();
  return Row(std::make_shared<const Column>(decode_values(type_, wanted, big_endian_, where.size())));
}

}  // namespace latecomer::cubex
