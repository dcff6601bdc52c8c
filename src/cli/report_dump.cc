// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "cli/put_out.h"
#include "cli/report_views.h"
#include "cli/value_text.h"
#include "query/regions.h"
#include "report/tree.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace query;
using namespace report;
using namespace text;

namespace {

using Style = DumpOptions::Style;

/// Returns the numbers below `count` in "0,3,5-10".
Result<std::vector<size_t>> find_numbers(const std::string& text, size_t count, const char* what) {
  std::vector<size_t> numbers;
  for (const std::string& part : split(text, ',')) {
    const size_t dash = part.find('-');
    const std::optional<size_t> first = parse_number<size_t>(part.substr(0, dash));
    const std::optional<size_t> last =
        dash == std::string::npos ? first : parse_number<size_t>(part.substr(dash + 1));
    if (!first || !last)
      return Error{fmt::format("'{}' says no {}s: give their numbers, as 0,3,5-10", part, what)};
    if (*last >= count || *first > *last)
      return Error{fmt::format("the report has no {}s {}: their numbers are 0 to {}", what, part,
                               static_cast<int64_t>(count) - 1)};
    for (size_t n = *first; n <= *last; ++n) numbers.push_back(n);
  }
  return numbers;
}

/// Holds the numbers that call paths have in the file, which need not be their positions.
class CallPathNumbers {
 public:
  explicit CallPathNumbers(const Report& report) : numbers_(report.call_path_numbers) {
    for (size_t i = numbers_.size(); i < report.call_paths.size(); ++i)
      numbers_.push_back(static_cast<uint32_t>(i));
    for (size_t i = 0; i < numbers_.size(); ++i) positions_.emplace(numbers_[i], i);
  }

  size_t number_of(size_t path) const { return numbers_[path]; }

  /// Returns the call paths with the numbers in "0,3,5-10".
  Result<std::vector<size_t>> find(const std::string& wanted) const {
    const size_t count = positions_.empty() ? 0 : positions_.rbegin()->first + size_t{1};
    TRY(const std::vector<size_t> numbers, find_numbers(wanted, count, "call path"));
    std::vector<size_t> paths;
    for (const size_t number : numbers) {
      const auto found = positions_.find(static_cast<uint32_t>(number));
      if (found != positions_.end()) paths.push_back(found->second);
    }
    if (paths.empty()) return Error{fmt::format("the report has no call path {}", wanted)};
    return paths;
  }

  /// Sorts call paths by their numbers, as CubeLib has them.
  void sort(std::vector<size_t>& paths) const {
    std::ranges::sort(paths, {}, [&](size_t path) { return numbers_[path]; });
  }

 private:
  std::vector<uint32_t> numbers_;
  std::map<uint32_t, size_t> positions_;
};

/// Reads "level<2", "level=2" and "level>2"; roots have level 0.
Result<std::vector<size_t>> find_by_level(const Report& report, const std::string& wanted) {
  const std::optional<size_t> limit = parse_number<size_t>(wanted.substr(6));
  const char how = wanted[5];
  if (!limit || (how != '<' && how != '=' && how != '>'))
    return Error{fmt::format("'{}' says no call paths: write level<2, level=2 or level>2", wanted)};
  std::vector<size_t> found;
  const std::vector<size_t> level = levels(report.call_paths);
  for (size_t i = 0; i < level.size(); ++i)
    if (how == '<' ? level[i] < *limit : how == '>' ? level[i] > *limit : level[i] == *limit)
      found.push_back(i);
  return found;
}

/// Finds the call paths of "name=/MPI_.*send/", by a part of their regions' names.
Result<std::vector<size_t>> find_by_name(const Report& report, const std::string& wanted) {
  const std::string pattern = wanted.substr(6, wanted.size() - 7);
  const RE2 expression(pattern, RE2::Quiet);
  if (!expression.ok()) return Error{fmt::format("'{}' is no regular expression", pattern)};
  std::vector<size_t> found;
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const std::string& name = report.regions[report.call_paths[i].region.index()].name;
    if (RE2::PartialMatch(name, expression)) found.push_back(i);
  }
  return found;
}

Result<std::vector<size_t>> find_described(const Report& report, const std::string& wanted) {
  if (wanted.starts_with("level") && wanted.size() > 6) return find_by_level(report, wanted);
  if (wanted.starts_with("name=/") && wanted.ends_with("/") && wanted.size() > 7)
    return find_by_name(report, wanted);
  const bool only_roots = wanted == "roots";
  const bool only_leafs = wanted == "leafs";
  if (wanted != "all" && !only_roots && !only_leafs)
    return Error{fmt::format("'{}' says no call paths: give their numbers, as 0,3,5-10", wanted)};
  std::vector<size_t> found;
  const auto children = children_of(report.call_paths).of;
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    if (only_roots && report.call_paths[i].parent.valid()) continue;
    if (only_leafs && !children[i].empty()) continue;
    found.push_back(i);
  }
  return found;
}

