// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What no number of a report may be.
//
// The passes before find no such number in any trace that is known. That is no proof, and a trace can be
// damaged in any way, so that the numbers are looked through before anybody sees them: a value is at least
// zero, the parts of a time are together at most as long as it is, sums of bytes fit into 64 bits.
//
// Cost: that of the sums over the rows of metrics with parts.

#include "analyze/results/keep_possible.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "report/metrics.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;
using report::BuiltinMetric;
using report::Relation;
using trace::Anomaly;

constexpr double kRounding = 1;  ///< Is how many ticks a sum of shares can be off.

/// Sets what is below zero to zero; returns whether that was more than rounding.
bool raise_to_zero(int64_t& value) {
  if (value >= 0) return false;
  value = 0;
  return true;
}
bool raise_to_zero(double& value) {
  if (value >= 0) return false;
  const bool is_wrong = !(value > -kRounding);
  value = 0;
  return is_wrong;
}

/// Takes from a location's value what is too much, as far as it goes.
template <class Value>
void take(Value* row, size_t location, double& excess) {
  if (row == nullptr || excess <= 0) return;
  const Value taken = std::min(row[location], static_cast<Value>(std::ceil(excess)));
  row[location] -= taken;
  excess -= static_cast<double>(taken);
}

/// Is what is the same for all reports.
struct Table {
  std::vector<std::vector<Builtin>> summands = summands_of_all();
  std::vector<std::vector<Builtin>> parts;  ///< Holds, for a time, those that it contains.
  std::vector<bool> counts_bytes;

  Table() : parts(report::kBuiltinMetrics) {
    for (const report::Metric& metric : report::builtin_metrics()) {
      const BuiltinMetric& each = report::builtin(static_cast<Builtin>(counts_bytes.size()));
      const bool is_part = each.relation == Relation::within || each.relation == Relation::busy_part;
      if (is_part && metric.unit == "sec") parts[static_cast<size_t>(each.parent)].push_back(each.id);
      counts_bytes.push_back(metric.unit == "bytes");
    }
  }
};

class PathValues {
 public:
  PathValues(const Table& table, Severities& severities, CallPathId path)
      : table_(table), severities_(severities), path_(path) {}

  /// Calls `count(anomaly, location)` for each value that is changed or does not fit.
  template <class Count>
  void keep_possible(const Count& count) {
    for (size_t m = 0; m < report::kBuiltinMetrics; ++m) check_own_values(m, count);
    for (size_t m = 0; m < report::kBuiltinMetrics; ++m) {  // what contains others stands before them
      if (!table_.parts[m].empty()) check_parts(m, count);
    }
  }

 private:
  template <class Count>
  void check_own_values(size_t metric, const Count& count) {
    int64_t* const whole = severities_.whole().find(static_cast<Builtin>(metric), path_);
    double* const shares = severities_.shares().find(static_cast<Builtin>(metric), path_);
    for (size_t l = 0; l < severities_.locations(); ++l) {
      if (whole != nullptr && raise_to_zero(whole[l])) count(Anomaly::impossible_value, l);
      if (shares != nullptr && raise_to_zero(shares[l])) count(Anomaly::impossible_value, l);
      if (whole != nullptr && whole[l] == INT64_MAX && table_.counts_bytes[metric])
        count(Anomaly::byte_overflow, l);
    }
  }

  std::vector<double> values(size_t metric) const {
    return severities_.row(table_.summands[metric], path_, 1);
  }

  template <class Count>
  void check_parts(size_t metric, const Count& count) {
    std::vector<double> together(severities_.locations());
    bool has_parts = false;
    for (const Builtin part : table_.parts[metric]) {
      const std::vector<double> of_part = values(static_cast<size_t>(part));
      for (size_t l = 0; l < of_part.size(); ++l) together[l] += of_part[l];
      has_parts = has_parts || !of_part.empty();
    }
    if (!has_parts) return;
    std::vector<double> whole = values(metric);
    whole.resize(severities_.locations());
    for (size_t l = 0; l < whole.size(); ++l) {
      if (together[l] <= whole[l] + kRounding) continue;
      count(Anomaly::impossible_value, l);
      cut_parts(metric, l, together[l] - whole[l]);
    }
  }

  void cut_parts(size_t metric, size_t location, double excess) {
    for (const Builtin part : table_.parts[metric]) {
      for (const Builtin summand : table_.summands[static_cast<size_t>(part)]) {
        take(severities_.whole().find(summand, path_), location, excess);
        take(severities_.shares().find(summand, path_), location, excess);
      }
    }
  }

  const Table& table_;
  Severities& severities_;
  CallPathId path_;
};

}  // namespace

void keep_possible(const TraceContext& trace, Severities& severities, AnomalyReport& anomalies) {
  const Table table;
  std::vector<AnomalyReport> found(trace.call_tree.nodes().size());
  parallel_for(found.size(), [&](size_t p) {
    PathValues(table, severities, CallPathId(p)).keep_possible([&](Anomaly kind, size_t l) {
      const trace::LocationId location(trace.own_locations.begin + l);
      found[p].count({kind, CallPathId(p), trace.process_of(location)});
    });
  });
  for (const AnomalyReport& each : found) anomalies += each;
}

}  // namespace latecomer::analyze
