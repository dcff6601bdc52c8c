// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/store_derived.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "query/space.h"

namespace latecomer::algebra {

using namespace report;

namespace {

bool is_to_be_stored(const Metric& metric) {
  const bool is_added_up =
      metric.aggregation.empty() && metric.aggregation_plus.empty() && metric.aggregation_minus.empty();
  return is_derived(metric) && metric.kind != MetricKind::postderived && metric.is_convertible && is_added_up;
}

/// Makes of a metric the same one as if it had been measured.
void make_stored(Metric& metric) {
  metric.kind =
      metric.kind == MetricKind::prederived_inclusive ? MetricKind::inclusive : MetricKind::exclusive;
  metric.expression.clear();
  if (data_type_of(metric).parts != 1) metric.data_type = "DOUBLE";
}

/// Removes what initializations set, which is for expressions alone.
void remove_initializations(std::vector<Metric>& metrics) {
  if (std::ranges::any_of(metrics, is_derived)) return;
  for (Metric& metric : metrics) metric.initialization.clear();
}

}  // namespace

std::vector<std::string> store_derived(ReportShare& share, Comm& comm) {
  const Report report = with_own_values(share);
  const query::Space space(report, comm, {});
  const LocationRange own = {share.first_location, share.first_location + share.location_count};
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const MetricId metric(i);
    if (!is_to_be_stored(report.metrics[i])) continue;
    make_stored(share.report.metrics[i]);
    const DataType type = data_type_of(share.report.metrics[i]);
    const bool has_all = space.needs_all_ranks(metric);
    const LocationRange range = has_all ? LocationRange{0, report.locations.size()} : own;
    for (size_t path = 0; path < report.call_paths.size(); ++path) {
      const Row row = space.row(metric, CallPathId(path), range);
      Column values = Column::of_numbers(type, row->numbers());
      if (has_all) values = values.part(own.begin, own.size());
      if (!values.is_zero())
        share.rows[{metric, CallPathId(path)}] = std::make_shared<const Column>(std::move(values));
    }
  }
  remove_initializations(share.report.metrics);
  return space.notes();
}

}  // namespace latecomer::algebra
