// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// Is a member of an archive whose bytes are read in parts.
struct MemberSource {
  std::string name;  ///< Names archive and member in errors.
  uint64_t size = 0;
  std::function<Result<Bytes>(uint64_t offset, uint64_t size)> read;
};

/// Knows where in its two members a metric's rows are.
class MetricRows {
 public:
  /// Reads the index, and of compressed rows where each begins. `order` is the metric's row order.
  static Result<MetricRows> open(const MemberSource& index, MemberSource data, report::DataType type,
                                 std::span<const report::CallPathId> order, size_t locations);

  /// Returns the call paths with a row, ascending.
  std::vector<report::CallPathId> call_paths() const;
  report::StoredSize stored_size(report::CallPathId path) const;
  /// Reads the values of these locations; null where there is no row, or all of them are zero. Of a row that
  /// is not compressed no more is read. Any thread may call it.
  Result<report::Row> read(report::CallPathId path, report::LocationRange where) const;

 private:
  struct Extent {
    report::CallPathId path;
    uint64_t offset;
    uint64_t size;  ///< Is the row's size in bytes; 0 if all values are zero.
  };

  MetricRows(MemberSource data, report::DataType type, size_t locations)
      : data_(std::move(data)), type_(type), locations_(locations) {}

  Status find_rows(const std::vector<report::CallPathId>& paths);
  Status find_plain_rows(const std::vector<report::CallPathId>& paths, uint64_t begin);
  Status find_compressed_rows(const std::vector<report::CallPathId>& paths, uint64_t begin);
  /// Returns where a call path's row is; null where there is none.
  const Extent* find(report::CallPathId path) const;
  Result<Bytes> inflated(const Extent& extent) const;
  uint64_t row_size() const;

  MemberSource data_;
  report::DataType type_;
  size_t locations_;
  bool big_endian_ = false;
  bool is_compressed_ = false;
  std::vector<Extent> extents_;  ///< Has the rows' extents by call path.
};

}  // namespace latecomer::cubex
