// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/source_files.h"

#include <map>
#include <tuple>
#include <utility>

#include "findings/gaps.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"
#include "report/path_names.h"
#include "report/tree.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

SourceValues& SourceValues::operator+=(const SourceValues& other) {
  time += other.time;
  waiting += other.waiting;
  caused += other.caused;
  return *this;
}

namespace {

using ValuesByPath = std::vector<SourceValues>;

void add(const Space& space, MetricId metric, double factor, double SourceValues::*member,
         ValuesByPath& values) {
  const std::vector<double> more = space.per_call_path(metric, Below::excluded);
  for (size_t i = 0; i < values.size(); ++i) values[i].*member += factor * more[i];
}

/// Returns the values of call paths without those below them.
ValuesByPath values_alone(const Space& space) {
  const Report& report = space.report();
  ValuesByPath values(report.call_paths.size());
  add(space, report.find_metric("time"), 1, &SourceValues::time, values);
  for (const MetricId wait : outermost_waits(report)) add(space, wait, 1, &SourceValues::waiting, values);
  add(space, report.find_metric("delay"), 1, &SourceValues::caused, values);
  add(space, report.find_metric("delay_unattributed"), -1, &SourceValues::caused, values);
  return values;
}

/// Returns the position "wave.c:93" of the gap "exchange_edges (wave.c:97 → wave.c:93)".
std::string end_of_gap(const std::string& name) {
  static constexpr std::string_view kArrow = " → ";
  const size_t arrow = name.rfind(kArrow);
  if (arrow == std::string::npos || !name.ends_with(')')) return "…";
  const size_t begin = arrow + kArrow.size();
  return name.substr(begin, name.size() - begin - 1);
}

/// Holds a line while the call paths are gone through.
struct OpenLine {
  SourceValues values;
  size_t open = 0;  ///< Counts call paths around the present one that were called there.
};

struct OpenFile {
  std::map<int64_t, OpenLine> lines;
  std::map<std::tuple<int64_t, int64_t, std::string>, SourceValues> gaps;
  std::map<std::pair<int64_t, std::string>, SourceValues> functions;
};

/// Goes through the call paths, which are numbered depth first, and sums up by position in the source.
class SumsByPosition {
 public:
  explicit SumsByPosition(const Space& space)
      : report_(space.report()),
        alone_(values_alone(space)),
        with_below_(with_below(report_.call_paths, alone_)) {
    for (size_t i = 0; i < report_.call_paths.size(); ++i) add(CallPathId(i));
  }

  std::map<std::string, OpenFile> take() { return std::move(files_); }

 private:
  void add(CallPathId path) {
    const CallPath& here = report_.call_paths[path.index()];
    leave_until(here.parent);
    OpenLine* line = nullptr;
    if (is_gap(report_, path)) {
      // The line at which its function was called says nothing: the gap need not be in that call.
      add_gap(path);
    } else {
      if (here.call_line > 0) line = &files_[here.call_file].lines[here.call_line];
      add_function(path);
    }
    if (line != nullptr && line->open++ == 0) line->values += with_below_[path.index()];
    around_.emplace_back(path, line);
  }

  void leave_until(CallPathId parent) {
    for (; !around_.empty() && around_.back().first != parent; around_.pop_back()) {
      if (around_.back().second != nullptr) --around_.back().second->open;
    }
  }

  const Region& region_of(CallPathId path) const {
    return report_.regions[report_.call_paths[path.index()].region.index()];
  }

  void add_gap(CallPathId path) {
    const Region& gap = region_of(path);
    if (gap.begin_line <= 0 && gap.end_line <= 0) return;
    files_[gap.module].gaps[{gap.begin_line, gap.end_line, end_of_gap(gap.name)}] +=
        with_below_[path.index()];
  }

  void add_function(CallPathId path) {
    const Region& function = region_of(path);
    if (function.begin_line <= 0) return;
    files_[function.module].functions[{function.begin_line, function.name}] += alone_[path.index()];
  }

  const Report& report_;
  const ValuesByPath alone_;
  const ValuesByPath with_below_;
  std::map<std::string, OpenFile> files_;
  std::vector<std::pair<CallPathId, OpenLine*>> around_;  ///< Begins with the outermost call path.
};

bool is_nothing(const SourceValues& values) {
  return values.time == 0 && values.waiting == 0 && values.caused == 0;
}

SourceFile closed(const std::string& name, const OpenFile& open) {
  SourceFile file{.name = name};
  for (const auto& [line, sums] : open.lines) {
    if (!is_nothing(sums.values)) file.lines.push_back({line, sums.values});
  }
  for (const auto& [position, values] : open.gaps) {
    const auto& [from, to, end] = position;
    if (!is_nothing(values)) file.gaps.push_back({from, to, end, values});
  }
  for (const auto& [position, values] : open.functions) {
    if (!is_nothing(values)) file.functions.push_back({position.first, position.second, values});
  }
  return file;
}

}  // namespace

std::vector<SourceFile> source_files(const Space& space) {
  std::vector<SourceFile> files;
  for (const auto& [name, open] : SumsByPosition(space).take()) {
    if (!name.empty()) files.push_back(closed(name, open));
  }
  return files;
}

}  // namespace latecomer::findings
