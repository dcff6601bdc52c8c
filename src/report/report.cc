// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/report.h"

#include <fmt/format.h>

#include <utility>

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

std::string Report::path_name(CallPathId path) const {
  std::vector<std::string_view> names;
  for (CallPathId each = path; each.valid(); each = call_paths[each.index()].parent) {
    names.push_back(regions[call_paths[each.index()].region.index()].name);
  }
  return fmt::format("{}", fmt::join(names.rbegin(), names.rend(), "/"));
}

std::string Report::location_name(LocationId location) const {
  const Location& each = locations[location.index()];
  const int64_t rank = location_groups[each.group.index()].rank;
  if (each.type == "gpu") return fmt::format("rank {}, stream {}", rank, each.rank);
  return each.rank == 0 ? fmt::format("rank {}", rank) : fmt::format("rank {}, thread {}", rank, each.rank);
}

}  // namespace latecomer::report
