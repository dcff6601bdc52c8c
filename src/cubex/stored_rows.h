// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// The values in a .cubex file that was just written, to be read again a row at a time: all of them can be
/// more than one process has room for.
class StoredRows {
 public:
  /// Where a compressed row is in the file.
  struct Extent {
    uint64_t offset;
    uint64_t size;
  };
  using Extents = std::map<report::Report::RowKey, Extent>;

  StoredRows(std::filesystem::path file, Extents extents)
      : file_(std::move(file)), extents_(std::move(extents)) {}

  /// The values of all locations of a report of this file; empty where they are zero. The first error is
  /// kept, and what cannot be read is empty, too.
  std::vector<double> read(const report::Report& report, report::Report::RowKey key);
  const Status& status() const { return status_; }

 private:
  std::vector<double> fail(const char* what);

  std::filesystem::path file_;
  Extents extents_;
  Status status_;
};

}  // namespace latecomer::cubex
