// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "findings/function_groups.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Counts calls and the bytes that they move, of all threads.
struct CallCounts {
  double calls = 0;
  double bytes = 0;  ///< Has what goes in one direction: the larger one, where both do.
  /// Says that each call's bytes are counted once for each member of its communicator, of which there are not
  /// equally many everywhere.
  bool is_for_all_members = false;

  double mean_bytes() const { return calls > 0 ? bytes / calls : 0; }
};

/// Counts calls of MPI at call paths.
class CallCounter {
 public:
  explicit CallCounter(const query::Space& space);

  /// Adds those at a call path; none where it does not end with MPI, or the report does not count them. Calls
  /// that look whether something has come have no bytes.
  void add(CallCounts& counts, report::CallPathId path) const;
  /// Counts the calls in which ranks waited; none where threads are idle during them.
  CallCounts count(const WaitState& wait) const;

 private:
  using PerPath = std::vector<double>;

  const report::Report& report_;
  PerPath calls_;
  std::array<PerPath, 3> sent_;  // bytes of messages, collective operations and one-sided ones
  std::array<PerPath, 3> received_;
  std::optional<double> members_;  // of communicators, where all of collective operations have equally many
};

/// Holds calls of MPI that take long by their size: so many small ones that what each takes at least adds up,
/// or such large ones that their bytes do.
struct CostlySize {
  report::CallPathId path;
  CommonCode common;   ///< Is what several call paths have in common, of which `path` took longest.
  double seconds = 0;  ///< Is the time of all threads in the calls; of large ones without their waiting.
  CallCounts counts;
  bool are_large = false;
  std::string remedy;
};

/// Returns the calls of MPI whose size costs a twentieth of the time of all threads or more, largest first:
/// small ones have at most 4 KiB and take at most 100 microseconds each, waiting included; large ones have at
/// least 64 KiB.
std::vector<CostlySize> costly_sizes(const query::Space& space);

}  // namespace latecomer::findings
