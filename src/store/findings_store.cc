// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/findings_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

namespace latecomer::store {

using namespace report;

Error FindingsStore::damaged() {
  return Error{fmt::format("{} is damaged; latecomer analyze writes it anew", kStoreFile)};
}

Result<FindingsStore> FindingsStore::open(const Report& report) {
  FindingsStore store(report);
  TRY_STATUS(store.read_directory());
  return store;
}

Status FindingsStore::read_directory() {
  const std::string name(kStoreFile);
  const std::shared_ptr<const std::string> head_bytes = report_.file_part(name, 0, kFirstHead);
  if (head_bytes == nullptr)
    return Error{fmt::format("the report has no {}; latecomer analyze writes it", kStoreFile)};
  Head head;
  std::memcpy(static_cast<void*>(&head), head_bytes->data(), kFirstHead);
  if (head.entries > UINT64_MAX / sizeof(Entry)) return damaged();
  TRY_STATUS(read_schema(head));
  const auto bytes = report_.file_part(name, head.directory, head.entries * sizeof(Entry));
  if (bytes == nullptr) return damaged();
  directory_.resize(head.entries);
  std::memcpy(directory_.data(), bytes->data(), bytes->size());
  const auto is_good = [&](const Entry& entry) {
    return entry.location < report_.locations.size() && entry.offset >= kFirstHead &&
           entry.offset <= head.directory && entry.bytes <= head.directory - entry.offset;
  };
  const bool is_whole =
      std::ranges::all_of(directory_, is_good) && std::ranges::is_sorted(directory_, {}, order_of);
  return is_whole ? Status() : damaged();
}

Status FindingsStore::read_schema(const Head& head) {
  if (head.magic == Head::kFirstMagic) {
    schema_ = first_schema();
    return {};
  }
  if (head.magic != Head::kMagic) return damaged();
  const std::string name(kStoreFile);
  const auto size = report_.file_part(name, kFirstHead, sizeof(Head::schema));
  uint64_t bytes = 0;
  if (size == nullptr) return damaged();
  std::memcpy(&bytes, size->data(), sizeof(bytes));
  const auto text = report_.file_part(name, sizeof(Head), bytes);
  if (text == nullptr) return damaged();
  Result<Schema> schema = parse_schema(*text);
  if (!schema) return damaged();
  schema_ = std::move(*schema);
  return {};
}

std::span<const Entry> FindingsStore::entries(uint32_t table, LocationId location) const {
  return entries(table, table, location);
}

std::span<const Entry> FindingsStore::entries(uint32_t first, uint32_t last, LocationId location) const {
  return {std::ranges::lower_bound(directory_, std::pair(location.value, first), {}, order_of),
          std::ranges::upper_bound(directory_, std::pair(location.value, last), {}, order_of)};
}

std::vector<Entry> FindingsStore::entries(uint32_t table) const {
  std::vector<Entry> entries;
  std::ranges::copy_if(directory_, std::back_inserter(entries),
                       [&](const Entry& entry) { return entry.table == table; });
  return entries;
}

Result<std::vector<Column>> FindingsStore::unpack_chunk(const Entry& entry, const Shape& shape) const {
  const auto bytes = report_.file_part(std::string(kStoreFile), entry.offset, entry.bytes);
  if (bytes == nullptr) return damaged();
  Result<std::vector<Column>> unpacked = unpack(*bytes, shape.size(), kMostNumbers);
  if (!unpacked || !from_stored(*unpacked, shape)) return damaged();
  return unpacked;
}

}  // namespace latecomer::store
