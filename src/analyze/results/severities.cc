// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The report's numbers, from adding them up to rows over all locations.
//
// A value belongs to one metric and to those that this one is a summand of, up to the root. It is added where
// it belongs first, and only the finished rows are added up to the roots:
//
//     added              location 0   1   2          stored   location 0   1   2
//     Late Sender               3.0 1.0   -          Late Sender     3.0 1.0   -
//     point-to-point            2.0 2.0 5.0          point-to-point  5.0 3.0 5.0
//
// Cost: an access to two arrays for each value, and O(locations) for each row and each of its summands.

#include "analyze/results/severities.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"

namespace latecomer::analyze {

using report::Builtin;
using report::BuiltinMetric;
using report::CallPathId;
using report::Relation;

namespace {

/// Returns the metrics' rows that there are.
template <class Value>
std::vector<const Value*> find_rows(const SeverityRows<Value>& rows, const std::vector<Builtin>& metrics,
                                    CallPathId path) {
  std::vector<const Value*> found;
  for (const Builtin metric : metrics) {
    if (const Value* row = rows.find(metric, path)) found.push_back(row);
  }
  return found;
}

/// Adds the sums of the rows at locations [begin, end), at most kBlock.
constexpr size_t kBlock = 1024;
template <class Value>
void add_sums(const std::vector<const Value*>& rows, double scale, size_t begin, size_t end,
              std::vector<double>& to) {
  std::array<Value, kBlock> sums{};
  for (const Value* row : rows) {
    for (size_t l = begin; l < end; ++l) sums[l - begin] = bounded_sum(sums[l - begin], row[l]);
  }
  for (size_t l = begin; l < end; ++l) to[l] += static_cast<double>(sums[l - begin]) / scale;
}

}  // namespace

std::vector<std::vector<Builtin>> summands_of_all() {
  std::vector<std::vector<Builtin>> summands(report::kBuiltinMetrics);
  for (size_t m = 0; m < summands.size(); ++m) {
    const BuiltinMetric* each = &report::builtin(static_cast<Builtin>(m));
    summands[m].push_back(each->id);
    while (each->relation == Relation::summand || each->relation == Relation::idle) {
      each = &report::builtin(each->parent);
      summands[static_cast<size_t>(each->id)].push_back(static_cast<Builtin>(m));
    }
  }
  return summands;
}

template <class Value>
SeverityRows<Value>::SeverityRows(size_t paths, size_t locations)
    : paths_(paths), locations_(locations), metrics_(report::kBuiltinMetrics) {}

template <class Value>
Value* SeverityRows<Value>::make_row(Builtin metric, CallPathId path) {
  const std::lock_guard lock(making_);
  std::atomic<Cell*>& cells = metrics_[static_cast<size_t>(metric)];
  if (cells == nullptr) cells = cells_.emplace_back(std::make_unique<Cell[]>(paths_)).get();
  Cell& row = cells[path.index()];
  if (row == nullptr) row = rows_.emplace_back(std::make_unique<Value[]>(locations_)).get();
  return row;
}

template class SeverityRows<int64_t>;
template class SeverityRows<double>;

Severities::Severities(size_t paths, size_t locations)
    : paths_(paths), locations_(locations), whole_(paths, locations), shares_(paths, locations) {}

/// A metric can have both whole ticks and shares below it.
std::vector<double> Severities::row(const std::vector<Builtin>& summands, CallPathId path,
                                    double scale) const {
  const std::vector<const int64_t*> whole = find_rows(whole_, summands, path);
  const std::vector<const double*> shares = find_rows(shares_, summands, path);
  if (whole.empty() && shares.empty()) return {};
  std::vector<double> values(locations_);
  for (size_t begin = 0; begin < locations_; begin += kBlock) {
    const size_t end = std::min(begin + kBlock, locations_);
    add_sums(whole, scale, begin, end, values);
    if (!shares.empty()) add_sums(shares, scale, begin, end, values);
  }
  if (std::all_of(values.begin(), values.end(), [](double value) { return value == 0; })) values.clear();
  return values;
}

void Severities::store(uint64_t ticks_per_second, report::ReportShare& share) const {
  const std::vector<report::Metric>& metrics = share.report.metrics;
  const std::vector<std::vector<Builtin>> summands = summands_of_all();
  for (size_t m = 0; m < metrics.size(); ++m) {
    const report::DataType type = data_type_of(metrics[m]);
    const double scale = metrics[m].unit == "sec" ? static_cast<double>(ticks_per_second) : 1;
    std::vector<std::vector<double>> rows(paths_);
    parallel_for(paths_, [&](size_t p) { rows[p] = row(summands[m], CallPathId(p), scale); });
    for (size_t p = 0; p < paths_; ++p) {
      if (!rows[p].empty()) {
        share.rows[{report::MetricId(m), CallPathId(p)}] =
            std::make_shared<const report::Column>(report::Column::of_numbers(type, rows[p]));
      }
    }
  }
}

}  // namespace latecomer::analyze
