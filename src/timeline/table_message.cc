// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/table_message.h"

#include <bit>
#include <cstring>

#include "base/check.h"
#include "base/json.h"

namespace latecomer::timeline {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr size_t kAlignment = 8;

const char* type_name(const TableColumn::Values& values) {
  constexpr const char* kNames[] = {"u8", "u32", "f64"};  // These names are in the order of the variant.
  return kNames[values.index()];
}

size_t size_of(const TableColumn::Values& values) {
  return std::visit([](const auto& list) { return list.size(); }, values);
}

void align(std::string& bytes, char padding) {
  bytes.append((kAlignment - bytes.size() % kAlignment) % kAlignment, padding);
}

Json description(const Table& table) {
  const size_t rows = size_of(table.columns.front().values);
  const Json columns = list_json(table.columns, [&](const TableColumn& column) -> Json {
    CHECK(size_of(column.values) == rows);
    return {column.name, type_name(column.values)};
  });
  return {{"rows", rows}, {"columns", columns}};
}

}  // namespace

std::string table_message(const std::vector<Table>& tables, Json facts) {
  for (const Table& table : tables) facts["tables"][std::string(table.name)] = description(table);
  std::string bytes(sizeof(uint32_t), '\0');
  bytes += in_a_line(facts);
  align(bytes, ' ');
  const auto length = static_cast<uint32_t>(bytes.size() - sizeof(uint32_t));
  std::memcpy(bytes.data(), &length, sizeof length);
  for (const Table& table : tables) {
    for (const TableColumn& column : table.columns) {
      std::visit(
          [&](const auto& list) {
            if (list.empty()) return;
            bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
          },
          column.values);
      align(bytes, '\0');
    }
  }
  return bytes;
}

}  // namespace latecomer::timeline
