// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/amount_text.h"
#include "base/parse_number.h"
#include "cli/open_report.h"
#include "text/compare_text.h"

namespace latecomer::cli {

using namespace findings;
using namespace text;

namespace {

bool is_met(const Condition& condition, const Difference& difference) {
  if (difference.is_significant() == false) return false;
  const double limit = condition.limit * (condition.is_relative ? std::abs(difference.base.mean) : 1);
  return difference.absolute() > limit;
}

}  // namespace

Result<size_t> metric_position(const Comparison& comparison, const std::string& wanted) {
  std::vector<std::string> ids;
  for (const MetricDifference& each : comparison.metrics) {
    if (each.id == wanted) return ids.size();
    ids.push_back(each.id);
  }
  return no_such_metric(wanted, ids);
}

Result<Condition> parse_condition(const std::string& text) {
  const Error wrong{
      fmt::format("--fail-if {}: expected METRIC>+NUMBER or METRIC>+NUMBER%, as in time>+5%", text)};
  const size_t sign = text.rfind(">+");
  if (sign == std::string::npos || sign == 0) return wrong;
  Condition condition{.text = text, .metric = text.substr(0, sign), .is_relative = text.ends_with('%')};
  const size_t begin = sign + 2;
  const size_t end = std::max(text.size() - (condition.is_relative ? 1 : 0), begin);
  const std::optional<double> limit = parse_number<double>(text.substr(begin, end - begin));
  if (!limit || !(*limit >= 0) || std::isinf(*limit)) return wrong;
  condition.limit = condition.is_relative ? *limit / 100 : *limit;
  return condition;
}

Result<std::vector<std::string>> conditions_met(const std::vector<Condition>& conditions,
                                                const Comparison& comparison) {
  std::vector<std::string> met;
  for (const Condition& condition : conditions) {
    const Result<size_t> position = metric_position(comparison, condition.metric);
    if (!position) return Error{fmt::format("--fail-if {}: {}", condition.text, position.error().message)};
    const MetricDifference& metric = comparison.metrics[*position];
    const Difference& total = metric.total;
    if (is_met(condition, total))
      met.push_back(fmt::format("{}: {} became {}, {}", condition.text,
                                amount_text(total.base.mean, metric.unit),
                                amount_text(total.other.mean, metric.unit), change_text(total)));
  }
  return met;
}

}  // namespace latecomer::cli
