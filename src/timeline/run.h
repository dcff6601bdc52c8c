// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analyze/condense/read_activities.h"
#include "analyze/condense/thread_teams.h"
#include "analyze/model/call_tree.h"
#include "base/result.h"
#include "base/ticks.h"
#include "report/report.h"
#include "report/run_clock.h"
#include "store/findings_store.h"
#include "timeline/clock_map.h"
#include "trace/trace.h"

namespace latecomer::timeline {

/// Lists locations in the order in which they are asked for.
using Locations = std::vector<report::LocationId>;

/// Is what is asked for: what some locations did between two times, where nothing shorter than `resolution`,
/// a power of two, has to be distinguished.
struct Window {
  Locations locations;
  store::Interval when;
  Ticks resolution = Ticks(1);

  /// Returns how many rows one location can have at most: in each multiple of the resolution one that is
  /// shorter and one that is not.
  uint64_t most_rows() const {
    return 2 * (static_cast<uint64_t>((when.end - when.begin).count / resolution.count) + 2);
  }
};

/// Holds what there is of a recorded run to draw: its report with the findings store and, if it is there, its
/// trace. Any thread may use it.
class Run {
 public:
  /// Opens a run. The report has to stay there. If `trace` is null, it is not there, as `problem` says in a
  /// line. An error says that the report has no findings store, or that it is damaged.
  static Result<std::unique_ptr<Run>> open(const report::Report& report, std::unique_ptr<trace::Trace> trace,
                                           std::string problem);

  const report::Report& report() const { return store_.report(); }
  const store::FindingsStore& store() const { return store_; }
  const report::RunClock& clock() const { return clock_; }
  /// Returns whether events can be read; if not, problem() says why, in a line.
  bool has_events() const { return trace_ != nullptr; }
  const std::string& problem() const { return problem_; }

  /// Returns the nodes of the call tree, as the trace has them: as many as the report has call paths.
  const analyze::CallTree& call_tree() const { return tree_; }
  /// Returns which threads work for which. It may only be called where events can be read.
  const analyze::ThreadTeams& teams() const { return *teams_; }
  /// Returns the trace, at the times at which it was condensed. It is only there where events can be read.
  const trace::Trace& trace() const { return interpolated_ ? *interpolated_ : *trace_; }

  Result<ClockMap> clock_of(report::LocationId location) const;

 private:
  explicit Run(store::FindingsStore store) : store_(std::move(store)), clock_(store_.report()) {}
  Status read_call_tree();
  /// Returns why the trace cannot be that of the report; empty: nothing says so.
  std::string mismatch() const;
  void use_trace();

  store::FindingsStore store_;
  report::RunClock clock_;
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<trace::Trace> interpolated_;
  std::string problem_;
  analyze::CallTree tree_;
  std::unique_ptr<analyze::ThreadTeams> teams_;
};

}  // namespace latecomer::timeline
