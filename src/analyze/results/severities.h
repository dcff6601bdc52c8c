// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/bounded_sum.h"
#include "report/metrics.h"
#include "report/report_share.h"

namespace latecomer::analyze {

/// Returns, for each metric of the table, those whose own values its value is the sum of, in the table's
/// order; first itself.
std::vector<std::vector<report::Builtin>> summands_of_all();

/// Holds rows over the local locations, one for each metric and call path for which any of them has a value.
/// `Value` is int64_t for ticks, occurrences and bytes, whose sum does not depend on the order of adding, or
/// double for shares of ticks, which are added in the order of the calls.
template <class Value>
class SeverityRows {
 public:
  SeverityRows(size_t paths, size_t locations);

  /// Adds a value; any thread may call it, but for one location only one at a time.
  void add(report::Builtin metric, report::CallPathId path, size_t location, Value value) {
    if (value == 0) return;
    const Cell* cells = metrics_[static_cast<size_t>(metric)].load(std::memory_order_acquire);
    Value* row = cells == nullptr ? nullptr : cells[path.index()].load(std::memory_order_acquire);
    if (row == nullptr) row = make_row(metric, path);
    row[location] = bounded_sum(row[location], value);
  }
  /// Returns a row; null where nothing was added.
  const Value* find(report::Builtin metric, report::CallPathId path) const { return row(metric, path); }
  /// Returns a row to be changed; null where nothing was added.
  Value* find(report::Builtin metric, report::CallPathId path) { return row(metric, path); }

 private:
  using Cell = std::atomic<Value*>;
  Value* row(report::Builtin metric, report::CallPathId path) const {
    const Cell* cells = metrics_[static_cast<size_t>(metric)].load(std::memory_order_acquire);
    return cells == nullptr ? nullptr : cells[path.index()].load(std::memory_order_acquire);
  }
  Value* make_row(report::Builtin metric, report::CallPathId path);

  size_t paths_;
  size_t locations_;
  std::vector<std::atomic<Cell*>> metrics_;  ///< Holds cells by call path; null for metrics without rows.
  std::mutex making_;
  std::vector<std::unique_ptr<Cell[]>> cells_;
  std::vector<std::unique_ptr<Value[]>> rows_;
};

extern template class SeverityRows<int64_t>;
extern template class SeverityRows<double>;

class LocationSeverities;

/// Holds what this rank's locations contribute to the report: metric x call path x location.
class Severities {
 public:
  Severities(size_t paths, size_t locations);

  size_t locations() const { return locations_; }
  /// Returns what severities of one location are added to.
  LocationSeverities operator[](size_t location);
  /// Returns the sum of `summands` at each location, a metric's own values with those of the metrics that it
  /// is the sum of; empty if all are zero. Times in ticks are divided by `scale`.
  std::vector<double> row(const std::vector<report::Builtin>& summands, report::CallPathId path,
                          double scale) const;
  SeverityRows<int64_t>& whole() { return whole_; }
  SeverityRows<double>& shares() { return shares_; }
  /// Sets the share's rows, times in seconds. A metric's value contains those of the metrics below it as
  /// `report::Relation` says.
  void store(uint64_t ticks_per_second, report::ReportShare& share) const;

 private:
  friend class LocationSeverities;

  size_t paths_;
  size_t locations_;
  SeverityRows<int64_t> whole_;
  SeverityRows<double> shares_;
};

class LocationSeverities {
 public:
  LocationSeverities(Severities& severities, size_t location)
      : severities_(severities), location_(location) {}

  void add(report::Builtin metric, report::CallPathId path, int64_t value) {
    severities_.whole_.add(metric, path, location_, value);
  }
  void add_share(report::Builtin metric, report::CallPathId path, double ticks) {
    severities_.shares_.add(metric, path, location_, ticks);
  }

 private:
  Severities& severities_;
  size_t location_;
};

inline LocationSeverities Severities::operator[](size_t location) {
  return {*this, location};
}

}  // namespace latecomer::analyze
