// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/path_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <utility>

#include "report/call_sites.h"

namespace latecomer::report {

const std::string& region_name(const Report& report, CallPathId path) {
  return report.regions[report.call_paths[path.index()].region.index()].name;
}

ShortFiles short_files(const std::vector<CallPath>& call_paths, const std::vector<Region>& regions) {
  std::set<std::string> files;
  for (const CallPath& path : call_paths) files.insert(path.call_file);
  for (const Region& region : regions) files.insert(region.module);
  return ShortFiles(files);
}

bool is_gap(const Report& report, CallPathId path) {
  return report.regions[report.call_paths[path.index()].region.index()].role == kGapRole;
}

std::string_view function_of_gap(std::string_view name) {
  return name.substr(0, name.rfind(" ("));
}

namespace {

/// Returns the name of a call path's region, and a site.
std::string with_site(const Report& report, CallPathId path, const std::string& site) {
  const std::string& name = region_name(report, path);
  if (site.empty()) return name;
  return is_gap(report, path) ? fmt::format("{}, called at {}", name, site)
                              : fmt::format("{} ({})", name, site);
}

}  // namespace

PathNames::PathNames(const Report& report)
    : files_(short_files(report.call_paths, report.regions)),
      own_sites_(own_sites(report)),
      is_called_elsewhere_(report.call_paths.size()) {
  std::map<std::pair<CallPathId, RegionId>, size_t> children;
  for (const CallPath& path : report.call_paths) ++children[{path.parent, path.region}];
  for (size_t i = 0; i < report.call_paths.size(); ++i)
    is_called_elsewhere_[i] = children.at({report.call_paths[i].parent, report.call_paths[i].region}) > 1;
}

std::string PathNames::site(const Report& report, CallPathId path) const {
  const CallPath& each = report.call_paths[path.index()];
  if (is_address(each.call_file) && !is_called_elsewhere_[path.index()]) return {};
  return each.call_file.empty() ? "" : with_line(files_(each.call_file), each.call_line);
}

CallPathId PathNames::shown_site(const Report& report, CallPathId path) const {
  const CallPathId own = own_sites_[path.index()];
  return own.valid() && report.call_paths[own.index()].call_line > 0 ? own : path;
}

std::string PathNames::node(const Report& report, CallPathId path) const {
  const bool tells_apart = is_called_elsewhere_[path.index()];
  if (is_gap(report, path) && !tells_apart && !own_sites_[path.index()].valid())
    return region_name(report, path);
  const CallPathId shown = shown_site(report, path);
  const std::string at = site(report, shown);
  const std::string here = shown != path && tells_apart ? site(report, path) : "";
  return with_site(report, path, here.empty() ? at : fmt::format("{}, from {}", here, at));
}

CallPathId PathNames::around(const Report& report, CallPathId path) const {
  const CallPath& here = report.call_paths[path.index()];
  // A gap's name begins with its function's; where that was called is added if it was called elsewhere, too.
  const bool stands_for_parent =
      here.parent.valid() && is_gap(report, path) &&
      region_name(report, path).starts_with(region_name(report, here.parent) + " (") &&
      !is_called_elsewhere_[here.parent.index()];
  return stands_for_parent ? report.call_paths[here.parent.index()].parent : here.parent;
}

std::string PathNames::path(const Report& report, CallPathId path) const {
  std::vector<std::string> names = {node(report, path)};  // Begins with the innermost name.
  const CallPathId shown = shown_site(report, path);      // Is said already.
  for (CallPathId id = around(report, path); id.valid(); id = around(report, id)) {
    const bool needs_site = is_called_elsewhere_[id.index()] && id != shown;
    names.push_back(with_site(report, id, needs_site ? site(report, id) : ""));
  }
  return fmt::format("{}", fmt::join(names.rbegin(), names.rend(), "/"));
}

}  // namespace latecomer::report
