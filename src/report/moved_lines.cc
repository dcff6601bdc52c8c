// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports of two versions of a program have the same calls at other lines: whoever adds five lines at the top
// of a file moves all that is below.
//
//     base:  93 send, 94 send, 97 wait       other:  98 send, 99 send, 102 wait
//
// Lines keep their order, so of as many calls of the same function the first one is the same on both sides,
// and so on. Where a call was added or removed, those that moved together are the same.

#include "report/moved_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "report/path_names.h"
#include "report/tree.h"

namespace latecomer::report {

namespace {

/// The positions on both sides of call sites with the same key, in the order of files and lines.
struct Group {
  std::vector<size_t> here;
  std::vector<size_t> there;
};

class Matcher {
 public:
  Matcher(std::span<const CallSite> here, std::span<const CallSite> there)
      : here_(here), there_(there), match_(there.size(), kNowhere) {}

  std::vector<size_t> match() {
    std::map<std::string_view, Group> groups;
    for (size_t i = 0; i < here_.size(); ++i) groups[here_[i].key].here.push_back(i);
    for (size_t i = 0; i < there_.size(); ++i) groups[there_[i].key].there.push_back(i);
    for (auto& [key, group] : groups) {
      std::ranges::stable_sort(group.here, {}, [&](size_t i) { return here_[i]; });
      std::ranges::stable_sort(group.there, {}, [&](size_t i) { return there_[i]; });
      match(group);
    }
    return std::move(match_);
  }

 private:
  void match(Group& group) {
    if (group.here.size() != group.there.size()) {
      match_shifted(group, common_shift(group));
      if (group.here.size() != 1 || group.there.size() != 1) return;
    }
    for (size_t i = 0; i < group.here.size(); ++i) match_[group.there[i]] = group.here[i];
  }

  /// By how many lines most have moved together; 0 where only one has.
  int64_t common_shift(const Group& group) const {
    constexpr size_t kMost = 10'000;  // pairs, of which a program has a few
    if (group.here.size() * group.there.size() > kMost) return 0;
    std::map<int64_t, size_t> shifts;
    for (const size_t i : group.here)
      for (const size_t j : group.there) ++shifts[there_[j].lines[0] - here_[i].lines[0]];
    const auto most = std::ranges::max_element(shifts, {}, [](const auto& each) { return each.second; });
    const bool is_common = most != shifts.end() && most->second > 1 && most->second > shifts[0];
    return is_common ? most->first : 0;
  }

  /// Takes from the group what has moved by so many lines.
  void match_shifted(Group& group, int64_t shift) {
    std::map<CallSite, size_t> sites;
    for (const size_t i : group.here) {
      CallSite site = here_[i];
      if (shift != 0) site.file.clear();
      for (int64_t& line : site.lines)
        if (line > 0) line += shift;
      sites.emplace(std::move(site), i);
    }
    std::erase_if(group.there, [&](size_t j) {
      CallSite site = there_[j];
      if (shift != 0) site.file.clear();
      const auto found = sites.find(site);
      if (found == sites.end()) return false;
      match_[j] = found->second;
      std::erase(group.here, found->second);
      sites.erase(found);
      return true;
    });
  }

  std::span<const CallSite> here_;
  std::span<const CallSite> there_;
  std::vector<size_t> match_;
};

using CallPaths = std::vector<CallPathId>;

/// The call sites of call paths, with their parameters and attributes in the keys.
class CallSites {
 public:
  explicit CallSites(const Report& report)
      : report_(report), files_(short_files(report.call_paths, report.regions)) {}

  std::vector<CallSite> operator()(const CallPaths& paths) const {
    std::vector<CallSite> result;
    for (const CallPathId path : paths) {
      CallSite& each = result.emplace_back(call_site(report_, path, files_));
      const CallPath& call = report_.call_paths[path.index()];
      for (const Parameter& parameter : call.parameters)
        each.key += fmt::format("\n{} {} = {}", parameter.is_number, parameter.key, parameter.value);
      for (const auto& [key, value] : call.attributes) each.key += fmt::format("\n{}: {}", key, value);
    }
    return result;
  }

 private:
  const Report& report_;
  ShortFiles files_;
};

}  // namespace

CallSite call_site(const Report& report, CallPathId path, const ShortFiles& files) {
  const CallPath& call = report.call_paths[path.index()];
  const Region& region = report.regions[call.region.index()];
  CallSite site{region.name, files(call.call_file), {call.call_line}};
  if (region.role != kGapRole) return site;
  site.key = fmt::format("{} ()", region.name.substr(0, region.name.rfind(" (")));
  site.lines[1] = region.begin_line;
  site.lines[2] = region.end_line;
  return site;
}

std::vector<size_t> match_moved(std::span<const CallSite> here, std::span<const CallSite> there) {
  return Matcher(here, there).match();
}

std::vector<CallPathId> match_moved_call_paths(const Report& base, const Report& report) {
  const Children<CallPath> children = children_of(report.call_paths);
  const Children<CallPath> children_of_base = children_of(base.call_paths);
  CallPaths same(report.call_paths.size());
  const CallSites sites_in_base(base);
  const CallSites sites_in_report(report);
  const auto match = [&](const CallPaths& here, const CallPaths& there) {
    const std::vector<size_t> matches = match_moved(sites_in_base(here), sites_in_report(there));
    for (size_t i = 0; i < there.size(); ++i)
      if (matches[i] != kNowhere) same[there[i].index()] = here[matches[i]];
  };
  match(children_of_base.roots, children.roots);
  for (size_t i = 0; i < same.size(); ++i)
    if (same[i].valid()) match(children_of_base.of[same[i].index()], children.of[i]);
  return same;
}

}  // namespace latecomer::report
