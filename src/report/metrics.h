// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace latecomer::report {

/// Names the metrics that latecomer computes by their unique names; metrics.def says what each is.
enum class Builtin : uint16_t {
#define METRIC_ID(id) id,
#include "report/metric_ids.def"
#undef METRIC_ID
};

inline constexpr size_t kBuiltinMetrics = 0
#define METRIC_ID(id) +1
#include "report/metric_ids.def"
#undef METRIC_ID
    ;

/// Says how a metric's value is part of its parent's.
enum class Relation : uint8_t {
  root,       ///< Has no parent.
  summand,    ///< Is added to the parent, whose value is the sum of its summands (and of what is its own).
  within,     ///< Is a part that the parent's value contains already; in seconds, time that a call waited.
  idle,       ///< Is like `summand`, and waiting itself: time in which a location had nothing to do.
  busy_part,  ///< Is like `within`, but not waiting: completion, imbalance.
};

struct BuiltinMetric {
  Builtin id;
  Builtin parent;
  Relation relation;
};

/// Returns the built-in table as a report's metrics; Builtin values are positions in it.
std::vector<Metric> builtin_metrics();
const BuiltinMetric& builtin(Builtin id);
/// Returns the built-in metric of this unique name, if there is one.
std::optional<Builtin> find_builtin(std::string_view id);
/// Returns the unique name of a built-in metric.
std::string_view id_of(Builtin id);
/// Returns whether the metric is waiting time, or a part of waiting time.
bool is_wait_state(Builtin id);
inline MetricId metric_id(Builtin id) {
  return MetricId(static_cast<size_t>(id));
}

}  // namespace latecomer::report
