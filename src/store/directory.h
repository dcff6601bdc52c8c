// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace latecomer::store {

// The store is a member of the report's archive: a head, a schema (store/schema.h), chunks, and a directory
// that says where they are. Numbers are little-endian, as on all machines that this is built for.
static_assert(std::endian::native == std::endian::little);

inline constexpr std::string_view kStoreFile = "findings.store";

struct Head {
  static constexpr std::array<char, 8> kMagic = {'F', 'I', 'N', 'D', 'I', 'N', 'G', '2'};
  /// Begins stores without a schema, whose heads have no size of it either.
  static constexpr std::array<char, 8> kFirstMagic = {'F', 'I', 'N', 'D', 'I', 'N', 'G', '1'};

  std::array<char, 8> magic = kMagic;
  uint64_t directory = 0;  ///< Is the directory's offset in the member.
  uint64_t entries = 0;
  uint64_t schema = 0;  ///< Counts the bytes of the schema, which is behind the head.
};
inline constexpr size_t kFirstHead = offsetof(Head, schema);

/// Is the most numbers in a chunk's columns.
inline constexpr size_t kMostNumbers = size_t{1} << 20U;

/// Describes a chunk. The directory has them in the order of locations, then tables, then time.
struct Entry {
  uint32_t table = 0;
  uint32_t location = 0;
  int64_t begin = 0;  ///< Is the earliest begin of its rows, in ticks.
  int64_t end = 0;    ///< Is the latest end of its rows, in ticks.
  uint64_t offset = 0;
  uint32_t bytes = 0;
  uint32_t rows = 0;
};

inline std::pair<uint32_t, uint32_t> order_of(const Entry& entry) {
  return {entry.location, entry.table};
}

}  // namespace latecomer::store
