// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/path_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace latecomer::report {

const std::string& region_name(const Report& report, CallPathId path) {
  return report.regions[report.call_paths[path.index()].region.index()].name;
}

namespace {

/// Returns whether a file is the address, "wave+0x11a9", that stands for a line that is not known.
bool is_address(std::string_view file) {
  return file.starts_with("0x") || file.find("+0x") != std::string_view::npos;
}

}  // namespace

ShortFiles short_files(const std::vector<CallPath>& call_paths, const std::vector<Region>& regions) {
  std::set<std::string> files;
  for (const CallPath& path : call_paths) files.insert(path.call_file);
  for (const Region& region : regions) files.insert(region.module);
  return ShortFiles(files);
}

PathNames::PathNames(const Report& report)
    : files_(short_files(report.call_paths, report.regions)), is_called_elsewhere_(report.call_paths.size()) {
  std::map<std::pair<CallPathId, RegionId>, size_t> children;
  for (const CallPath& path : report.call_paths) ++children[{path.parent, path.region}];
  for (size_t i = 0; i < report.call_paths.size(); ++i)
    is_called_elsewhere_[i] = children.at({report.call_paths[i].parent, report.call_paths[i].region}) > 1;
}

std::string PathNames::with_site(const Report& report, CallPathId path) const {
  const CallPath& each = report.call_paths[path.index()];
  const Region& region = report.regions[each.region.index()];
  const bool tells_apart = is_called_elsewhere_[path.index()];
  if (each.call_file.empty() || (is_address(each.call_file) && !tells_apart)) return region.name;
  const std::string site = with_line(files_(each.call_file), each.call_line);
  return region.role == kGapRole ? fmt::format("{}, called at {}", region.name, site)
                                 : fmt::format("{} ({})", region.name, site);
}

std::string PathNames::node(const Report& report, CallPathId path) const {
  const Region& region = report.regions[report.call_paths[path.index()].region.index()];
  const bool is_gap = region.role == kGapRole;  // A gap has its lines in its name.
  return is_gap && !is_called_elsewhere_[path.index()] ? region.name : with_site(report, path);
}

CallPathId PathNames::around(const Report& report, CallPathId path) const {
  const CallPath& here = report.call_paths[path.index()];
  // A gap's name begins with its function's; where that was called is added if it was called elsewhere, too.
  const bool stands_for_parent =
      here.parent.valid() && report.regions[here.region.index()].role == kGapRole &&
      region_name(report, path).starts_with(region_name(report, here.parent) + " (") &&
      !is_called_elsewhere_[here.parent.index()];
  return stands_for_parent ? report.call_paths[here.parent.index()].parent : here.parent;
}

std::string PathNames::path(const Report& report, CallPathId path) const {
  std::vector<std::string> names = {node(report, path)};  // Begins with the innermost name.
  for (CallPathId id = around(report, path); id.valid(); id = around(report, id)) {
    names.push_back(is_called_elsewhere_[id.index()] ? with_site(report, id) : region_name(report, id));
  }
  return fmt::format("{}", fmt::join(names.rbegin(), names.rend(), "/"));
}

}  // namespace latecomer::report
