// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/compare_json.h"

#include <array>

#include "base/json.h"
#include "findings/align.h"
#include "findings/show_json.h"

namespace latecomer::findings {

namespace {

Json json_of(const Sample& sample) {
  return {{"mean", sample.mean}, {"deviation", sample.runs > 1 ? Json(sample.deviation) : Json()}};
}

/// Adds the difference to the JSON of what differs.
Json with_difference(Json thing, const Difference& difference) {
  thing["base"] = json_of(difference.base);
  thing["other"] = json_of(difference.other);
  thing["difference"] = difference.absolute();
  thing["relative"] = or_null(difference.relative());
  thing["significant"] = or_null(difference.is_significant());
  return thing;
}

Json tree_json(const AlignedTree& tree) {
  const Json parents = list_json(tree.rows, [](const AlignedTree::Row& row) {
    return row.parent == AlignedTree::kNone ? Json() : Json(row.parent);
  });
  return {{"parent", parents}, {"base", tree.row_of[0]}, {"other", tree.row_of[1]}};
}

}  // namespace

Json aligned_json(const report::Report& base, const report::Report& other) {
  const std::array reports = {&base, &other};
  return {{"metrics", tree_json(align_metrics(reports))},
          {"call_paths", tree_json(align_call_paths(reports))}};
}

Json comparison_json(const Comparison& comparison) {
  const Json metrics = list_json(comparison.metrics, [](const MetricDifference& each) {
    return with_difference(
        {{"id", each.id}, {"name", each.name}, {"unit", each.unit}, {"is_wait", each.is_wait}}, each.total);
  });
  const Json paths = list_json(comparison.call_paths, [](const CallPathDifference& each) {
    return with_difference({{"metric", each.metric}, {"path", each.path}}, each.own);
  });
  return {{"metrics", metrics}, {"call_paths", paths}, {"not_compared", comparison.not_compared}};
}

std::string to_json(const Comparison& comparison, const std::vector<std::string>& base,
                    const std::vector<std::string>& other, const std::vector<std::string>& met) {
  Json all = {{"version", kJsonVersion}, {"base", base}, {"other", other}};
  all.update(comparison_json(comparison));
  all["met"] = met;
  return in_lines(all);
}

}  // namespace latecomer::findings
