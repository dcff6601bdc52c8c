// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/report.h"

#include <fmt/format.h>

#include <utility>

#include "report/path_names.h"

namespace latecomer::report {

std::span<const double> Report::row(MetricId metric, CallPathId path) const {
  const RowKey key{metric, path};
  if (source_) {
    if (key != last_key_) last_row_ = source_(*this, key);
    last_key_ = key;
    return last_row_;
  }
  const auto found = rows_.find(key);
  if (found == rows_.end()) return {};
  return found->second;
}

void Report::read_rows_from(RowSource source) {
  rows_.clear();
  source_ = std::move(source);
}

std::span<double> Report::row_for_update(MetricId metric, CallPathId path) {
  std::vector<double>& values = rows_[{metric, path}];
  values.resize(locations.size());
  return values;
}

void Report::set_row(MetricId metric, CallPathId path, std::vector<double> values) {
  rows_[{metric, path}] = std::move(values);
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
  const int64_t rank = location_groups[each.group.index()].rank;
  if (each.type == "gpu") return fmt::format("rank {}, stream {}", rank, each.rank);
  return each.rank == 0 ? fmt::format("rank {}", rank) : fmt::format("rank {}, thread {}", rank, each.rank);
}

}  // namespace latecomer::report
