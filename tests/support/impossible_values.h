// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/metrics.h"
#include "report/report_share.h"

namespace latecomer::tests {

/// Describes the first value of a report of the analysis that cannot be: below zero, or times that are
/// together longer than the one that they are parts of. It is empty if there is none.
inline std::string impossible_value(const report::ReportShare& share) {
  const report::Report& report = share.report;
  std::map<std::pair<report::Builtin, report::CallPathId>, std::vector<double>>
      parts;  // of what contains them
  const auto describe = [&](size_t metric, report::CallPathId path, size_t location, double value) {
    return fmt::format("{} at {}, location {}: {}", report.metrics[metric].id, report.path_name(path),
                       location, value);
  };
  for (const auto& [key, column] : share.rows) {
    const std::vector<double> row = column->numbers();
    const report::BuiltinMetric& metric = report::builtin(static_cast<report::Builtin>(key.first.index()));
    const bool is_part =
        metric.relation == report::Relation::within || metric.relation == report::Relation::busy_part;
    for (size_t l = 0; l < row.size(); ++l) {
      if (!(row[l] >= 0)) return describe(key.first.index(), key.second, l, row[l]);
      if (!is_part || report.metrics[key.first.index()].unit != "sec") continue;
      std::vector<double>& sums = parts[{metric.parent, key.second}];
      sums.resize(row.size());
      sums[l] += row[l];
    }
  }
  const double tick = 1 / std::stod(report.attributes.at("latecomer.ticks_per_second"));
  for (const auto& [place, sums] : parts) {
    const auto whole = share.rows.find({report::metric_id(place.first), place.second});
    for (size_t l = 0; l < sums.size(); ++l) {
      const double rest = (whole == share.rows.end() ? 0 : whole->second->number(l)) - sums[l];
      if (rest < -2 * tick - 1e-9 * sums[l])
        return "what is left of " + describe(report::metric_id(place.first).index(), place.second, l, rest);
    }
  }
  return "";
}

}  // namespace latecomer::tests
