// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// A part of the run that the program marked as one of many, with all that happened in it. Times are in
/// seconds.
struct Phase {
  std::string name;                ///< "iteration 3"
  double visits = 0;               ///< of all threads
  double longest = 0;              ///< time of the thread that was in it longest, in all its visits
  double time = 0;                 ///< of all threads
  double waiting = 0;              ///< of all threads, in the phase
  double caused = 0;               ///< waiting that delays in the phase led to, wherever that was
  double mean_computation = 0;     ///< of the threads that were in it
  double largest_computation = 0;  ///< of one of them
  bool has_ended = true;           ///< false where the program was killed: its efficiencies say nothing then

  /// The POP efficiencies (efficiencies.h), with the longest time in place of the run time.
  double parallel_efficiency() const { return mean_computation / longest; }
  double load_balance() const { return largest_computation > 0 ? mean_computation / largest_computation : 0; }
  double communication_efficiency() const { return largest_computation / longest; }
  /// What the phase would be shorter by if all it did was computation that is evenly distributed.
  double lost() const { return longest - mean_computation; }
};

/// Those in which any time passed, by name and number.
std::vector<Phase> phases(const query::Space& space);

}  // namespace latecomer::findings
