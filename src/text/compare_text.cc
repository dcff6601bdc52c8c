// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/compare_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "text/path_ends.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;

namespace {

constexpr size_t kShown = 20;

struct Row {
  std::string name;
  std::string unit;
  Difference difference;
};

/// Returns "12.0 s ±3.0%".
std::string sample_text(const Sample& sample, const std::string& unit) {
  const std::string mean = short_amount(sample.mean, unit);
  if (sample.runs < 2 || sample.mean == 0) return mean;
  return fmt::format("{} ±{:.1f}%", mean, 100 * sample.deviation / std::abs(sample.mean));
}

std::string signed_amount(double value, const std::string& unit) {
  return fmt::format("{}{}", value < 0 ? "-" : "+", short_amount(std::abs(value), unit));
}

std::string table(const std::string& title, const std::vector<Row>& rows, Layout layout, bool all) {
  if (rows.empty()) return "";
  const bool is_markdown = layout == Layout::markdown;
  const size_t shown = all ? rows.size() : std::min(rows.size(), kShown);
  std::vector<std::string> names;
  for (size_t i = 0; i < shown; ++i) names.push_back(rows[i].name);
  const PathEnds ends(names);
  std::vector<Cells> lines = {
      {title, "base", "other", "difference", "change", is_markdown ? "beyond spread" : ""}};
  for (size_t i = 0; i < shown; ++i) {
    const auto& [name, unit, difference] = rows[i];
    const char* mark = is_markdown ? "yes" : " *";
    lines.push_back({is_markdown ? name : ends.of(name, columns()), sample_text(difference.base, unit),
                     sample_text(difference.other, unit), signed_amount(difference.absolute(), unit),
                     change_text(difference), difference.is_significant().value_or(false) ? mark : ""});
  }
  std::string text;
  if (is_markdown) text = markdown_table(lines, 4);
  static constexpr int kWidths[] = {-24, 17, 17, 12, 8, -2};
  for (size_t i = 0; i < lines.size() && !is_markdown; ++i) text += table_line(kWidths, lines[i]);
  if (shown < rows.size())
    text += fmt::format("{}({} more with smaller differences; --all shows them)\n", is_markdown ? "\n" : "",
                        rows.size() - shown);
  return text + "\n";
}

/// Returns the metrics that differ: by unit, as only the same units can be compared, and then by size.
std::vector<Row> metric_rows(const Comparison& comparison) {
  std::map<std::string, size_t> order;
  std::vector<Row> rows;
  for (const MetricDifference& each : comparison.metrics) {
    order.emplace(each.unit, order.size());
    const bool has_unit = each.unit != "sec" && each.unit != "occ" && !each.unit.empty();
    const std::string name = has_unit ? fmt::format("{} ({})", each.id, each.unit) : each.id;
    if (each.total.is_there()) rows.push_back({name, each.unit, each.total});
  }
  std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
    return std::pair(order[a.unit], -std::abs(a.difference.absolute())) <
           std::pair(order[b.unit], -std::abs(b.difference.absolute()));
  });
  return rows;
}

std::vector<Row> call_path_rows(const Comparison& comparison, size_t metric) {
  std::vector<Row> rows;
  for (const CallPathDifference& each : comparison.call_paths) {
    if (each.metric == metric) rows.push_back({each.path, comparison.metrics[metric].unit, each.own});
  }
  return rows;
}

/// Says on what grounds differences are marked.
std::string grounds(const Comparison& comparison, Layout layout) {
  const Difference& any = comparison.metrics.front().total;
  const std::string mark = layout == Layout::markdown ? "beyond spread" : "*";
  std::string text =
      any.is_significant()
          ? fmt::format(
                "{}: more than the spread of the runs explains, which is {} standard errors of the "
                "difference; ±: the runs' standard deviation",
                mark, kErrors)
          : "With one run on a side its spread is not known, so no "
            "difference can be distinguished from noise. Several "
            "runs: latecomer compare A1 A2 A3 --with B1 B2 B3";
  if (!comparison.not_compared.empty())
    text +=
        fmt::format(". Not in all reports, and not compared: {}", fmt::join(comparison.not_compared, ", "));
  return layout == Layout::markdown ? in_markdown(text) + "\n" : wrapped(text, "");
}

}  // namespace

std::string change_text(const Difference& difference) {
  const std::optional<double> relative = difference.relative();
  if (!relative) return "from 0";
  return *relative < 10 ? fmt::format("{:+.1f}%", 100 * *relative) : fmt::format("×{:.3g}", 1 + *relative);
}

std::string comparison_text(const Comparison& comparison, size_t metric, Layout layout, bool all) {
  if (comparison.metrics.empty()) return "The reports have no metric in common.\n";
  const std::vector<Row> metrics = metric_rows(comparison);
  if (metrics.empty() && comparison.call_paths.empty()) return "There is no difference.\n";
  return table("Metric", metrics, layout, all) +
         table("Call path: " + comparison.metrics[metric].id, call_path_rows(comparison, metric), layout,
               all) +
         grounds(comparison, layout);
}

}  // namespace latecomer::text