Result<std::vector<size_t>> find_call_paths(const Report& report, const CallPathNumbers& numbers,
                                            const std::string& wanted) {
  if (wanted.find_first_of("0123456789") == 0) return numbers.find(wanted);
  TRY(std::vector<size_t> paths, find_described(report, wanted));
  numbers.sort(paths);
  return paths;
}

/// Holds what is printed of one call path, or of one region: a column for each metric, or two.
using Columns = std::vector<Column>;

/// Reads values as the options want them.
class Values {
 public:
  Values(const DumpOptions& options, const Space& space)
      : options_(options), space_(space), children_(children_of(space.report().metrics).of) {}

  DataType type_of(MetricId metric) const { return data_type_of(space_.report().metrics[metric.index()]); }

  /// Returns the values of a call path on all locations, as `-z` wants them.
  Column at(MetricId metric, CallPathId path) const {
    if (options_.below != DumpOptions::Below::stored) return at(metric, path, below());
    return of_metric(metric, [&](MetricId each) {
      const Row row = space_.report().column(each, path);
      return row != nullptr ? *row : Column(type_of(each), space_.report().locations.size());
    });
  }
  Column at(MetricId metric, CallPathId path, Below below) const {
    return of_metric(metric, [&](MetricId each) { return space_.by_location(each, path, below); });
  }

  /// Returns the value of each call path, over all locations.
  Column over_locations(MetricId metric, Below below) const {
    return of_metric(metric, [&](MetricId each) { return space_.by_call_path(each, below); });
  }

  Below below() const {
    return options_.below == DumpOptions::Below::included ? Below::included : Below::excluded;
  }

 private:
  /// Returns what `read` reads of a metric; without its child metrics, where `-x` wants that. Values of
  /// another type cannot be subtracted.
  Column of_metric(MetricId metric, const auto& read) const {
    Column values = read(metric);
    if (!options_.without_child_metrics) return values;
    for (const MetricId child : children_[metric.index()])
      if (const Column part = read(child); part.type() == values.type()) values.subtract(part);
    return values;
  }

  const DumpOptions& options_;
  const Space& space_;
  std::vector<std::vector<MetricId>> children_;
};

/// Prints values. Each call path or region has one line, or one for each thread.
class Printer {
 public:
  Printer(const DumpOptions& options, const Report& report, std::vector<size_t> threads)
      : options_(options),
        report_(report),
        threads_(std::move(threads)),
        over_threads_(options.threads == "aggr") {}

  /// Returns the head of a table of these columns.
  std::string head(const std::vector<std::string>& names) const {
    if (options_.style == Style::csv) return "";
    if (options_.style == Style::csv2) {
      std::string text = options_.flat ? "Region ID" : "Cnode ID";
      if (!over_threads_) text += ", Thread ID";
      for (const std::string& name : names) text += "," + name;
      return text + "\n";
    }
    const bool for_gnuplot = options_.style == Style::gnuplot;
    const char* title = options_.flat ? "=============== FLAT PROFILE ============= "
                                      : "===================== DATA =================== ";
    std::string text = fmt::format("\n\n{} {}\n{}Print out the data of the metric {}\n\n",
                                   for_gnuplot ? "#" : "", title, for_gnuplot ? "# " : "", names.front());
    if (for_gnuplot) return text + "\n";
    text += std::string(kName, ' ');
    if (over_threads_) text += "All threads";
    for (const size_t thread : over_threads_ ? std::vector<size_t>() : threads_)
      text += padded(report_.locations[thread].name, kValue);
    return text + "\n" + std::string(79, '-') + "\n";
  }

  /// Returns the lines of a call path or region. Its columns have a value for each location, or one alone.
  std::string lines(size_t id, const std::string& name, const Columns& columns) const {
    if (options_.style == Style::human) return human_lines(id, name, columns);
    const char separator = options_.style == Style::gnuplot ? '\t' : ',';
    std::string text;
    if (options_.style == Style::csv) text = "\n\n";
    if (options_.style == Style::gnuplot) text = fmt::format("#{}(id={})\n", name, id);
    for (const size_t thread : over_threads_ ? std::vector<size_t>{0} : threads_) {
      text += std::to_string(id);
      if (!over_threads_) text += separator + std::to_string(thread);
      for (const Column& column : columns) text += separator + value_text(column, thread);
      text += '\n';
    }
    return options_.style == Style::gnuplot ? text + "\n" : text;
  }

  bool has_table_for_each_metric() const { return options_.style != Style::csv2; }

 private:
  static constexpr size_t kName = 32;
  static constexpr size_t kValue = 25;

  static std::string padded(const std::string& text, size_t width) {
    return text + std::string(length_of(text) < width ? width - length_of(text) : 1, ' ');
  }

