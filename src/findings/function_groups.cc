// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A function that communicates is called from many places, so its waiting is that of many call paths, each
// with a little, and the five largest say nothing of most of it. What a person would change is the function.
//
//     main/step (a.c:70)/exchange/MPI_Wait (halo.c:12)      0.3 s
//     main/step (a.c:74)/exchange/MPI_Wait (halo.c:12)      0.2 s      level 0: MPI_Wait (halo.c:12)  0.6 s
//     main/setup/exchange/MPI_Wait (halo.c:12)              0.1 s
//     main/setup/exchange/MPI_Wait (halo.c:19)              0.2 s      level 1: exchange              0.8 s
//
// Level 0 puts together what was called at one line of the program's own code (report/call_sites.h), level 1
// what one function called, kind by kind and then all of it, level 2 what is below one caller of such
// functions, and so on, up to main. It is the first level that leaves at most a tenth outside of the five
// largest groups: the finest one that says nearly all, or else much more than finer ones. The outermost
// functions say nothing, so nothing is put together by them.
//
// Cost: a pass over the call tree, and for each value and level a search in a map.

#include "findings/function_groups.h"

#include <map>
#include <string_view>
#include <tuple>

#include "findings/gaps.h"
#include "findings/summary.h"
#include "report/call_sites.h"
#include "report/path_names.h"

namespace latecomer::findings {

using namespace report;

namespace {

constexpr double kNearlyAll = 0.9;
constexpr double kMuchMore = 0.05;
/// Is how far out values are put together, and whether those of several kinds are.
struct Height {
  size_t level = 0;
  bool all_kinds = false;
};
constexpr Height kHeights[] = {{0, false}, {1, false}, {1, true},  {2, true}, {3, true},  {4, true},
                               {5, true},  {6, true},  {7, true},  {8, true}, {10, true}, {12, true},
                               {16, true}, {24, true}, {32, true}, {48, true}};

using GroupKey = std::tuple<size_t, std::string, std::string, int64_t>;

/// Knows of each call path the function that it is in, the function that called that, and which call of the
/// program's own code led there.
class Functions {
 public:
  explicit Functions(const Report& report) : own_sites_(own_sites(report)) {
    for (size_t i = 0; i < report.call_paths.size(); ++i) {
      const CallPathId parent = report.call_paths[i].parent;
      names_.push_back(name_at(report, CallPathId(i)));
      // A recursion stays in its function, and so does a gap that is below it.
      const bool is_same = parent.valid() && names_[parent.index()] == names_[i];
      callers_.push_back(is_same ? callers_[parent.index()] : parent);
      is_outermost_.push_back(is_outermost(report, CallPathId(i)));
    }
  }

  /// Returns what own_sites (call_sites.h) says of a call path.
  CallPathId own_site(CallPathId path) const { return own_sites_[path.index()]; }
  CallPathId caller_of(CallPathId path) const { return callers_[path.index()]; }
  /// Returns the function so many above that of a call path, or the last one on the way there that is not an
  /// outermost one: of main, and of what calls it, nobody learns anything.
  std::string name_above(CallPathId path, size_t number) const {
    for (; number > 0; --number) {
      const CallPathId caller = callers_[path.index()];
      if (!caller.valid() || is_outermost_[caller.index()]) break;
      path = caller;
    }
    return std::string(names_[path.index()]);
  }

 private:
  std::string_view name_at(const Report& report, CallPathId path) const {
    const CallPathId parent = report.call_paths[path.index()].parent;
    if (is_not_running(report, path) && parent.valid()) return names_[parent.index()];
    const std::string_view name = region_name(report, path);
    return is_gap(report, path) ? function_of_gap(name) : name;
  }

  /// Returns whether a call path is the program itself, its main or, of Fortran, the main that this calls,
  /// whether these have names or not.
  bool is_outermost(const Report& report, CallPathId path) const {
    const CallPathId caller = report.call_paths[path.index()].parent;
    if (!caller.valid() || is_program(report, caller)) return true;
    const std::string_view name = names_[path.index()];
    if (name == "main" || name == "MAIN__") return true;
    const CallPathId main = report.call_paths[caller.index()].parent;
    return is_address(name) && main.valid() && is_program(report, main);
  }
  static bool is_program(const Report& report, CallPathId path) {
    return report.regions[report.call_paths[path.index()].region.index()].role == "artificial";
  }

  std::vector<std::string_view> names_;
  std::vector<CallPathId> callers_;
  std::vector<bool> is_outermost_;
  std::vector<CallPathId> own_sites_;
};

/// Returns whether a call path is of the program's own code, and not a call of a library that was recorded.
bool is_own_code(const Report& report, CallPathId path) {
  const Region& region = report.regions[report.call_paths[path.index()].region.index()];
  constexpr std::string_view kLibraries[] = {"mpi", "openmp", "pthread", "measurement"};
  return is_gap(report, path) || is_not_running(report, path) ||
         (region.role != "file_io" && std::ranges::count(kLibraries, region.paradigm) == 0);
}

/// Says what values have in common on one level.
class Level {
 public:
  Level(const Report& report, const Functions& functions, Height height)
      : report_(report), functions_(functions), level_(height.level), all_kinds_(height.all_kinds) {}

