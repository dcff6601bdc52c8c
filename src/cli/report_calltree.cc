// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/report_views.h"
#include "cli/value_text.h"
#include "query/residue.h"
#include "report/tree.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace query;
using namespace report;
using namespace text;

namespace {

/// Returns what cube_calltree calls a call path: MPI and OMP for calls of these, COM for what calls them.
std::vector<const char*> kinds(const Report& report) {
  std::vector<const char*> kinds(report.call_paths.size(), "USR");
  std::vector<bool> communicates(report.call_paths.size());
  for (size_t i = report.call_paths.size(); i-- > 0;) {
    const CallPath& path = report.call_paths[i];
    const Region& region = report.regions[path.region.index()];
    const bool is_mpi = region.paradigm == "mpi" || region.description == "MPI";
    const bool is_openmp = region.paradigm == "openmp" || region.description == "OMP";
    if (communicates[i])
      kinds[i] = "COM";
    else if (is_mpi || is_openmp)
      kinds[i] = is_mpi ? "MPI" : "OMP";
    if (path.parent.valid() && (communicates[i] || is_mpi || is_openmp))
      communicates[path.parent.index()] = true;
  }
  return kinds;
}

/// Returns "  |   + name", deeper with each level.
std::string tree_line(size_t level, const std::string& name) {
  if (level == 0) return name;
  std::string line;
  for (size_t i = 1; i < std::min(level, kMostLevels); ++i) line += "  | ";
  return line + "  + " + name;
}

std::string names_from_root(const Report& report, CallPathId path) {
  std::vector<const std::string*> names;
  for (; path.valid() && names.size() < kMostLevels; path = report.call_paths[path.index()].parent)
    names.push_back(&report.regions[report.call_paths[path.index()].region.index()].name);
  std::string text = path.valid() ? "..." : "";
  for (size_t i = names.size(); i-- > 0;) text += '/' + *names[i];
  return text;
}

/// Marks the call paths with at least this share of the whole, and what is around them.
std::vector<bool> shown_paths(const std::vector<CallPath>& call_paths, const std::vector<double>& inclusive,
                              double total, double threshold) {
  std::vector<bool> shown(call_paths.size());
  for (size_t i = call_paths.size(); i-- > 0;) {
    if (total == 0 ? threshold == 0 : inclusive[i] / total >= threshold / 100) shown[i] = true;
    if (shown[i] && call_paths[i].parent.valid()) shown[call_paths[i].parent.index()] = true;
  }
  return shown;
}

std::string value_column(double value, double total, bool percent) {
  std::string text = fmt::format("{:g}", value);
  if (percent && total != 0)
    text += fmt::format(" ({:.{}g}%)", value / total * 100, value / total * 100 < 10 ? 4 : 5);
  return fmt::format("{:<{}}", text, percent ? 32 : 16);
}

}  // namespace

Result<std::string> call_tree_text(const CallTreeOptions& options, const Space& space) {
  const Report& report = space.report();
  const std::vector<CallPath>& call_paths = report.call_paths;
  std::vector<bool> shown(call_paths.size(), true);
  std::vector<double> values;
  double total = 0;
  if (!options.metric.empty()) {
    TRY(const std::vector<MetricId> metrics, find_metrics(report, {options.metric}));
    const std::vector<double> inclusive = space.per_call_path(metrics.front(), Below::included);
    if (!total_is_residue(space, metrics.front())) total = space.total(metrics.front());
    shown = shown_paths(call_paths, inclusive, total, options.threshold);
    values = options.inclusive ? inclusive : space.per_call_path(metrics.front(), Below::excluded);
  }
  const std::vector<size_t> level = levels(call_paths);
  const std::vector<const char*> kind = kinds(report);
  std::vector<std::string> names;
  size_t width = 0;
  for (size_t i = 0; i < call_paths.size(); ++i) {
    names.push_back(tree_line(level[i], report.regions[call_paths[i].region.index()].name));
    if (shown[i]) width = std::max(width, length_of(names.back()));
  }
  std::string text;
  for (size_t i = 0; i < call_paths.size(); ++i) {
    if (!shown[i]) continue;
    if (!values.empty()) text += value_column(values[i], total, options.percent);
    text += names[i];
    if (options.paths)
      text += std::string(width + 4 - length_of(names[i]), ' ') +
              (options.annotate ? std::string(kind[i]) + ":" : "") + names_from_root(report, CallPathId(i));
    text += '\n';
  }
  return text;
}

}  // namespace latecomer::cli
