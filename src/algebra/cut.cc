// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "algebra/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace latecomer::algebra {

using namespace report;

namespace {

/// Returns the call paths that a name means. Those at which no path of names begins are compared with what
/// their parents left of it.
std::vector<bool> find_call_paths(const Report& report, const std::string& wanted) {
  constexpr size_t kNone = std::string::npos;
  std::vector<bool> found(report.call_paths.size());
  std::vector<size_t> matched(report.call_paths.size(), kNone);  // Says how much of `wanted` names a path.
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    const std::string& name = report.regions[path.region.index()].name;
    size_t begin = 0;
    if (path.parent.valid()) {
      const size_t around = matched[path.parent.index()];
      begin = around != kNone && around < wanted.size() && wanted[around] == '/' ? around + 1 : kNone;
    }
    if (begin != kNone && std::string_view(wanted).substr(begin).starts_with(name))
      matched[i] = begin + name.size();
    found[i] = matched[i] == wanted.size() || name == wanted;
  }
  return found;
}

/// Returns the call paths that any of the names means; an error if a name means none.
Result<std::vector<bool>> find_all(const Report& report, const std::vector<std::string>& names) {
  std::vector<bool> found(report.call_paths.size());
  for (const std::string& name : names) {
    const std::vector<bool> these = find_call_paths(report, name);
    if (std::ranges::none_of(these, [](bool is_meant) { return is_meant; }))
      return Error{
          fmt::format("the report has no call path '{}'; latecomer report calltree prints them", name)};
    for (size_t i = 0; i < found.size(); ++i) found[i] = found[i] || these[i];
  }
  return found;
}

}  // namespace

Result<std::vector<PathPart>> parts_of_cut(const Report& report, const Cut& cut) {
  TRY(const std::vector<bool> is_root, find_all(report, cut.roots));
  TRY(const std::vector<bool> is_pruned, find_all(report, cut.prunes));
  std::vector<PathPart> parts(report.call_paths.size(), PathPart::outside);
  bool absorbs_any = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    const PathPart around = parent.valid() ? parts[parent.index()] : PathPart::outside;
    if (is_root[i] && is_pruned[i])
      return Error{fmt::format("'{}' cannot both be a root and be pruned",
                               report.regions[report.call_paths[i].region.index()].name)};
    if (around == PathPart::outside) {
      if (is_root[i] || (cut.roots.empty() && !parent.valid())) parts[i] = PathPart::root;
    } else {
      const bool is_absorbed = is_pruned[i] || around == PathPart::absorbed;
      parts[i] = is_absorbed ? PathPart::absorbed : PathPart::kept;
      absorbs_any = absorbs_any || is_absorbed;
    }
  }
  if (!cut.prunes.empty() && !absorbs_any)
    return Error{"there is nothing to prune: no call path that stays is around those that are named"};
  return parts;
}

}  // namespace latecomer::algebra