  GroupKey key_of(const GroupedValue& value) const {
    if (level_ > 0) return {all_kinds_ ? 0 : value.kind, function_of(value, level_), "", 0};
    const CallPath& call = report_.call_paths[site_of(value).index()];
    return {value.kind, region_name(report_, value.path) + "\n" + function_of(value, 1), call.call_file,
            call.call_line};
  }

  std::string name_of(const GroupedValue& value) const {
    if (level_ > 0) return function_of(value, level_);
    const std::string node = report_.node_name(value.path);
    const bool is_whole = is_own_code(report_, value.path) && !is_not_running(report_, value.path);
    return is_whole ? node : function_of(value, 1) + "/" + node;
  }

  /// Returns whether a group has a function with what it calls.
  bool is_with_calls() const { return level_ > 1; }

 private:
  /// Returns the call in the program's own code that led to a value of a library.
  CallPathId site_of(const GroupedValue& value) const {
    const CallPathId own = functions_.own_site(value.path);
    return own.valid() && !is_own_code(report_, value.path) ? own : value.path;
  }
  /// Returns the function of a level, which is at least 1: there the one that has the value.
  std::string function_of(const GroupedValue& value, size_t level) const {
    const CallPathId site = site_of(value);
    const CallPathId caller = functions_.caller_of(site);
    const bool is_called = !is_own_code(report_, value.path) && caller.valid();
    return functions_.name_above(is_called ? caller : site, level - 1);
  }

  const Report& report_;
  const Functions& functions_;
  size_t level_;
  bool all_kinds_;
};

std::vector<ValueGroup> groups_on(const Level& level, const std::vector<GroupedValue>& values) {
  std::map<GroupKey, ValueGroup> by_key;
  for (size_t i = 0; i < values.size(); ++i) {
    ValueGroup& group = by_key[level.key_of(values[i])];
    group.members.push_back(i);
    group.seconds += values[i].seconds;
  }
  std::vector<ValueGroup> groups;
  for (auto& [key, group] : by_key) {
    std::ranges::stable_sort(group.members, std::greater(),
                             [&](size_t member) { return values[member].seconds; });
    for (const size_t member : group.members)
      group.common.paths.push_back({values[member].path, values[member].seconds});
    if (group.members.size() > 1) group.common.name = level.name_of(values[group.members.front()]);
    group.common.with_calls = level.is_with_calls();
    groups.push_back(std::move(group));
  }
  // Of groups that are as large, the one whose largest value was given first is first.
  std::ranges::stable_sort(groups, {}, [](const ValueGroup& group) { return group.members.front(); });
  std::ranges::stable_sort(groups, std::greater(), &ValueGroup::seconds);
  return groups;
}

/// Returns the functions with most of a group that is of a function with what it calls.
std::vector<FunctionSeconds> largest_functions(const Report& report, const Functions& functions,
                                               const std::vector<GroupedValue>& values,
                                               const ValueGroup& group) {
  constexpr size_t kMost = 3;
  const Level level(report, functions, {1, true});
  std::map<std::string, double> seconds;
  for (const size_t member : group.members) seconds[level.name_of(values[member])] += values[member].seconds;
  std::vector<FunctionSeconds> all;
  for (const auto& [name, sum] : seconds) all.push_back({name, sum});
  std::ranges::stable_sort(all, std::greater(), &FunctionSeconds::seconds);
  all.resize(std::min(all.size(), kMost));
  return all;
}

double seconds_of_largest(const std::vector<ValueGroup>& groups) {
  double sum = 0;
  for (size_t i = 0; i < std::min(groups.size(), kLargestShown); ++i) sum += groups[i].seconds;
  return sum;
}

}  // namespace

std::vector<ValueGroup> group_by_function(const Report& report, const std::vector<GroupedValue>& values) {
  double all = 0;
  for (const GroupedValue& value : values) all += value.seconds;
  const Functions functions(report);
  std::vector<ValueGroup> best;
  double said = -kMuchMore * all;
  for (const Height height : kHeights) {
    std::vector<ValueGroup> groups = groups_on(Level(report, functions, height), values);
    const double more = seconds_of_largest(groups);
    if (more < kNearlyAll * all && more < said + kMuchMore * all) continue;
    said = more;
    best = std::move(groups);
    if (said >= kNearlyAll * all) break;
  }
  for (size_t i = 0; i < std::min(best.size(), kLargestShown); ++i)
    if (best[i].common.with_calls)
      best[i].common.functions = largest_functions(report, functions, values, best[i]);
  return best;
}

}  // namespace latecomer::findings
