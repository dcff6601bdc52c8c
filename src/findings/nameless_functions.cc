// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "findings/considerable.h"
#include "findings/summary.h"
#include "findings/wait_states.h"
#include "report/call_sites.h"
#include "report/path_names.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

/// Returns the program or library whose function a call path is, if that is shown as an address:
/// "wave+0x1a90".
std::string_view nameless_file(const Report& report, CallPathId path) {
  const std::string_view name = region_name(report, path);
  return is_address(name) ? name.substr(0, name.find("+0x")) : std::string_view();
}

/// Returns the seconds of a metric at call paths that lead through such functions, by the innermost one's
/// file.
std::map<std::string, double> seconds_by_file(const Space& space, const std::vector<MetricId>& metrics) {
  const Report& report = space.report();
  std::vector<std::string_view> files;
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    const std::string_view own = nameless_file(report, CallPathId(i));
    files.push_back(own.empty() && parent.valid() ? files[parent.index()] : own);
  }
  std::map<std::string, double> seconds;
  for (const MetricId metric : metrics) {
    const std::vector<double> values = space.per_call_path(metric, Below::excluded);
    for (size_t i = 0; i < values.size(); ++i)
      if (!files[i].empty() && values[i] > 0) seconds[std::string(files[i])] += values[i];
  }
  return seconds;
}

}  // namespace

std::vector<Caution> nameless_functions(const Space& space) {
  const double waiting = total_waiting(space);
  std::vector<std::pair<double, std::string>> files;
  for (const auto& [file, seconds] : seconds_by_file(space, outermost_waits(space.report())))
    if (seconds >= kConsiderable * waiting) files.emplace_back(seconds, file);
  if (files.empty()) return {};
  std::ranges::stable_sort(files, std::greater(), &std::pair<double, std::string>::first);
  std::vector<std::string> lines;
  for (const auto& [seconds, file] : files)
    lines.push_back(fmt::format("{}: {:.0f} % of the waiting", file, 100 * seconds / waiting));
  return {
      {"Names",
       "Functions are shown as addresses where a file has no names for them. Names and lines come with -g "
       "for what you compile, with its package for debug symbols (-dbgsym, -debuginfo) for what you "
       "install, or from a server that DEBUGINFOD_URLS names while you record.",
       std::move(lines)}};
}

}  // namespace latecomer::findings
