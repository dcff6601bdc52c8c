// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/load_trace.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <span>
#include <utility>

#include "analyze/condense/condense.h"
#include "analyze/condense/condense_files.h"
#include "analyze/condense/join_threads.h"
#include "analyze/condense/thread_teams.h"
#include "analyze/model/find_ready_calls.h"
#include "analyze/model/recorded_timeline.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "trace/archive_properties.h"

namespace latecomer::analyze {

namespace {

std::vector<CondensingLocation> condense_own(const trace::Trace& trace, Range own, double polling_gap,
                                             bool show_progress) {
  const std::vector<trace::Location>& locations = trace.definitions().locations;
  uint64_t events = 0;
  for (size_t l = own.begin; l < own.end; ++l) events += locations[l].events;
  Progress progress("reading", events, show_progress);
  std::vector<CondensingLocation> condensed(own.size());
  const ThreadTeams teams(trace.definitions(), own);
  const OtherThreads others{&teams, condensed, own.begin};
  // The thread sanitizer knows of this memory, unlike of TBB's own.
  oneapi::tbb::enumerable_thread_specific<CondensingBuffers, std::allocator<CondensingBuffers>> buffers;
  for (const std::vector<trace::LocationId>& round : teams.in_rounds()) {
    parallel_for(round.size(), [&](size_t i) {
      condensed[round[i].index() - own.begin] =
          condense(trace, round[i], others, buffers.local(), progress, polling_gap);
    });
  }
  return condensed;
}

CallTree unite_call_trees(std::vector<CondensingLocation>& locations, Comm& comm) {
  CallTree mine;
  for (size_t l = 0; l < locations.size(); ++l) {
    // Most locations have been where the one before them has.
    const std::vector<CallTree::Node>& nodes = locations[l].call_tree.nodes();
    const bool same = l > 0 && nodes == locations[l - 1].call_tree.nodes();
    locations[l].paths = same ? locations[l - 1].paths : mine.merge(nodes);
  }
  CallTree all = depth_first(unite(mine, comm));
  const std::vector<CallPathId> united = all.merge(mine.nodes());  // adds nothing: everything is in it
  parallel_for(locations.size(), [&](size_t l) {
    CondensingLocation& location = locations[l];
    for (CallPathId& path : location.paths) path = united[path.index()];
    location.calls.renumber(location.paths);
    for (TeamFork& fork : location.threads.forks) {
      for (CallPathId* const path : {&fork.fork_path, &fork.join_path}) {
        if (path->valid()) *path = location.paths[path->index()];
      }
    }
    location.segments.renumber(location.paths);
    location.recorded->activities.renumber(location.paths);
  });
  return all;
}

/// Returns classes by call path. What is not defined is a program, or none: the program's own code.
std::vector<RegionClass> classes_of(const CallTree& tree, const std::vector<trace::Region>& regions) {
  std::vector<RegionClass> classes;
  for (const CallTree::Node& node : tree.nodes()) {
    const bool is_defined = node.region.index() < regions.size();
    classes.push_back(is_defined ? classify(regions[node.region.index()]) : RegionClass());
    if (const auto why = off_core(node.kind)) classes.back() = {.time = report::info_of(*why).metric};
  }
  return classes;
}

/// All ranks call it.
CollectiveFacts find_collective_facts(const CondensedTrace& trace, Comm& comm) {
  int64_t counts[] = {0, 0};  // counts operations that have bytes, that made a communicator
  for (const CondensedLocation& location : trace.locations) {
    for (const Collective& collective : location.collectives) {
      if (collective.file.valid()) continue;
      if (collective.bytes_sent + collective.bytes_received > 0) ++counts[0];
      if (collective.got_communicator && trace.makes_communicator(location, collective)) ++counts[1];
    }
  }
  comm.sum(counts);
  const bool bytes = trace::has_property(trace.definitions, trace::kCollectiveBytesRecorded);
  const bool communicators = trace::has_property(trace.definitions, trace::kCommunicatorsRecorded);
  return {.bytes = bytes || counts[0] > 0, .communicators = communicators || counts[1] > 0};
}

/// Adds anomalies; those that are not at a known call path are at none.
void add_anomalies(const CondensingLocation& location, trace::LocationGroupId process,
                   AnomalyReport& anomalies) {
  trace::AnomalyCounts elsewhere = location.anomalies;  // are those beside known call paths
  for (const auto& [kind_and_path, count] : location.anomaly_paths) {
    const CallPathId path =
        kind_and_path.second.valid() ? location.paths[kind_and_path.second.index()] : CallPathId();
    anomalies.count({kind_and_path.first, path, process}, count);
    elsewhere.count(kind_and_path.first, -count);
  }
  for (size_t kind = 0; kind < trace::kAnomalyKinds; ++kind) {
    anomalies.count({static_cast<trace::Anomaly>(kind), CallPathId(), process}, elsewhere.values()[kind]);
  }
}

/// Drops what locations needed until all were there.
std::vector<CondensedLocation> condensed(std::vector<CondensingLocation> locations) {
  std::vector<CondensedLocation> condensed;
  condensed.reserve(locations.size());
  for (CondensingLocation& location : locations)
    condensed.push_back(static_cast<CondensedLocation&&>(location));
  return condensed;
}

}  // namespace

CondensedTrace load_trace(const trace::Trace& trace, Comm& comm, AnomalyReport& anomalies,
                          double polling_gap) {
  const trace::Definitions& definitions = trace.definitions();
  Distribution distribution(definitions, comm.size());
  const Range own_processes = distribution.processes(comm.rank());
  const Range own_locations = distribution.locations(comm.rank());
  std::vector<CondensingLocation> locations =
      condense_own(trace, own_locations, polling_gap, comm.rank() == 0);
  parallel_for(own_processes.size(), [&](size_t p) {
    const Range range = distribution.locations_of(trace::LocationGroupId(own_processes.begin + p));
    const auto process = std::span(locations).subspan(range.begin - own_locations.begin, range.size());
    join_threads(process);
    join_file_operations(process, definitions);
  });
  CallTree call_tree = unite_call_trees(locations, comm);
  for (const CondensingLocation& location : locations) {
    add_anomalies(location, definitions.locations[location.id.index()].group, anomalies);
    if (!location.problem.empty()) anomalies.problems[location.id].push_back(location.problem);
  }
  for (size_t kind = 0; comm.rank() == 0 && kind < trace::kAnomalyKinds; ++kind)
    anomalies.count({static_cast<trace::Anomaly>(kind), {}, {}}, definitions.anomalies.values()[kind]);
  std::vector<RegionClass> classes = classes_of(call_tree, definitions.regions);
  TraceContext context{trace,         definitions,          std::move(distribution), own_processes,
                       own_locations, std::move(call_tree), std::move(classes)};
  CondensedTrace local{{std::move(context), condensed(std::move(locations))}};
  parallel_for(own_processes.size(), [&](size_t p) {
    find_ready_calls(local.threads_of(trace::LocationGroupId(own_processes.begin + p)));
  });
  local.collective_facts = find_collective_facts(local, comm);
  return local;
}

}  // namespace latecomer::analyze
