// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/metrics.h"

#include <iterator>

namespace latecomer::report {

namespace {

constexpr BuiltinMetric kBuiltins[] = {
#define METRIC(id, parent, relation, name, unit, type, description, remedy) \
  {Builtin::id, Builtin::parent, Relation::relation},
#include "report/metrics.def"
#undef METRIC
};

constexpr std::string_view kIds[] = {
#define METRIC(id, parent, relation, name, unit, type, description, remedy) #id,
#include "report/metrics.def"
#undef METRIC
};

constexpr std::string_view kUnits[] = {
#define METRIC(id, parent, relation, name, unit, type, description, remedy) unit,
#include "report/metrics.def"
#undef METRIC
};

}  // namespace

const BuiltinMetric& builtin(Builtin id) {
  return kBuiltins[static_cast<size_t>(id)];
}

std::optional<Builtin> find_builtin(std::string_view id) {
  for (size_t i = 0; i < std::size(kIds); ++i) {
    if (kIds[i] == id) return static_cast<Builtin>(i);
  }
  return std::nullopt;
}

std::string_view id_of(Builtin id) {
  return kIds[static_cast<size_t>(id)];
}

bool is_wait_state(Builtin id) {
  const BuiltinMetric& metric = builtin(id);
  if (kUnits[static_cast<size_t>(id)] != "sec") return false;
  return metric.relation == Relation::within || metric.relation == Relation::idle ||
         (metric.relation == Relation::summand && is_wait_state(metric.parent));
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
