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

struct Texts {
  std::string_view id, name, unit, type, description, remedy;
};

constexpr Texts kTexts[] = {
#define METRIC(id, parent, relation, name, unit, type, description, remedy) \
  {#id, name, unit, #type, description, remedy},
#include "report/metrics.def"
#undef METRIC
};

}  // namespace

const BuiltinMetric& builtin(Builtin id) {
  return kBuiltins[static_cast<size_t>(id)];
}

std::optional<Builtin> find_builtin(std::string_view id) {
  for (size_t i = 0; i < std::size(kTexts); ++i) {
    if (kTexts[i].id == id) return static_cast<Builtin>(i);
  }
  return std::nullopt;
}

std::string_view id_of(Builtin id) {
  return kTexts[static_cast<size_t>(id)].id;
}

bool is_wait_state(Builtin id) {
  const BuiltinMetric& metric = builtin(id);
  if (kTexts[static_cast<size_t>(id)].unit != "sec") return false;
  return metric.relation == Relation::within || metric.relation == Relation::idle ||
         (metric.relation == Relation::summand && is_wait_state(metric.parent));
}

std::vector<Metric> builtin_metrics() {
  std::vector<Metric> metrics;
  for (const BuiltinMetric& each : kBuiltins) {
    const Texts& texts = kTexts[static_cast<size_t>(each.id)];
    const MetricId parent = each.relation == Relation::root ? MetricId() : metric_id(each.parent);
    metrics.push_back({.id = std::string(texts.id),
                       .parent = parent,
                       .name = std::string(texts.name),
                       .unit = std::string(texts.unit),
                       .data_type = std::string(texts.type),
                       .description = std::string(texts.description),
                       .remedy = std::string(texts.remedy)});
  }
  return metrics;
}

}  // namespace latecomer::report
