// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/show_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "findings/wait_states.h"
#include "query/residue.h"
#include "query/space.h"
#include "query/statistics.h"
#include "report/locations.h"
#include "report/tree.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// Returns the columns of names, where others of together `beside` stand beside them.
size_t name_width(size_t beside) {
  constexpr size_t kMost = 70;
  return std::min(columns() - beside, kMost);
}

std::string indentation(size_t depth, size_t width) {
  return std::string(std::min(2 * depth, width / 2), ' ');
}

constexpr size_t kMetricNumbers = 26;  ///< Is how many columns stand beside a metric's name.

std::string tree_line(const std::string& name, const std::string& total, const std::string& unit,
                      const std::string& share) {
  return table_line({-static_cast<int>(name_width(kMetricNumbers)), 14, -6, 6},
                    {name, total, " " + unit, share});
}

std::string percent(double part, double whole) {
  return whole != 0 ? fmt::format("{:.1f}", 100 * part / whole) : "";
}

/// Returns the value of which shares are printed; 0: none are.
double whole_of(const Space& space, MetricId metric) {
  return is_sum(space.report().metrics[metric.index()]) && !total_is_residue(space, metric)
             ? space.total(metric)
             : 0;
}

MetricId root_of(const Report& report, MetricId metric) {
  while (report.metrics[metric.index()].parent.valid()) metric = report.metrics[metric.index()].parent;
  return metric;
}

/// Returns whether something is shown for each metric: it or one below it has values or is derived.
std::vector<bool> worth_showing(const Report& report) {
  std::vector<bool> worth(report.metrics.size());
  for (const auto& [metric, path] : report.stored_rows()) {
    if (worth[metric.index()]) continue;
    const Row row = report.column(metric, path);
    worth[metric.index()] = row != nullptr && !row->is_zero();
  }
  for (size_t i = worth.size(); i-- > 0;) {
    if (is_derived(report.metrics[i])) worth[i] = true;
    if (worth[i] && report.metrics[i].parent.valid()) worth[report.metrics[i].parent.index()] = true;
  }
  return worth;
}

/// Returns the metric's name with its id, in a line of its own where there is no room for it behind the name.
std::string metric_line(const Space& space, MetricId id, size_t depth) {
  const Report& report = space.report();
  const Metric& metric = report.metrics[id.index()];
  const size_t width = name_width(kMetricNumbers);
  const std::string with_id = fmt::format("{} ({})", metric.name, metric.id);
  const std::string indent = indentation(depth, width);
  const bool fits = indent.size() + length_of(with_id) <= width;
  const std::string rest = fits ? "" : fmt::format("{}({})\n", indent, metric.id);
  const double value = space.total(id);
  const std::string amount = short_amount(value, metric.unit);
  const size_t end = std::min(amount.find(' '), amount.size());
  const MetricId root_id = root_of(report, id);
  const std::string share = is_sum(metric) ? percent(value, whole_of(space, root_id)) : "";
  return tree_line(indent + (fits ? with_id : metric.name), amount.substr(0, end),
                   end == amount.size() ? metric.unit : amount.substr(end + 1), share) +
         rest;
}

std::string left_out(size_t count, const char* what) {
  return count == 0 ? "" : fmt::format("({} {} not shown; --all shows them)\n", count, what);
}

/// Prints the call paths of one metric, as a tree with the largest first.
class CallPathTree {
 public:
  CallPathTree(const Space& space, MetricId metric, bool all)
      : report_(space.report()),
        metric_(report_.metrics[metric.index()]),
        inclusive_(space.per_call_path(metric, Below::included)),
        exclusive_(space.per_call_path(metric, Below::excluded)),
        whole_(whole_of(space, metric)),
        tree_(space.call_tree()) {
    constexpr double kSmall = 0.001;
    least_ = all ? 0 : kSmall * whole_;
  }

  std::string text() {
    std::string lines = row("Call paths", "with calls", "alone", "%");
    std::vector<std::pair<CallPathId, size_t>> open;
    size_t small = 0;
    push(open, tree_.roots(), 1, small);
    while (!open.empty()) {
      const auto [path, depth] = open.back();
      open.pop_back();
      lines += line(path, depth);
      push(open, tree_.children(path), depth + 1, small);
    }
    return lines + left_out(small, "call paths have less than 0.1 % each and are");
  }

 private:
  void push(std::vector<std::pair<CallPathId, size_t>>& open, std::vector<CallPathId> paths, size_t depth,
            size_t& small) const {
    std::stable_sort(paths.begin(), paths.end(), [this](CallPathId a, CallPathId b) {
      return inclusive_[a.index()] < inclusive_[b.index()];
    });
    for (CallPathId path : paths) {
      const double value = std::abs(inclusive_[path.index()]);
      if (value > 0 && value >= least_)
        open.emplace_back(path, depth);
      else if (value > 0)
        ++small;
    }
  }

