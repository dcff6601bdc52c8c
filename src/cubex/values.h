// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// The two members that hold a metric's values.
struct MetricMembers {
  std::span<const std::byte> index;
  std::span<const std::byte> data;
  std::string index_name;  ///< for errors: archive and member
  std::string data_name;
};

/// Compressed rows that were read before: many are equal. Refers to the members' data.
class KnownRows {
 public:
  /// Of the same data type and byte order; null if there is none.
  const report::Report::RowKey* find(std::span<const std::byte> compressed, std::string_view data_type,
                                     bool big_endian) const;
  void add(std::span<const std::byte> compressed, std::string_view data_type, bool big_endian,
           report::Report::RowKey key);

 private:
  struct Row {
    std::string_view compressed;
    std::string_view data_type;
    bool big_endian;
    report::Report::RowKey key;
  };
  std::unordered_multimap<size_t, Row> rows_;  ///< by hash
};

/// Decodes a metric's values into the report; rows that are all zero are not stored. `order` is the metric's
/// row order.
Status read_values(const MetricMembers& members, report::MetricId metric,
                   const std::vector<report::CallPathId>& order, KnownRows& known, report::Report& report);

}  // namespace latecomer::cubex
