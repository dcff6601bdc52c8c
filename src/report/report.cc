// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/check.h"
#include "report/locations.h"
#include "report/path_names.h"

namespace latecomer::report {

bool is_derived(const Metric& metric) {
  return metric.kind == MetricKind::postderived || metric.kind == MetricKind::prederived_inclusive ||
         metric.kind == MetricKind::prederived_exclusive;
}

DataType data_type_of(const Metric& metric) {
  return is_derived(metric) ? DataType() : DataType::named(metric.data_type).value_or(DataType());
}

bool is_sum(const Metric& metric) {
  if (!is_derived(metric)) return data_type_of(metric).is_sum();
  const bool is_added_up = metric.aggregation.empty() && metric.aggregation_plus.empty();
  return metric.kind != MetricKind::postderived && is_added_up;
}

Row Report::column(MetricId metric, CallPathId path) const {
  if (storage_ != nullptr) return storage_->row({metric, path}, {0, locations.size()});
  const auto found = rows_.find({metric, path});
  return found == rows_.end() ? nullptr : found->second;
}

Row Report::column(MetricId metric, CallPathId path, LocationRange where) const {
  if (where.size() == locations.size()) return column(metric, path);
  if (where.size() == 0) return nullptr;
  if (storage_ != nullptr) return storage_->row({metric, path}, where);
  const Row row = column(metric, path);
  return row == nullptr ? nullptr : std::make_shared<const Column>(row->part(where.begin, where.size()));
}

StoredSize Report::stored_size(RowKey key) const {
  if (storage_ != nullptr) return storage_->stored_size(key);
  const auto found = rows_.find(key);
  return {found == rows_.end() ? 0 : found->second->bytes(), false};
}

std::vector<double> Report::row(MetricId metric, CallPathId path) const {
  const Row values = column(metric, path);
  return values == nullptr ? std::vector<double>() : values->numbers();
}

void Report::set_column(MetricId metric, CallPathId path, Column values) {
  rows_[{metric, path}] = std::make_shared<const Column>(std::move(values));
}

void Report::set_row(MetricId metric, CallPathId path, const std::vector<double>& values) {
  const std::optional<DataType> type = DataType::named(metrics[metric.index()].data_type);
  CHECK(type);
  set_column(metric, path, Column::of_numbers(*type, values));
}

std::vector<RowKey> Report::stored_rows() const {
  if (storage_ != nullptr) return storage_->rows();
  std::vector<RowKey> keys;
  for (const auto& [key, values] : rows_) keys.push_back(key);
  return keys;
}

std::shared_ptr<const std::string> Report::file(const std::string& name) const {
  const auto found = files.find(name);
  if (found != files.end()) return std::make_shared<const std::string>(found->second);
  return storage_ != nullptr ? storage_->file(name) : nullptr;
}

std::shared_ptr<const std::string> Report::file_part(const std::string& name, uint64_t offset,
                                                     uint64_t size) const {
  const auto found = files.find(name);
  if (found == files.end()) return storage_ != nullptr ? storage_->file_part(name, offset, size) : nullptr;
  const std::string& content = found->second;
  const bool has_them = offset <= content.size() && size <= content.size() - offset;
  return has_them ? std::make_shared<const std::string>(content, offset, size) : nullptr;
}

std::vector<std::string> Report::file_names() const {
  std::set<std::string> names;
  for (const auto& [name, content] : files) names.insert(name);
  if (storage_ != nullptr)
    for (const std::string& name : storage_->files()) names.insert(name);
  return {names.begin(), names.end()};
}

void Report::read_from(std::shared_ptr<const ReportStorage> storage) {
  rows_.clear();
  storage_ = std::move(storage);
}

MetricId Report::find_metric(std::string_view id) const {
  for (size_t i = 0; i < metrics.size(); ++i) {
    if (metrics[i].id == id) return MetricId(i);
  }
  return MetricId();
}

const PathNames& Report::path_names() const {
  if (path_names_ == nullptr) path_names_ = std::make_shared<PathNames>(*this);
  return *path_names_;
}

std::string Report::path_name(CallPathId path) const {
  return path_names().path(*this, path);
}

std::string Report::node_name(CallPathId path) const {
  return path_names().node(*this, path);
}

std::string Report::location_name(LocationId location) const {
  const Location& each = locations[location.index()];
  const LocationGroup& group = location_groups[each.group.index()];
  const int64_t rank = group.rank;
  if (!is_process(group) && each.type == "metric") {
    const bool is_only = std::ranges::count(location_groups, group.name, &LocationGroup::name) == 1;
    if (is_only || !group.parent.valid()) return each.name;
    return fmt::format("{} of {}", each.name, system_nodes[group.parent.index()].name);
  }
  if (each.type == "gpu") return fmt::format("rank {}, stream {}", rank, each.rank);
  return each.rank == 0 ? fmt::format("rank {}", rank) : fmt::format("rank {}, thread {}", rank, each.rank);
}

}  // namespace latecomer::report
