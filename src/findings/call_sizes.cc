// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/call_sizes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "findings/remedies.h"
#include "findings/sums.h"
#include "report/communicators.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr double kCostlyShare = 0.05;   // of the time of all threads
constexpr double kSmallBytes = 4096;    // at most, a call
constexpr double kShortSeconds = 1e-4;  // at most, a call
constexpr double kLargeBytes = 65536;   // at least, a call
constexpr double kManyCalls = 1000;

std::vector<double> per_path(const Space& space, std::string_view metric) {
  const MetricId id = space.report().find_metric(metric);
  if (!id.valid()) return std::vector<double>(space.report().call_paths.size());
  return space.per_call_path(id, Below::excluded);
}

/// Returns how many members the communicators of collective operations have, if all have equally many.
std::optional<double> members_of_collectives(const Report& report) {
  const Result<std::vector<CommunicatorTraffic>> traffic = read_communicators(report);
  if (!traffic) return std::nullopt;
  std::optional<double> members;
  for (const CommunicatorTraffic& each : *traffic) {
    if (each.collective_bytes_sent == 0 && each.collective_bytes_received == 0) continue;
    const auto ranks = static_cast<double>(each.ranks);
    if (members && *members != ranks) return std::nullopt;
    members = ranks;
  }
  return members;
}

/// Returns whether a function looks whether something has come: few of its calls find anything.
bool only_looks(std::string_view function) {
  return function.starts_with("test") || function.find("probe") != std::string_view::npos ||
         function.starts_with("request_get_status");
}

/// Returns whether each call sends as much to every member.
bool goes_from_all_to_all(std::string_view function) {
  return std::ranges::any_of(std::array{"allreduce", "allgather", "alltoall"}, [&](std::string_view part) {
    return function.find(part) != std::string_view::npos;
  });
}

/// Returns the time in communication and collective synchronization, by call path. Looking whether something
/// has come is none of it.
std::vector<double> communication(const Space& space) {
  const Report& report = space.report();
  std::vector<double> seconds = per_path(space, "mpi_communication");
  add_values(seconds, per_path(space, "mpi_sync_collective"));
  for (size_t i = 0; i < seconds.size(); ++i) {
    const std::string function = mpi_function(report, CallPathId(i));
    if (function.empty() || only_looks(function)) seconds[i] = 0;
  }
  return seconds;
}

std::string remedy_of_size(const CostlySize& size) {
  if (size.counts.bytes == 0)
    return "Synchronize less often: not in every step, or only where something depends on it.";
  return size.are_large
             ? "Send less, for example only what has changed or in fewer digits, or begin the transfer "
               "early and compute meanwhile."
             : "Make fewer and larger ones: send several values together, or not in every step.";
}

}  // namespace

CallCounter::CallCounter(const Space& space)
    : report_(space.report()),
      calls_(per_path(space, "visits")),
      sent_{per_path(space, "bytes_sent"), per_path(space, "bytes_cout"), per_path(space, "bytes_put")},
      received_{per_path(space, "bytes_rcvd"), per_path(space, "bytes_cin"), per_path(space, "bytes_get")},
      members_(members_of_collectives(report_)) {}

void CallCounter::add(CallCounts& counts, CallPathId path) const {
  constexpr size_t kCollective = 1;
  const std::string function = mpi_function(report_, path);
  if (function.empty()) return;
  const size_t i = path.index();
  counts.calls += calls_[i];
  if (only_looks(function)) return;
  for (size_t kind = 0; kind < sent_.size(); ++kind) {
    double bytes = std::max(sent_[kind][i], received_[kind][i]);
    if (kind == kCollective && bytes > 0 && goes_from_all_to_all(function)) {
      if (members_) bytes /= *members_;
      counts.is_for_all_members = counts.is_for_all_members || !members_;
    }
    counts.bytes += bytes;
  }
}

CallCounts CallCounter::count(const WaitState& wait) const {
  CallCounts counts;
  const bool are_idle = report_.metrics[wait.metric.index()].id.starts_with("omp_");
  if (are_idle && !wait.is_of_several_kinds) return counts;
  for (const CallPathId path : paths_of(wait)) add(counts, path);
  return counts;
}

std::vector<CostlySize> costly_sizes(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  if (!time.valid() || was_killed(report)) return {};
  const double least = kCostlyShare * space.total(time);
  const std::vector<double> seconds = communication(space);
  std::vector<double> waiting(seconds.size());
  for (const MetricId wait : outermost_waits(report))
    add_values(waiting, space.per_call_path(wait, Below::excluded));

  std::vector<GroupedValue> values;
  for (size_t i = 0; i < seconds.size(); ++i)
    if (seconds[i] > 0) values.push_back({CallPathId(i), seconds[i]});
  const CallCounter counter(space);
  std::vector<CostlySize> costly;
  for (const ValueGroup& group : group_by_function(report, values)) {
    if (group.seconds < least) continue;
    CostlySize size{values[group.members.front()].path, group.common, group.seconds};
    double waits = 0;
    for (const size_t member : group.members) {
      counter.add(size.counts, values[member].path);
      waits += waiting[values[member].path.index()];
    }
    const double mean = size.counts.mean_bytes();
    const bool are_small = size.counts.calls >= kManyCalls && mean <= kSmallBytes &&
                           group.seconds <= kShortSeconds * size.counts.calls;
    size.are_large = mean >= kLargeBytes;
    if (size.are_large) size.seconds -= waits;
    if (size.seconds < least || !(are_small || size.are_large)) continue;
    size.remedy = remedy_of_size(size);
    costly.push_back(std::move(size));
  }
  std::ranges::stable_sort(costly, std::greater(), &CostlySize::seconds);
  return costly;
}

}  // namespace latecomer::findings
