// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/compare_json.h"

#include "findings/json.h"
#include "findings/show_json.h"

namespace latecomer::findings {

namespace {

Json json_of(const Sample& sample) {
  return {{"mean", sample.mean}, {"deviation", sample.runs > 1 ? Json(sample.deviation) : Json()}};
}

/// With what differs in the thing that `thing` says.
Json with_difference(Json thing, const Difference& difference) {
  const auto or_null = [](const auto& value) { return value ? Json(*value) : Json(); };
  thing["base"] = json_of(difference.base);
  thing["other"] = json_of(difference.other);
  thing["difference"] = difference.absolute();
  thing["relative"] = or_null(difference.relative());
  thing["significant"] = or_null(difference.is_significant());
  return thing;
}

}  // namespace

std::string to_json(const Comparison& comparison, const std::vector<std::string>& base,
                    const std::vector<std::string>& other, const std::vector<std::string>& met) {
  Json metrics = Json::array();
  for (const MetricDifference& each : comparison.metrics)
    metrics.push_back(
        with_difference({{"id", each.id}, {"name", each.name}, {"unit", each.unit}}, each.total));
  Json paths = Json::array();
  for (const CallPathDifference& each : comparison.call_paths)
    paths.push_back(with_difference({{"metric", each.metric}, {"path", each.path}}, each.own));
  const Json all = {{"version", kJsonVersion},
                    {"base", base},
                    {"other", other},
                    {"metrics", metrics},
                    {"call_paths", paths},
                    {"not_compared", comparison.not_compared},
                    {"met", met}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace latecomer::findings
