// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/combine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "report/tree.h"

namespace latecomer::algebra {

using namespace report;

namespace {

using Kind = DataType::Kind;

bool is_extremum(const DataType& type) {
  return type.kind == Kind::minimum || type.kind == Kind::maximum;
}

/// Returns values as numbers; a minimum or maximum of nothing becomes zero.
std::vector<double> known_extrema(const Column& values) {
  std::vector<double> numbers = values.numbers();
  for (double& number : numbers)
    if (std::abs(number) == std::numeric_limits<double>::max()) number = 0;
  return numbers;
}

/// Converts values to a type. Both types have values of one part, or are the same.
Column converted(const Row& values, const DataType& type) {
  if (values->type() == type) return *values;
  if (is_extremum(values->type())) return Column::of_numbers(type, known_extrema(*values));
  if (!type.is_integer() || !values->type().is_integer()) return Column::of_numbers(type, values->numbers());
  Column result(type, values->size());  // Integers stay exact.
  const auto copy = [&](auto from) {
    if (type.kind == Kind::signed_integer)
      std::ranges::transform(from, result.integers().begin(), [](auto n) { return static_cast<int64_t>(n); });
    else
      std::ranges::transform(from, result.naturals().begin(),
                             [](auto n) { return static_cast<uint64_t>(n); });
  };
  if (values->type().kind == Kind::signed_integer)
    copy(values->integers());
  else
    copy(values->naturals());
  return result;
}

/// Reads what an operand has for the result.
class Source {
 public:
  Source(const Report& result, const Operand& operand, size_t first_location, size_t count);

  /// Adds those of the result's rows that this operand has something for.
  void add_rows(std::set<RowKey>& rows) const;
  bool has(RowKey row) const { return metric_of_[row.first.index()].valid() && has_path(row.second); }
  /// Returns a row's values over those of the operand's locations that it reads, in the data type and the
  /// kind of the result's metric; nothing if all are zero.
  std::optional<Column> values(RowKey row) const;
  /// Returns positions in the values, and those in the result's block of locations.
  const std::vector<std::pair<size_t, size_t>>& cells() const { return cells_; }

 private:
  bool has_path(CallPathId path) const {
    return path_of_[path.index()].valid() || !absorbed_[path.index()].empty();
  }
  CallPathId place_of(CallPathId path) const {
    const CallPathId place = operand_.call_paths[path.index()];
    return place.valid() || operand_.absorbed_by.empty() ? place : operand_.absorbed_by[path.index()];
  }
  bool is_made_exclusive(MetricId metric, MetricId here) const {
    return operand_.report->metrics[metric.index()].kind == MetricKind::inclusive &&
           result_.metrics[here.index()].kind != MetricKind::inclusive;
  }
  void add_stored(std::optional<Column>& sum, MetricId metric, CallPathId path, const DataType& type) const;

  const Report& result_;
  const Operand& operand_;
  std::vector<MetricId> metric_of_;                ///< Has the operand's metric for each of the result's.
  std::vector<CallPathId> path_of_;                ///< Has the operand's call path for each of the result's.
  std::vector<std::vector<CallPathId>> absorbed_;  ///< Has absorbed call paths for each of the result's.
  std::vector<std::vector<CallPathId>> children_;  ///< Has the children of each of the operand's call paths.
  LocationRange where_;                            ///< Holds the locations that are read.
  std::vector<std::pair<size_t, size_t>> cells_;
};

Source::Source(const Report& result, const Operand& operand, size_t first_location, size_t count)
    : result_(result),
      operand_(operand),
      metric_of_(result.metrics.size()),
      path_of_(result.call_paths.size()),
      absorbed_(result.call_paths.size()),
      children_(children_of(operand.report->call_paths).of) {
  for (size_t i = 0; i < operand.metrics.size(); ++i)
    if (operand.metrics[i].valid()) metric_of_[operand.metrics[i].index()] = MetricId(i);
  for (size_t i = 0; i < operand.call_paths.size(); ++i) {
    if (operand.call_paths[i].valid()) path_of_[operand.call_paths[i].index()] = CallPathId(i);
    if (!operand.absorbed_by.empty() && operand.absorbed_by[i].valid())
      absorbed_[operand.absorbed_by[i].index()].emplace_back(i);
  }
  for (size_t i = 0; i < operand.locations.size(); ++i) {
    const size_t place = operand.locations[i].index();
    if (place < first_location || first_location + count <= place) continue;
    if (cells_.empty()) where_.begin = i;
    where_.end = i + 1;
    cells_.emplace_back(i - where_.begin, place - first_location);
  }
}

void Source::add_rows(std::set<RowKey>& rows) const {
  for (const auto& [metric, path] : operand_.report->stored_rows()) {
    const MetricId here = operand_.metrics[metric.index()];
    if (!here.valid()) continue;
    const CallPathId place = place_of(path);
    if (place.valid()) rows.emplace(here, place);
    const CallPathId parent = operand_.report->call_paths[path.index()].parent;
    if (!parent.valid() || !is_made_exclusive(metric, here)) continue;
    const CallPathId place_of_parent = place_of(parent);
    if (place_of_parent.valid()) rows.emplace(here, place_of_parent);
  }
}

/// Adds what is stored for a call path of the operand, without its children's if it contains that.
void Source::add_stored(std::optional<Column>& sum, MetricId metric, CallPathId path,
                        const DataType& type) const {
  const auto row = [&](CallPathId of) { return operand_.report->column(metric, of, where_); };
  const MetricId here = operand_.metrics[metric.index()];
  std::optional<Column> values;
  if (const Row stored = row(path)) values = converted(stored, type);
  if (is_made_exclusive(metric, here)) {
    for (const CallPathId child : children_[path.index()]) {
      const Row stored = row(child);
      if (stored == nullptr) continue;
      if (!values) values.emplace(type, where_.size());
      values->subtract(converted(stored, type));
    }
  }
  if (!values) return;
  if (sum)
    sum->add(*values);
  else
    sum = std::move(values);
}

std::optional<Column> Source::values(RowKey row) const {
  const auto [here, place] = row;
  const MetricId metric = metric_of_[here.index()];
  if (!metric.valid()) return std::nullopt;
  const DataType type = data_type_of(result_.metrics[here.index()]);
  std::optional<Column> sum;
  if (path_of_[place.index()].valid()) add_stored(sum, metric, path_of_[place.index()], type);
  // A value that contains those of the call paths below has all that these are to add.
  if (result_.metrics[here.index()].kind == MetricKind::inclusive) return sum;
  for (const CallPathId path : absorbed_[place.index()]) add_stored(sum, metric, path, type);
  return sum;
}

/// Makes one row of the result.
class Combination {
 public:
  Combination(DataType type, size_t count) : values_(type, count), has_value_(count) {}

