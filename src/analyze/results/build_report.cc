// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/build_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "report/metrics.h"

namespace latecomer::analyze {

namespace {

using report::Report;
using trace::Definitions;

/// The report's tables have the order of the trace's, so an id is the same position there.
template <class To, class From>
To same_position(From id) {
  return id.valid() ? To(id.index()) : To();
}

std::string_view paradigm_name(trace::Paradigm paradigm) {
  using trace::Paradigm;
  switch (paradigm) {
    case Paradigm::user:
      return "user";
    case Paradigm::compiler:
      return "compiler";
    case Paradigm::openmp:
      return "openmp";
    case Paradigm::mpi:
      return "mpi";
    case Paradigm::pthread:
      return "pthread";
    case Paradigm::measurement_system:
      return "measurement";
    case Paradigm::unknown:
    case Paradigm::other:
      return "unknown";
  }
  return "unknown";
}

/// As the field's other tools name it.
std::string_view role_name(trace::RegionRole role) {
  using trace::RegionRole;
  static constexpr std::pair<RegionRole, std::string_view> kNames[] = {
      {RegionRole::function, "function"},
      {RegionRole::wrapper, "wrapper"},
      {RegionRole::loop, "loop"},
      {RegionRole::code, "code"},
      {RegionRole::parallel, "parallel"},
      {RegionRole::sections, "sections"},
      {RegionRole::section, "section"},
      {RegionRole::workshare, "workshare"},
      {RegionRole::single, "single"},
      {RegionRole::master, "master"},
      {RegionRole::critical, "critical"},
      {RegionRole::atomic, "atomic"},
      {RegionRole::barrier, "barrier"},
      {RegionRole::implicit_barrier, "implicit barrier"},
      {RegionRole::flush, "flush"},
      {RegionRole::ordered, "ordered"},
      {RegionRole::taskwait, "taskwait"},
      {RegionRole::task, "task"},
      {RegionRole::task_create, "task create"},
      {RegionRole::thread_create, "thread create"},
      {RegionRole::thread_wait, "thread wait"},
      {RegionRole::allocate, "allocate"},
      {RegionRole::deallocate, "deallocate"},
      {RegionRole::file_io, "file io"},
      {RegionRole::point_to_point, "point2point"},
      {RegionRole::rma, "rma"},
      {RegionRole::data_transfer, "data transfer"},
      {RegionRole::artificial, "artificial"},
      {RegionRole::collective_one_to_all, "one2all"},
      {RegionRole::collective_all_to_one, "all2one"},
      {RegionRole::collective_all_to_all, "all2all"},
      {RegionRole::collective_other, "other collective"},
  };
  const auto* const found = std::ranges::find(kNames, role, &std::pair<RegionRole, std::string_view>::first);
  return found == std::end(kNames) ? "unknown" : found->second;
}

report::Region region_of(const trace::Trace& trace, trace::RegionId id) {
  if (!id.valid()) {
    return {.name = "(outside)",
            .description = "Time in which the recorder knew of no region that was open.",
            .paradigm = "unknown",
            .role = "unknown"};
  }
  const trace::Region region = trace.region(id);
  return {.name = region.name,
          .mangled_name = region.canonical_name,
          .description = region.description,
          .paradigm = std::string(paradigm_name(region.paradigm)),
          .role = std::string(role_name(region.role)),
          .module = region.file,
          .begin_line = region.begin_line == 0 ? -1 : int64_t{region.begin_line},
          .end_line = region.end_line == 0 ? -1 : int64_t{region.end_line}};
}

/// Call paths and the regions that occur in them.
void add_call_paths(const LocalTrace& trace, Report& report) {
  std::map<trace::RegionId, report::RegionId> ids;
  for (const CallTree::Node& node : trace.call_tree.nodes()) {
    const auto [id, is_new] = ids.try_emplace(node.region, report.regions.size());
    if (is_new) report.regions.push_back(region_of(trace.recorded, node.region));
    report.call_paths.push_back({node.parent, id->second});
  }
}

std::string_view group_type(trace::LocationGroupKind kind) {
  return kind == trace::LocationGroupKind::accelerator ? "accelerator" : "process";
}

std::string_view location_type(trace::LocationKind kind) {
  switch (kind) {
    case trace::LocationKind::gpu:
      return "gpu";
    case trace::LocationKind::metric:
      return "metric";
    case trace::LocationKind::cpu_thread:
    case trace::LocationKind::other:
      return "thread";
  }
  return "thread";
}

void add_system_tree(const Definitions& definitions, Report& report) {
  for (const trace::SystemNode& node : definitions.system_nodes) {
    report.system_nodes.push_back({fmt::format("{} {}", node.class_name, node.name), node.class_name,
                                   same_position<report::SystemNodeId>(node.parent)});
  }
  for (const trace::LocationGroup& group : definitions.location_groups) {
    report.location_groups.push_back({group.name, std::string(group_type(group.kind)),
                                      static_cast<int64_t>(report.location_groups.size()),
                                      same_position<report::SystemNodeId>(group.parent)});
  }
  int64_t thread = 0;
  trace::LocationGroupId previous;
  for (const trace::Location& location : definitions.locations) {
    thread = location.group == previous ? thread + 1 : 0;
    previous = location.group;
    report.locations.push_back({location.name, std::string(location_type(location.kind)), thread,
                                same_position<report::LocationGroupId>(location.group)});
  }
}

constexpr size_t kMostDetails = 20;

void add_anomalies(const Definitions& definitions, const AnomalyReport& anomalies, Report& report) {
  for (size_t kind = 0; kind < trace::kAnomalyKinds; ++kind) {
    const trace::Anomaly anomaly = static_cast<trace::Anomaly>(kind);
    if (anomalies.counts[anomaly] == 0) continue;
    const std::string_view what = is_note(anomaly) ? "note" : "anomaly";
    report.attributes[fmt::format("latecomer.{}.{}", what, name_of(anomaly))] =
        std::to_string(anomalies.counts[anomaly]);
    report.attributes[fmt::format("latecomer.{}_text.{}", what, name_of(anomaly))] = text_of(anomaly);
  }
  std::vector<std::string> details = anomalies.problems;
  for (const auto& [pair, count] : anomalies.unmatched) {
    const std::string& from = definitions.location_groups[pair.first.index()].name;
    const std::string& to = definitions.location_groups[pair.second.index()].name;
    if (count.sends > 0) {
      details.push_back(fmt::format("{} -> {}: {} messages sent, their receives are not in the trace", from,
                                    to, count.sends));
    }
    if (count.receives > 0) {
      details.push_back(fmt::format("{} -> {}: {} messages received, their sends are not in the trace", from,
                                    to, count.receives));
    }
  }
  for (size_t i = 0; i < details.size() && i < kMostDetails; ++i) {
    report.attributes[fmt::format("latecomer.anomaly_detail.{:03}", i)] = details[i];
  }
  if (details.size() > kMostDetails) {
    report.attributes[fmt::format("latecomer.anomaly_detail.{:03}", kMostDetails)] =
        fmt::format("… and {} more", details.size() - kMostDetails);
  }
}

void add_run(const Definitions& definitions, const RunExtent& run, Report& report) {
  const double seconds = (run.end - run.begin).seconds(definitions.ticks_per_second);
  report.attributes["latecomer.run_seconds"] = fmt::format("{:.9f}", seconds);
  report.attributes["latecomer.begin_ticks"] = std::to_string(run.begin.count);
  report.attributes["latecomer.ticks_per_second"] = std::to_string(definitions.ticks_per_second);
}

}  // namespace

Report build_report(const LocalTrace& trace, const Severities& severities, const AnomalyReport& anomalies,
                    const RunExtent& run) {
  Report report;
  report.metrics = report::builtin_metrics();
  report.first_local = trace.own_locations.begin;
  report.local_count = trace.own_locations.size();
  add_call_paths(trace, report);
  add_system_tree(trace.definitions, report);
  severities.store(trace.definitions.ticks_per_second, report);
  add_anomalies(trace.definitions, anomalies, report);
  const bool cut = anomalies.counts[trace::Anomaly::truncated_location] +
                       anomalies.counts[trace::Anomaly::missing_location] >
                   0;
  if (trace.definitions.partial || cut) report.attributes["latecomer.partial"] = "1";
  add_run(trace.definitions, run, report);
  return report;
}

}  // namespace latecomer::analyze
