// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/findings_json.h"

#include "findings/efficiencies.h"
#include "findings/instances.h"
#include "findings/phases.h"
#include "findings/root_causes.h"
#include "findings/source_files.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/clocks.h"
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
    list.push_back({{"name", phase.name},
                    {"visits", phase.visits},
                    {"longest", phase.longest},
                    {"time", phase.time},
                    {"waiting", phase.waiting},
                    {"caused", phase.caused},
                    {"mean_computation", phase.mean_computation},
                    {"largest_computation", phase.largest_computation},
                    {"parallel_efficiency", phase.parallel_efficiency()},
                    {"load_balance", phase.load_balance()},
                    {"communication_efficiency", phase.communication_efficiency()}});
  }
  return list;
}

/// With the values of the place that `place` says.
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
          {"ideal_seconds", found->ideal_seconds}};
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

/// As the file has it, whose nodes are those of the report.
Json clocks_json(const Report& report) {
  const Result<ClockReport> clocks = read_clocks(report);
  return clocks ? Json::parse(print_clocks(*clocks)) : Json();
}

Json findings_json(const Space& space) {
  const Report& report = space.report();
  return {{"efficiencies", efficiencies_json(space)},    {"phases", phases_json(space)},
          {"source_files", source_files_json(space)},    {"root_causes", root_causes_json(space)},
          {"consequences", consequences_json(report)},   {"instances", instances_json(report)},
          {"critical_path", critical_path_json(report)}, {"clocks", clocks_json(report)}};
}

}  // namespace latecomer::findings
