// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::report {

/// One wait state, and what the location that was waited for did meanwhile. Times are in seconds, points in
/// time since the first event of the run.
struct Instance {
  /// What explains most of the wait: the call path on which the delaying location took longest beyond the
  /// waiting one, or where it had to wait itself, if that is more than all its delays.
  struct Cause {
    LocationId location;
    CallPathId path;     ///< invalid where nothing explains the wait
    std::string wait;    ///< metric of the cause's own largest wait; empty for a delay
    double seconds = 0;  ///< of that delay, or of that wait
  };

  std::string metric;  ///< which kind of wait state
  LocationId location;
  CallPathId path;
  double begin = 0;
  double end = 0;
  double amount = 0;
  Cause cause;
};

/// What delays on one call path cost at short term in waits of one kind on another one.
struct Consequence {
  CallPathId delay;
  std::string metric;  ///< of the wait states
  CallPathId path;     ///< of the waiting locations
  double seconds = 0;
  std::vector<LocationGroupId> ranks;  ///< that waited, ascending: those with at least a tenth of the worst's
};

/// What a report says beyond sums.
struct Details {
  std::vector<Instance> instances;        ///< the most severe of each kind, by kind, most severe first
  std::vector<Consequence> consequences;  ///< by delay, the most costly first; of each the largest first
};

/// The member of a report's archive that holds the details.
inline constexpr std::string_view kDetailsFile = "details.json";

/// As JSON: {"instances": [{metric, location, call_path, begin, end, amount, cause: {location, call_path,
/// wait, seconds}}], "consequences": [{delay_call_path, metric, call_path, seconds, rank_runs}]}; locations,
/// call paths and ranks are positions in the report's tables, null: none. Ranks are given as first and last
/// of each run of consecutive ones, one run after the other, because mostly nearly all of very many waited.
std::string print_details(const Details& details);

/// The details stored beside the report. An error says that they are damaged, or that there are none.
Result<Details> read_details(const Report& report);

}  // namespace latecomer::report
