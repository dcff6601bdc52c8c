// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/bytes.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

namespace latecomer::record {
namespace {

struct Inner {
  std::string name;
  std::optional<uint32_t> number;

  static auto fields(auto& self) { return std::tie(self.name, self.number); }
  friend auto operator<=>(const Inner&, const Inner&) = default;
};

struct Outer {
  std::vector<Inner> list;
  std::set<Inner> ordered;
  std::vector<uint16_t> plain;
  bool last = false;

  static auto fields(auto& self) { return std::tie(self.list, self.ordered, self.plain, self.last); }
  friend bool operator==(const Outer&, const Outer&) = default;
};

const Outer kOuter = {{{"b", 7}, {"", {}}}, {{"a", 1}, {"c", {}}}, {1, 2, 3}, true};

std::vector<std::byte> packed() {
  ByteWriter writer;
  writer.put(kOuter);
  return writer.bytes();
}

TEST(Bytes, FieldsComeBack) {
  const std::vector<std::byte> bytes = packed();
  ByteReader reader(bytes);
  EXPECT_EQ(reader.get<Outer>(), kOuter);
  EXPECT_TRUE(reader.ok());
  EXPECT_TRUE(reader.at_end());
}

TEST(Bytes, NothingIsReadBehindTheEnd) {
  const std::vector<std::byte> bytes = packed();
  for (size_t size = 0; size < bytes.size(); ++size) {
    ByteReader reader({bytes.data(), size});
    EXPECT_FALSE(reader.get<Outer>().last);
    EXPECT_FALSE(reader.ok());
  }
}

}  // namespace
}  // namespace latecomer::record
