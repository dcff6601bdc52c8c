// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/findings_json.h"

#include <utility>

#include "findings/efficiencies.h"
#include "findings/instances.h"
#include "findings/phases.h"
#include "findings/root_causes.h"
#include "findings/source_files.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/clocks.h"
#include "report/communicators.h"
#include "report/locations.h"
#include "report/run_clock.h"
#include "store/read_findings.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

Json phases_json(const Space& space) {
  Json list = Json::array();
  for (const Phase& phase : phases(space)) {
    const auto ratio = [&](double value) { return phase.has_ended ? Json(value) : Json(); };
    list.push_back({{"name", phase.name},
                    {"visits", phase.visits},
                    {"longest", phase.longest},
                    {"time", phase.time},
                    {"waiting", phase.waiting},
                    {"caused", phase.caused},
                    {"mean_computation", phase.mean_computation},
                    {"largest_computation", phase.largest_computation},
                    {"parallel_efficiency", ratio(phase.parallel_efficiency())},
                    {"load_balance", ratio(phase.load_balance())},
                    {"communication_efficiency", ratio(phase.communication_efficiency())}});
  }
  return list;
}

/// Adds the values of a position in the source to its JSON.
Json with_values(Json place, const SourceValues& values) {
  place["time"] = values.time;
  place["waiting"] = values.waiting;
  place["caused"] = values.caused;
  return place;
}

Json root_causes_json(const Space& space) {
  const Report& report = space.report();
  if (!report.find_metric("delay").valid()) return {};
  double waiting = 0;
  for (const MetricId wait : outermost_waits(report)) waiting += space.total(wait);
  Json list = Json::array();
  for (const RootCause& cause : root_causes(space)) {
    list.push_back(
        {{"call_path", cause.path.index()},
         {"seconds", cause.seconds},
         {"long_term", cause.long_term},
         {"share", waiting > 0 ? cause.seconds / waiting : 0},
         {"per_rank", cause.per_rank},
         {"sampled_call_path", cause.most_sampled ? Json(cause.most_sampled->path.index()) : Json()},
         {"sampled_share", cause.most_sampled ? Json(cause.most_sampled->share) : Json()},
         {"samples", cause.most_sampled ? Json(cause.most_sampled->samples) : Json()}});
  }
  return list;
}

Json consequences_json(const Report& report) {
  const Result<std::vector<store::Consequence>> consequences = store::read_consequences(report);
  if (!consequences) return {};
  Json list = Json::array();
  for (const store::Consequence& each : *consequences) {
    Json ranks = Json::array();
    for (const LocationGroupId rank : each.ranks) ranks.push_back(rank.index());
    list.push_back({{"delay_call_path", each.delay.index()},
                    {"metric", each.metric.index()},
                    {"call_path", each.path.index()},
                    {"seconds", each.seconds},
                    {"ranks", ranks}});
  }
  return list;
}

Json critical_path_json(const Report& report) {
  const Result<store::CriticalPath> path = store::read_critical_path(report);
  if (!path) return {};
  const RunClock clock(report);
  Json list = Json::array();
  for (const store::CriticalStretch& each : *path) {
    Json edge;
    if (each.edge)
      edge = {{"from", each.edge->from.index()},
              {"metric", each.edge->wait.index()},
              {"call_path", each.edge->path.index()}};
    list.push_back({{"location", each.location.index()},
                    {"call_path", position_or_null(each.path)},
                    {"begin", clock.seconds(each.begin)},
                    {"end", clock.seconds(each.end)},
                    {"edge", edge}});
  }
  return list;
}

Json hybrid_json(const std::optional<HybridEfficiencies>& hybrid) {
  if (!hybrid) return {};
  return {{"mpi_parallel", hybrid->mpi_parallel},
          {"mpi_load_balance", hybrid->mpi_load_balance},
          {"mpi_communication", hybrid->mpi_communication},
          {"thread_parallel", hybrid->thread_parallel},
          {"thread_load_balance", hybrid->thread_load_balance},
          {"thread_communication", hybrid->thread_communication},
          {"mean_outside_mpi", hybrid->mean_outside_mpi},
          {"largest_outside_mpi", hybrid->largest_outside_mpi}};
}

}  // namespace

Json efficiencies_json(const Space& space) {
  const std::optional<Efficiencies> found = pop_efficiencies(space);
  if (!found) return {};
  return {{"parallel", found->parallel},
          {"load_balance", found->load_balance},
          {"communication", found->communication},
          {"serialization", found->serialization},
          {"transfer", found->transfer},
          {"run_seconds", found->run_seconds},
          {"mean_computation", found->mean_computation},
          {"largest_computation", found->largest_computation},
          {"computation_on_critical_path", found->computation_on_critical_path},
          {"ideal_seconds", found->ideal_seconds},
          {"hybrid", hybrid_json(found->hybrid)}};
}

Json source_files_json(const Space& space) {
  Json list = Json::array();
  for (const SourceFile& file : source_files(space)) {
    Json lines = Json::array();
    for (const SourceFile::Line& each : file.lines)
      lines.push_back(with_values({{"line", each.line}}, each.values));
    Json gaps = Json::array();
    for (const SourceFile::Gap& each : file.gaps)
      gaps.push_back(with_values({{"from", each.from}, {"to", each.to}, {"end", each.end}}, each.values));
    Json functions = Json::array();
    for (const SourceFile::Function& each : file.functions)
      functions.push_back(with_values({{"line", each.line}, {"name", each.name}}, each.values));
    list.push_back({{"name", file.name}, {"lines", lines}, {"gaps", gaps}, {"functions", functions}});
  }
  return list;
}

Json instances_json(const Report& report) {
  const Result<std::vector<Instance>> instances = most_severe_waits(report);
  if (!instances) return {};
  Json list = Json::array();
  for (const Instance& each : *instances) {
    const Instance::Cause& cause = each.cause;
    list.push_back({{"metric", each.metric.index()},
                    {"location", each.location.index()},
                    {"call_path", each.path.index()},
                    {"begin", each.begin},
                    {"end", each.end},
                    {"amount", each.amount},
                    {"cause",
                     {{"location", position_or_null(cause.location)},
                      {"call_path", position_or_null(cause.path)},
                      {"metric", position_or_null(cause.wait)},
                      {"seconds", cause.seconds}}}});
  }
  return list;
}

/// Returns the report's member about clocks as it is: its nodes are those of the report.
Json clocks_json(const Report& report) {
  const Result<ClockReport> clocks = read_clocks(report);
  return clocks ? Json::parse(print_clocks(*clocks)) : Json();
}

Json communicators_json(const Report& report) {
  const Result<std::vector<CommunicatorTraffic>> communicators = read_communicators(report);
  return communicators ? Json::parse(print_communicators(*communicators)) : Json();
}

void for_each_finding(const Space& space, const std::function<void(const char* key, Json value)>& use) {
  const Report& report = space.report();
  use("efficiencies", efficiencies_json(space));
  use("phases", phases_json(space));
  use("source_files", source_files_json(space));
  use("root_causes", root_causes_json(space));
  use("consequences", consequences_json(report));
  use("instances", instances_json(report));
  use("critical_path", critical_path_json(report));
  use("clocks", clocks_json(report));
  use("communicators", communicators_json(report));
}

Json findings_json(const Space& space) {
  Json all;
  for_each_finding(space, [&](const char* key, Json value) { all[key] = std::move(value); });
  return all;
}

}  // namespace latecomer::findings
