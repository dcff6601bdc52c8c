// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/memory_needed.h"

#include <algorithm>

namespace latecomer::serve {

using report::Report;

namespace {

// These are bytes of memory for one thing of a kind, while an answer is made and becomes text: half as much
// again as it was for 600,000 call paths (570 described, 150 for a value), or estimates.
constexpr uint64_t kAtLeast = uint64_t{1} << 20U;
constexpr uint64_t kDescribed = 900;  ///< Includes all that definitions say of the thing.
constexpr uint64_t kValue = 300;
constexpr uint64_t kListed = 1000;  ///< Includes the name.
constexpr uint64_t kPlaced = 100;

uint64_t definitions(const Report& report) {
  return report.metrics.size() + report.regions.size() + report.call_paths.size() +
         report.system_nodes.size() + report.location_groups.size() + report.locations.size();
}

uint64_t items(const Report& report, By by) {
  switch (by) {
    case By::call_path:
      return report.call_paths.size();
    case By::region:
      return report.regions.size() + report.call_paths.size();
    case By::total:
      return report.call_paths.size();
    default:
      return report.locations.size() + report.location_groups.size() + report.system_nodes.size();
  }
}

}  // namespace

uint64_t memory_needed(const Reports& reports, const Request& request) {
  const Report& report = request.is_of_second ? *reports.second : reports.first;
  switch (request.kind) {
    case Kind::report:
      return kAtLeast + definitions(report) * kDescribed;
    case Kind::topologies:
      return kAtLeast + definitions(report) * kPlaced * report.topologies.size();
    case Kind::values:
    case Kind::statistics:
    case Kind::top:
      return kAtLeast + items(report, request.by) * kValue + request.limit * kListed;
    case Kind::search:
      return kAtLeast + request.limit * kListed;
    case Kind::compare:
    case Kind::aligned:
      return kAtLeast + (definitions(reports.first) + definitions(*reports.second)) * kListed;
    default:
      return kAtLeast + definitions(report) * kListed;
  }
}

}  // namespace latecomer::serve
