// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "report/report.h"

namespace latecomer::report {

/// A stretch of the critical path on one location. Times are in ticks of the trace's clock (the attributes
/// latecomer.ticks_per_second and latecomer.begin_ticks relate them to the run).
struct CriticalStretch {
  /// How the path came here from another location: where it left that one, a wait of this one ended.
  struct Edge {
    LocationId from;   ///< the location that was waited for
    std::string wait;  ///< the wait state's metric
    CallPathId path;   ///< where it waited
  };

  LocationId location;
  CallPathId path;  ///< the deepest that encloses everything in it; invalid where there is none
  Ticks begin;
  Ticks end;
  std::optional<Edge> edge;  ///< none: the path was here before, or begins here
};

/// Earliest first. Each begins where the one before it ends; with an edge, on another location.
using CriticalPath = std::vector<CriticalStretch>;

/// Turns ticks of the trace's clock into seconds since the first event of the run.
class RunClock {
 public:
  explicit RunClock(const Report& report);

  double seconds(Ticks time) const { return (time - begin_).seconds(ticks_per_second_); }
  uint64_t ticks_per_second() const { return ticks_per_second_; }

 private:
  Ticks begin_;
  uint64_t ticks_per_second_ = 1;
};

/// The member of a report's archive that holds the critical path.
inline constexpr std::string_view kCriticalPathFile = "critical_path.tsv";

// Its text: a line that says what the columns are, a line with their names, and a line for each stretch.
std::string_view critical_path_head();
void print_stretch(const CriticalStretch& stretch, std::string& text);

/// The path stored beside the report. An error says which line of the file is damaged, or that there is none.
Result<CriticalPath> read_critical_path(const Report& report);

}  // namespace latecomer::report
