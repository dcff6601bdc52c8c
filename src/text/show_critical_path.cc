// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "findings/gaps.h"
#include "findings/wait_states.h"
#include "report/path_names.h"
#include "report/run_clock.h"
#include "text/path_ends.h"
#include "text/show_text.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace report;
using store::CriticalPath;
using store::CriticalStretch;

namespace {

constexpr double kShort = 0.001;  // of the whole path

/// Returns the path with what follows one another in a gap or region as one stretch: where in it the path was
/// at which time is an estimate from single samples.
CriticalPath without_samples(const Report& report, const CriticalPath& path) {
  const MeasuredPaths measured(report);
  CriticalPath result;
  for (const CriticalStretch& each : path) {
    const CallPathId around = each.path.valid() ? measured.around(each.path) : each.path;
    const bool goes_on = !result.empty() && !each.edge && result.back().path == around && around.valid() &&
                         (is_gap(report, around) || measured.parts(around).size() > 1);
    if (goes_on) {
      result.back().end = each.end;
    } else {
      result.push_back(each);
      result.back().path = around;
    }
  }
  return result;
}

std::vector<std::string> names_of(const Report& report, const CriticalPath& path) {
  std::set<CallPathId> paths;
  for (const CriticalStretch& each : path)
    if (each.path.valid()) paths.insert(each.path);
  std::vector<std::string> names;
  for (const CallPathId each : paths) names.push_back(report.path_name(each));
  return names;
}

/// Prints the path from its begin to its end, and counts what is too short to be printed.
class CriticalPathPrinter {
 public:
  CriticalPathPrinter(const Report& report, const CriticalPath& path, bool all)
      : report_(report), path_(path), clock_(report), ends_(names_of(report, path)) {
    if (path.empty()) return;
    length_ = (path.back().end - path.front().begin).seconds(clock_.ticks_per_second());
    least_ = all ? 0 : kShort * length_;
    decimals_ = decimals(length_) + 1;
  }

  std::string text() {
    std::set<LocationId> locations;
    size_t changes = 0;
    for (const CriticalStretch& each : path_) {
      locations.insert(each.location);
      changes += each.edge ? 1 : 0;
    }
    text_ = fmt::format("Critical path: {} on {}, {} between them\n", with_unit(length_),
                        count_of(locations.size(), "thread"), count_of(changes, "change"));
    text_ += fmt::format("{:>14}{:>14}  {}\n", "from s", "length", "call path");
    for (size_t begin = 0; begin < path_.size();) {
      size_t end = begin + 1;
      while (end < path_.size() && !path_[end].edge) ++end;
      print_stay(begin, end);
      begin = end;
    }
    print_left_out();
    return text_;
  }

 private:
  double seconds(size_t begin, size_t end) const {
    return (path_[end - 1].end - path_[begin].begin).seconds(clock_.ticks_per_second());
  }

  /// Prints stretches [begin, end), from where the path comes to a location to where it leaves it.
  void print_stay(size_t begin, size_t end) {
    if (seconds(begin, end) >= least_) {
      print_left_out();
      print_arrival(path_[begin]);
    }
    for (size_t i = begin; i < end; ++i) {
      if (seconds(i, i + 1) < least_) {
        ++left_out_;
        left_out_seconds_ += seconds(i, i + 1);
        continue;
      }
      print_left_out();
      const std::string name = path_[i].path.valid() ? report_.path_name(path_[i].path) : "(several)";
      const std::string head = fmt::format("{:>14.{}f}{:>14}  ", clock_.seconds(path_[i].begin), decimals_,
                                           with_unit(seconds(i, i + 1)));
      text_ += wrapped(ends_.of(name, columns() - head.size()), head);
    }
  }

  void print_arrival(const CriticalStretch& first) {
    std::string line = report_.location_name(first.location);
    if (first.edge) {
      line += fmt::format(", when its wait for {} ended: {} in {}", report_.location_name(first.edge->from),
                          wait_name(report_, first.edge->wait), report_.path_name(first.edge->path));
    }
    text_ += wrapped(line, "");
  }

  void print_left_out() {
    if (left_out_ > 0)
      text_ += fmt::format("{:>14}{:>14}  in {}\n", "...", with_unit(left_out_seconds_),
                           count_of(left_out_, "short stretch", "short stretches"));
    left_out_ = 0;
    left_out_seconds_ = 0;
  }

  const Report& report_;
  const CriticalPath& path_;
  const RunClock clock_;
  const PathEnds ends_;
  double length_ = 0;
  double least_ = 0;
  int decimals_ = 0;
  std::string text_;
  size_t left_out_ = 0;
  double left_out_seconds_ = 0;
};

}  // namespace

std::string critical_path_text(const Report& report, const CriticalPath& path, bool all) {
  if (path.empty()) return "There is no critical path: the trace has no events.\n";
  if (all) return CriticalPathPrinter(report, path, all).text();
  return CriticalPathPrinter(report, without_samples(report, path), all).text();
}

}  // namespace latecomer::text
