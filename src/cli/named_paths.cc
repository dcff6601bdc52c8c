// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/named_paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>

#include "base/printable.h"
#include "cli/near_names.h"
#include "report/path_names.h"

namespace latecomer::cli {

using namespace report;

namespace {

std::string file_and_line(const std::string& path, int64_t line) {
  return fmt::format("{}:{}", std::string_view(path).substr(path.find_last_of('/') + 1), line);
}

std::vector<CallPathId> paths_where(const Report& report, const std::function<bool(CallPathId)>& is_meant) {
  std::vector<CallPathId> paths;
  for (size_t p = 0; p < report.call_paths.size(); ++p)
    if (is_meant(CallPathId(p))) paths.emplace_back(p);
  return paths;
}

/// Returns whether a full name ends with that of whole nodes.
bool ends_with(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

Error not_found(const Report& report, const std::string& name, const std::vector<std::string>& paths) {
  std::set<std::string> names(paths.begin(), paths.end());
  for (const Region& region : report.regions) names.insert(region.name);
  const std::vector<std::string> near = near_names(name, {names.begin(), names.end()});
  return Error{fmt::format("\"{}\" is no call path, function or line of the run{}", printable_line(name),
                           near.empty() ? "; latecomer show lists the call paths"
                                        : fmt::format("; near are: {}", fmt::join(near, ", ")))};
}

}  // namespace

Result<std::vector<CallPathId>> paths_named(const Report& report, const std::string& name) {
  const PathNames path_names(report);
  std::vector<std::string> names;
  for (size_t p = 0; p < report.call_paths.size(); ++p)
    names.push_back(path_names.path(report, CallPathId(p)));
  const auto region_of = [&](CallPathId path) -> const Region& {
    return report.regions[report.call_paths[path.index()].region.index()];
  };
  if (std::vector<CallPathId> exact =
          paths_where(report, [&](CallPathId path) { return names[path.index()] == name; });
      !exact.empty())
    return exact;
  if (std::vector<CallPathId> functions =
          paths_where(report, [&](CallPathId path) { return region_name(report, path) == name; });
      !functions.empty())
    return functions;
  const auto is_at_line = [&](CallPathId path) {
    const CallPath& call = report.call_paths[path.index()];
    const Region& region = region_of(path);
    return file_and_line(call.call_file, call.call_line) == name ||
           file_and_line(region.module, region.begin_line) == name;
  };
  if (std::vector<CallPathId> at_line = paths_where(report, is_at_line); !at_line.empty()) return at_line;
  std::vector<CallPathId> ends =
      paths_where(report, [&](CallPathId path) { return ends_with(names[path.index()], name); });
  if (ends.empty()) return not_found(report, name, names);
  if (ends.size() == 1) return ends;
  std::vector<std::string> all;
  for (const CallPathId path : ends) all.push_back(names[path.index()]);
  return Error{fmt::format("\"{}\" can be any of: {}", printable_line(name), fmt::join(all, ", "))};
}

}  // namespace latecomer::cli