  std::string row(const auto&... cells) const {
    return table_line({-static_cast<int>(width_), 14, 14, 8}, {cells...});
  }

  /// Returns a line, with a second one where there is no room for the source line behind the name.
  std::string line(CallPathId path, size_t depth) const {
    const std::string name = report_.node_name(path);
    const std::string indent = indentation(depth, width_);
    const size_t end = indent.size() + length_of(name) <= width_ ? std::string::npos : name.find(" (");
    const double below = inclusive_[path.index()];
    const double alone = exclusive_[path.index()];
    const std::string share = percent(below, whole_);
    const std::string first = row(indent + name.substr(0, end), short_amount(below, metric_.unit),
                                  alone != 0 ? short_amount(alone, metric_.unit) : "", share);
    if (end == std::string::npos) return first;
    return first + wrapped(name.substr(end + 1), indent + "  ");
  }

  const Report& report_;
  const Metric& metric_;
  std::vector<double> inclusive_;
  std::vector<double> exclusive_;
  double whole_;
  double least_ = 0;
  size_t width_ = name_width(36);
  const CallTree& tree_;
};

std::string spread_line(const Metric& metric, const char* what, const std::vector<double>& values) {
  const Statistics s = statistics_of(values);
  return fmt::format("{:<12}{:>6}   min {}   mean {}   max {}\n", what, values.size(),
                     short_amount(s.minimum, metric.unit), short_amount(s.mean, metric.unit),
                     short_amount(s.maximum, metric.unit));
}

std::string worst_ranks(const Report& report, const Metric& metric, const std::vector<double>& groups) {
  constexpr size_t kShown = 5;
  std::vector<size_t> order(groups.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return groups[a] > groups[b]; });
  std::string lines;
  for (size_t i = 0; i < order.size() && i < kShown; ++i) {
    if (groups[order[i]] == 0) break;
    lines += table_line({-static_cast<int>(name_width(36)), 14},
                        {indentation(1, columns()) + report.location_groups[order[i]].name,
                         short_amount(groups[order[i]], metric.unit)});
  }
  return lines;
}

std::string ranks(const Space& space, MetricId id) {
  const Report& report = space.report();
  const Metric& metric = report.metrics[id.index()];
  const std::vector<double> locations = space.per_location(id);
  const std::vector<double> groups = space.per_group(id);
  std::string text = spread_line(metric, "Ranks", of_processes(report, groups));
  const std::vector<double> threads = of_threads(report, locations);
  if (threads.size() > groups.size()) text += spread_line(metric, "Threads", threads);
  const std::vector<double> streams = of_streams(report, locations);
  if (std::ranges::any_of(streams, [](double value) { return value != 0; }))
    text += spread_line(metric, "Streams", streams);
  return text + worst_ranks(report, metric, groups);
}

std::string heading(const Space& space, MetricId id) {
  const Report& report = space.report();
  const Metric& metric = report.metrics[id.index()];
  const MetricId root = root_of(report, id);
  const double value = space.total(id);
  std::string text = fmt::format("{} ({})", metric.name, metric.id);
  text += ": " + amount_text(value, metric.unit);
  const double whole = whole_of(space, root);
  if (root == id || !is_sum(metric) || whole == 0) return text + "\n";
  return text + fmt::format(", {} % of {}\n", percent(value, whole), report.metrics[root.index()].name);
}

}  // namespace

std::string metric_tree(const Space& space, bool all) {
  const Report& report = space.report();
  const std::vector<bool> worth = worth_showing(report);
  const std::vector<size_t> depths = levels(report.metrics);
  std::string lines = tree_line("Metric (-m)", "total", "unit", "%");
  size_t zero = 0;
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    if (all || worth[i]) {
      lines += metric_line(space, MetricId(i), depths[i]);
    } else {
      ++zero;
    }
  }
  for (const std::string& note : space.notes()) lines += "Note: " + note + "\n";
  return lines + left_out(zero, "metrics are zero throughout and");
}

std::string metric_details(const Space& space, MetricId id, bool all) {
  const Report& report = space.report();
  const Metric& metric = report.metrics[id.index()];
  std::string text = heading(space, id);
  const std::string remedy = remedy_of(report, id);
  if (!metric.description.empty()) text += wrapped(metric.description, "  ");
  if (!remedy.empty()) text += wrapped(remedy, "  -> ");
  if (!metric.expression.empty()) text += wrapped(metric.expression, "  Expression: ");
  const std::vector<double> locations = space.per_location(id);
  if (std::all_of(locations.begin(), locations.end(), [](double value) { return value == 0; })) {
    return text + "\nIt is zero throughout.\n";
  }
  return text + "\n" + CallPathTree(space, id, all).text() + "\n" + ranks(space, id);
}

}  // namespace latecomer::text