  void add(const Column& from, const Source& source) {
    for (const auto& [there, here] : source.cells()) {
      if (has_value_[here])
        values_.add(here, from, there);
      else
        values_.set(here, from, there);
      has_value_[here] = true;
    }
  }

  void subtract(const Column& from, const Source& source) {
    for (const auto& [there, here] : source.cells()) values_.subtract(here, from, there);
  }

  /// Takes the place of what is there.
  void replace(const std::optional<Column>& from, const Source& source) {
    const Column zero(values_.type(), 1);
    for (const auto& [there, here] : source.cells()) {
      values_.set(here, zero, 0);
      has_value_[here] = false;
    }
    if (from) add(*from, source);
  }

  /// Integers are rounded down. Samples are taken together: a part of them would be no whole number of them.
  void divide(size_t n) {
    if (values_.type().kind == Kind::signed_integer)
      for (int64_t& value : values_.integers()) value /= static_cast<int64_t>(n);
    else if (values_.type().kind == Kind::unsigned_integer)
      for (uint64_t& value : values_.naturals())
        value = static_cast<uint64_t>(static_cast<int64_t>(value) / static_cast<int64_t>(n));
    else if (values_.type().kind != Kind::tau_atomic)
      values_.scale(1 / static_cast<double>(n));
  }

  Column take() { return std::move(values_); }

 private:
  Column values_;
  std::vector<bool> has_value_;
};

Column combine_row(RowKey row, const DataType& type, const std::vector<Source>& sources, Operation operation,
                   size_t count) {
  Combination result(type, count);
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].cells().empty() || !sources[i].has(row)) continue;
    const std::optional<Column> values = sources[i].values(row);
    if (operation == Operation::merge)
      result.replace(values, sources[i]);
    else if (values && operation == Operation::difference && i > 0)
      result.subtract(*values, sources[i]);
    else if (values)
      result.add(*values, sources[i]);
  }
  if (operation == Operation::mean) result.divide(sources.size());
  return result.take();
}

}  // namespace

void choose_data_types(Report& result, Operation operation) {
  if (operation != Operation::difference) return;
  for (Metric& metric : result.metrics) {
    const DataType type = data_type_of(metric);
    if (type.is_integer()) metric.data_type = "INT64";
    if (is_extremum(type)) metric.data_type = "DOUBLE";
  }
}

Rows combine(const Alignment& alignment, Operation operation, size_t first_location, size_t count) {
  const Report& result = alignment.report;
  std::vector<Source> sources;
  std::set<RowKey> wanted;
  for (const Operand& operand : alignment.operands) {
    sources.emplace_back(result, operand, first_location, count);
    sources.back().add_rows(wanted);
  }
  const std::vector<RowKey> keys(wanted.begin(), wanted.end());
  std::vector<Row> made(keys.size());
  parallel_for(keys.size(), [&](size_t i) {
    const DataType type = data_type_of(result.metrics[keys[i].first.index()]);
    Column values = combine_row(keys[i], type, sources, operation, count);
    if (!values.is_zero()) made[i] = std::make_shared<const Column>(std::move(values));
  });
  Rows rows;
  for (size_t i = 0; i < keys.size(); ++i)
    if (made[i] != nullptr) rows.emplace_hint(rows.end(), keys[i], std::move(made[i]));
  return rows;
}

}  // namespace latecomer::algebra
