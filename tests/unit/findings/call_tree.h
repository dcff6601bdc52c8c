// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "report/report.h"

namespace latecomer::findings {

/// Makes call trees: each call names the function, its line in "a.c", and the call path above.
class CallTree {
 public:
  report::CallPathId call(const std::string& name, int64_t line, report::CallPathId parent = {}) {
    using namespace latecomer::report;
    RegionId region;
    for (size_t i = 0; i < report.regions.size(); ++i)
      if (report.regions[i].name == name) region = RegionId(i);
    if (!region.valid()) {
      region = RegionId(report.regions.size());
      Region& added = report.regions.emplace_back();
      added.name = name;
      added.paradigm = name.starts_with("MPI_") ? "mpi" : "sampling";
      if (name.ends_with(")")) added.role = kGapRole;
      if (name == "not running") added.role = kNotRunningRole;
      if (name.starts_with("iteration ")) added.role = "phase";
    }
    report.call_paths.push_back({parent, region, "a.c", line});
    return CallPathId(report.call_paths.size() - 1);
  }
  /// Adds a rank with so many threads.
  void rank(int64_t threads) {
    using namespace latecomer::report;
    const auto number = static_cast<int64_t>(report.location_groups.size());
    if (number == 0) report.system_nodes = {{"machine", "machine", SystemNodeId()}};
    report.location_groups.push_back(
        {"MPI Rank " + std::to_string(number), "process", number, SystemNodeId(0)});
    for (int64_t thread = 0; thread < threads; ++thread)
      report.locations.push_back({"Thread", "thread", thread, LocationGroupId(static_cast<size_t>(number))});
  }

  report::Report report;
};

}  // namespace latecomer::findings