  std::string human_lines(size_t id, const std::string& name, const Columns& columns) const {
    std::string text;
    for (size_t c = 0; c < columns.size(); ++c) {
      text += padded(c == 0 ? fmt::format("{}(id={})", name, id) : "   Subroutines", kName);
      for (const size_t thread : over_threads_ ? std::vector<size_t>{0} : threads_)
        text += padded(value_text(columns[c], thread), over_threads_ ? 0 : kValue);
      text.erase(text.find_last_not_of(' ') + 1);
      text += '\n';
    }
    return text;
  }

  const DumpOptions& options_;
  const Report& report_;
  std::vector<size_t> threads_;
  bool over_threads_;
};

Column one_value(const Column& values, size_t position) {
  Column one(values.type(), 1);
  one.set(0, values, position);
  return one;
}

/// Prints what there is of these call paths.
void dump_call_paths(const DumpOptions& options, const Space& space, const Printer& printer,
                     const std::vector<MetricId>& metrics, const std::vector<size_t>& paths,
                     const CallPathNumbers& numbers) {
  const Report& report = space.report();
  const Values values(options, space);
  const bool over_threads = options.threads == "aggr";
  std::vector<std::string> names;
  Columns of_paths;
  for (const MetricId metric : metrics) {
    names.push_back(report.metrics[metric.index()].id);
    if (over_threads) of_paths.push_back(values.over_locations(metric, values.below()));
  }
  put_out(printer.head(names));
  for (const size_t path : paths) {
    Columns columns;
    for (size_t m = 0; m < metrics.size(); ++m)
      columns.push_back(over_threads ? one_value(of_paths[m], path)
                                     : values.at(metrics[m], CallPathId(path)));
    const Region& region = report.regions[report.call_paths[path].region.index()];
    put_out(printer.lines(numbers.number_of(path), region.name, columns));
  }
}

/// Prints what there is of all regions: their own values, and those of what they call.
void dump_regions(const DumpOptions& options, const Space& space, const Printer& printer,
                  const std::vector<MetricId>& metrics) {
  const Report& report = space.report();
  const Values values(options, space);
  const CallTree& tree = space.call_tree();
  // Of each region: all its call paths, and those whose values with what they call are the region's.
  const auto paths = call_paths_of_regions(report, tree, tree.all(), Below::excluded);
  const auto outermost = call_paths_of_regions(report, tree, tree.all(), Below::included);
  std::vector<std::string> names;
  Columns own;  // of each metric, over all locations, where that is wanted
  Columns with_below;
  for (const MetricId metric : metrics) {
    names.push_back(report.metrics[metric.index()].id);
    names.emplace_back("Subroutines");
    if (options.threads != "aggr") continue;
    own.push_back(values.over_locations(metric, Below::excluded));
    with_below.push_back(values.over_locations(metric, Below::included));
  }
  const auto sum_of = [&](size_t m, const std::vector<CallPathId>& of_region, Below below) {
    Column sum(values.type_of(metrics[m]), own.empty() ? report.locations.size() : 1);
    for (const CallPathId path : of_region) {
      if (own.empty())
        sum.add(values.at(metrics[m], path, below));
      else
        sum.add(0, below == Below::excluded ? own[m] : with_below[m], path.index());
    }
    return sum;
  };
  put_out(printer.head(names));
  for (size_t region = 0; region < paths.size(); ++region) {
    Columns columns;
    for (size_t m = 0; m < metrics.size(); ++m) {
      columns.push_back(sum_of(m, paths[region], Below::excluded));
      Column called = sum_of(m, outermost[region], Below::included);
      called.subtract(columns.back());
      columns.push_back(std::move(called));
    }
    put_out(printer.lines(region, report.regions[region].name, columns));
  }
}

}  // namespace

Status dump(const DumpOptions& options, const Space& space) {
  const Report& report = space.report();
  TRY(const std::vector<MetricId> metrics, find_metrics(report, options.metrics));
  if (options.flat) {
    TRY_STATUS(check_has_region_values(report, metrics));
  }
  const CallPathNumbers numbers(report);
  TRY(const std::vector<size_t> paths, find_call_paths(report, numbers, options.call_paths));
  const bool all_threads = options.threads.empty() || options.threads == "aggr";
  const std::string every = fmt::format("0-{}", report.locations.size() - 1);
  TRY(std::vector<size_t> threads,
      find_numbers(all_threads ? every : options.threads, report.locations.size(), "thread"));
  const Printer printer(options, report, std::move(threads));
  std::vector<std::vector<MetricId>> tables = {metrics};
  if (printer.has_table_for_each_metric()) {
    tables.clear();
    for (const MetricId metric : metrics) tables.push_back({metric});
  }
  for (const std::vector<MetricId>& table : tables) {
    if (options.flat)
      dump_regions(options, space, printer, table);
    else
      dump_call_paths(options, space, printer, table, paths, numbers);
    if (options.style == Style::csv) put_out("\n");
  }
  return {};
}

}  // namespace latecomer::cli
