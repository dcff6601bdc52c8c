// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/metrics.h"

namespace latecomer::report {

namespace {

constexpr BuiltinMetric kBuiltins[] = {
#define METRIC(id, parent, relation, name, unit, type, description, remedy) \
  {Builtin::id, Builtin::parent, Relation::relation},
#include "report/metrics.def"
#undef METRIC
};

}  // namespace

const BuiltinMetric& builtin(Builtin id) {
  return kBuiltins[static_cast<size_t>(id)];
}

std::vector<Metric> builtin_metrics() {
  std::vector<Metric> metrics = {
#define METRIC(id, parent, relation, name, unit, type, description, remedy) \
  {#id, MetricId(), name, unit, #type, description, remedy, "", "", "", MetricKind::exclusive},
#include "report/metrics.def"
#undef METRIC
  };
  for (const BuiltinMetric& each : kBuiltins) {
    if (each.relation == Relation::root) continue;
    metrics[static_cast<size_t>(each.id)].parent = metric_id(each.parent);
  }
  return metrics;
}

}  // namespace latecomer::report
