// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/findings_json.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/json.h"
#include "findings/call_sizes.h"
#include "findings/concerned.h"
#include "findings/critical_path_parts.h"
#include "findings/efficiencies.h"
#include "findings/felt_at.h"
#include "findings/gains.h"
#include "findings/held_locks.h"
#include "findings/instances.h"
#include "findings/phases.h"
#include "findings/remedies.h"
#include "findings/root_causes.h"
#include "findings/show_json.h"
#include "findings/source_files.h"
#include "findings/summary.h"
#include "findings/time_shares.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/clocks.h"
#include "report/communicators.h"
#include "report/locations.h"
#include "report/ranks_text.h"
#include "report/run_clock.h"
#include "store/read_findings.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

Json phases_json(const Space& space) {
  return list_json(phases(space), [](const Phase& phase) -> Json {
    const auto ratio = [&](double value) { return phase.has_ended ? Json(value) : Json(); };
    const auto known = [&](std::optional<double> value) { return value ? ratio(*value) : Json(); };
    return {{"name", phase.name},
            {"visits", phase.visits},
            {"longest", phase.longest},
            {"time", phase.time},
            {"waiting", phase.waiting},
            {"caused", phase.caused},
            {"mean_computation", phase.mean_computation},
            {"largest_computation", phase.largest_computation},
            {"parallel_efficiency", ratio(phase.parallel_efficiency())},
            {"load_balance", ratio(phase.load_balance())},
            {"communication_efficiency", ratio(phase.communication_efficiency())},
            {"serialization_efficiency", known(phase.serialization())},
            {"transfer_efficiency", known(phase.transfer())}};
  });
}

/// Adds the values of a position in the source to its JSON.
Json with_values(Json position, const SourceValues& values) {
  position["time"] = values.time;
  position["waiting"] = values.waiting;
  position["caused"] = values.caused;
  return position;
}

/// Adds what was sampled in what `json` is about.
Json with_sampled(Json json, const std::optional<SampledPart>& part) {
  json["sampled_call_path"] = part ? Json(part->path.index()) : Json();
  json["sampled_share"] = part ? Json(part->share) : Json();
  json["samples"] = part ? Json(part->samples) : Json();
  json["sampled_error"] = part ? Json(part->error) : Json();
  json["sampled_functions"] = Json::array();
  if (part) {
    for (const CallPathId function : part->functions) json["sampled_functions"].push_back(function.index());
  }
  return json;
}

Json root_causes_json(const Space& space) {
  if (!space.report().find_metric("delay").valid()) return {};
  const double waiting = total_waiting(space);
  return list_json(root_causes(space), [&](const RootCause& cause) {
    return with_sampled({{"call_path", cause.path.index()},
                         {"seconds", cause.seconds},
                         {"long_term", cause.long_term},
                         {"share", waiting > 0 ? cause.seconds / waiting : 0},
                         {"per_rank", cause.per_rank}},
                        cause.most_sampled);
  });
}

Json consequences_json(const Space& space) {
  const Result<std::vector<store::Consequence>> consequences = store::read_consequences(space.report());
  if (!consequences) return {};
  return list_json(*consequences, [](const store::Consequence& each) -> Json {
    return {{"delay_call_path", each.delay.index()},
            {"metric", each.metric.index()},
            {"call_path", each.path.index()},
            {"seconds", each.seconds},
            {"ranks", positions_json(each.ranks)}};
  });
}

Json critical_path_json(const Space& space) {
  const Result<store::CriticalPath> path = store::read_critical_path(space.report());
  if (!path) return {};
  const RunClock clock(space.report());
  return list_json(*path, [&](const store::CriticalStretch& each) -> Json {
    Json edge;
    if (each.edge)
      edge = {{"from", each.edge->from.index()},
              {"metric", each.edge->wait.index()},
              {"call_path", each.edge->path.index()}};
    return {{"location", each.location.index()},
            {"call_path", position_or_null(each.path)},
            {"begin", clock.seconds(each.begin)},
            {"end", clock.seconds(each.end)},
            {"edge", edge}};
  });
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

Json communicators_json(const Space& space) {
  const Result<std::vector<CommunicatorTraffic>> communicators = read_communicators(space.report());
  return communicators ? Json::parse(print_communicators(*communicators)) : Json();
}

template <class Thing>
std::span<const Thing> largest_of(const std::vector<Thing>& things) {
  return std::span(things).first(std::min(things.size(), kLargestShown));
}

/// Returns who is concerned: {"text": "ranks 0, 3", "worst": 3, "seconds": 1.6}, the worst one a position.
Json ranks_json(const Report& report, const std::vector<double>& per_rank,
                const std::optional<ConcernedThread>& thread = {}) {
  const std::vector<int64_t> ranks = ranks_with_most(report, per_rank);
  if (ranks.empty()) return {};
  const auto worst = std::ranges::max_element(per_rank);
  return {{"text", ranks_text(ranks, count_processes(report))},
          {"count", ranks.size()},
          {"worst", worst - per_rank.begin()},
          {"seconds", *worst},
          {"thread",
           thread ? Json{{"location", thread->location.index()}, {"seconds", thread->seconds}} : Json()}};
}

/// Returns the phase in which most of a finding is; null where none stands out.
Json phase_json(const Report& report, const CommonCode& common) {
  const std::optional<ConcernedPhase> phase = concerned_phase(report, common);
  return phase ? Json{{"name", phase->name}, {"share", phase->share}, {"count", phase->count}} : Json();
}

Json held_json(const std::optional<HeldIn>& held) {
  return held ? Json{{"call_path", held->path.index()}, {"share", held->share}} : Json();
}

Json counts_json(const CallCounts& counts) {
  return {{"calls", counts.calls},
          {"mean_bytes", counts.mean_bytes()},
          {"to_all_members", counts.is_for_all_members}};
}

/// Adds what several call paths have in common to the JSON of the one that has most.
Json with_common(Json json, const CommonCode& common) {
  json["common"] = common.name.empty()
                       ? Json()
                       : Json{{"name", common.name},
                              {"with_calls", common.with_calls},
                              {"call_paths", common.paths.size()},
                              {"largest_seconds", common.paths.front().seconds},
                              {"functions", list_json(common.functions, [](const FunctionSeconds& each) {
                                 return Json{{"name", each.name}, {"seconds", each.seconds}};
                               })}};
  return json;
}

Json felt_json(const Report& report, const std::vector<store::Consequence>& consequences,
               const RootCause& cause) {
  return list_json(largest_of(felt_at(report, consequences, paths_of(cause))), [&](const FeltAt& each) {
    return with_common({{"metric", each.kind.index()},
                        {"call_path", each.path.index()},
                        {"seconds", each.seconds},
                        {"ranks", ranks_text(each.ranks, count_processes(report))}},
                       each.common);
  });
}

Json traffic_json(const Traffic& traffic) {
  return {{"messages", traffic.messages}, {"bytes", traffic.bytes}};
}

Json object_of(std::span<const JsonMember> members, const Space& space) {
  Json all;
  for (const JsonMember& each : members) all[each.key] = each.json(space);
  return all;
}

}  // namespace

Json source_files_json(const Space& space) {
  const auto line = [](const SourceFile::Line& each) {
    return with_values({{"line", each.line}}, each.values);
  };
  const auto gap = [](const SourceFile::Gap& each) {
    return with_values({{"from", each.from}, {"to", each.to}, {"end", each.end}}, each.values);
  };
  const auto function = [](const SourceFile::Function& each) {
    return with_values({{"line", each.line}, {"name", each.name}}, each.values);
  };
  return list_json(source_files(space), [&](const SourceFile& file) -> Json {
    return {{"name", file.name},
            {"lines", list_json(file.lines, line)},
            {"gaps", list_json(file.gaps, gap)},
            {"functions", list_json(file.functions, function)}};
  });
}

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
          {"is_ideal_replayed", found->is_ideal_replayed},
          {"hybrid", hybrid_json(found->hybrid)}};
}

Json efficiencies_over_time_json(const Space& space) {
  const std::vector<Efficiencies> windows = efficiencies_over_time(space);
  Json all = Json::array();
  for (size_t i = 0; i < windows.size(); ++i)
    all.push_back({{"begin", static_cast<double>(i) * windows[i].run_seconds},
                   {"end", static_cast<double>(i + 1) * windows[i].run_seconds},
                   {"parallel", windows[i].parallel},
                   {"load_balance", windows[i].load_balance},
                   {"communication", windows[i].communication},
                   {"serialization", windows[i].serialization},
                   {"transfer", windows[i].transfer}});
  return all;
}

Json gains_json(const Space& space) {
  return list_json(read_gains(space.report()).all(), gain_json);
}

Json instances_json(const Space& space) {
  const Result<std::vector<Instance>> instances = most_severe_waits(space.report());
  if (!instances) return {};
  return list_json(*instances, [](const Instance& each) -> Json {
    const Instance::Cause& cause = each.cause;
    return {{"metric", each.metric.index()},
            {"location", each.location.index()},
            {"call_path", each.path.index()},
            {"begin", each.begin},
            {"end", each.end},
            {"amount", each.amount},
            {"cause",
             {{"location", position_or_null(cause.location)},
              {"call_path", position_or_null(cause.path)},
              {"metric", position_or_null(cause.wait)},
              {"seconds", cause.seconds}}}};
  });
}

/// Returns the report's member about clocks as it is: its nodes are those of the report.
Json clocks_json(const Space& space) {
  const Result<ClockReport> clocks = read_clocks(space.report());
  return clocks ? Json::parse(print_clocks(*clocks)) : Json();
}

std::span<const JsonMember> findings_list() {
  static constexpr JsonMember kFindings[] = {{"efficiencies", efficiencies_json},
                                             {"efficiencies_over_time", efficiencies_over_time_json},
                                             {"phases", phases_json},
                                             {"source_files", source_files_json},
                                             {"root_causes", root_causes_json},
                                             {"gains", gains_json},
                                             {"consequences", consequences_json},
                                             {"instances", instances_json},
                                             {"critical_path", critical_path_json},
                                             {"clocks", clocks_json},
                                             {"communicators", communicators_json}};
  return kFindings;
}

Json findings_json(const Space& space) {
  return object_of(findings_list(), space);
}

// What follows is of the summary.

Json time_json(const Space& space) {
  const MetricId time = space.report().find_metric("time");
  return time.valid() ? Json(space.total(time)) : Json();
}

Json waiting_json(const Space& space) {
  return total_waiting(space);
}

Json cautions_json(const Space& space) {
  const auto with_path = [](const Caution::Time& time) -> Json {
    return {{"call_path", time.path.index()}, {"seconds", time.seconds}, {"remark", time.remark}};
  };
  Json list = Json::array();
  for (const std::vector<Caution>& some :
       {how_it_ended(space.report()), cautions(space), unknown_times(space)})
    for (const Caution& each : some)
      list.push_back({{"title", each.title},
                      {"text", each.text},
                      {"lines", each.lines},
                      {"times", list_json(each.times, with_path)}});
  return list;
}

Json time_shares_json(const Space& space) {
  return list_json(time_shares(space), [](const TimeShare& each) -> Json {
    return {{"name", each.name},
            {"metrics", positions_json(each.metrics)},
            {"seconds", each.seconds},
            {"waiting", each.waiting},
            {"is_part", each.is_part}};
  });
}

Json wait_states_json(const Space& space) {
  const std::vector<WaitState> waits = waits_by_function(space);
  const HeldLocks locks(space);
  const CallCounter counter(space);
  const Json largest = list_json(largest_of(waits), [&](const WaitState& wait) {
    return with_common({{"name", name_with_others(wait)},
                        {"metric", wait.metric.index()},
                        {"call_path", wait.path.index()},
                        {"seconds", wait.seconds},
                        {"ranks", ranks_json(space.report(), wait.per_rank, concerned_thread(space, wait))},
                        {"phase", phase_json(space.report(), wait.common)},
                        {"counts", counts_json(counter.count(wait))},
                        {"held_in", held_json(locks.during(wait))},
                        {"remedy", remedy_for(space, wait)}},
                       wait.common);
  });
  return {{"count", waits.size()}, {"largest", largest}};
}

Json gain_of_cause_json(const Gains& gains, const RootCause& cause) {
  const Gain* const gain = gains.of_cause(cause.path);
  if (!gain) return {};
  return {{"seconds", gains.gained(*gain)}, {"is_spread", gain->kind == Gain::Kind::balance}};
}

Json largest_causes_json(const Space& space) {
  const Report& report = space.report();
  if (!report.find_metric("delay").valid()) return {};
  const Result<std::vector<store::Consequence>> stored = store::read_consequences(report);
  const std::vector<store::Consequence> consequences = stored ? *stored : std::vector<store::Consequence>();
  const std::vector<RootCause> causes = causes_by_function(space);
  const Gains gains = read_gains(report);
  const Json largest = list_json(largest_of(causes), [&](const RootCause& cause) {
    return with_sampled(
        with_common({{"call_path", cause.path.index()},
                     {"seconds", cause.seconds},
                     {"long_term", cause.long_term},
                     {"ranks", ranks_json(report, cause.per_rank, concerned_thread(space, cause))},
                     {"phase", phase_json(report, cause.common)},
                     {"off_core", why_off_core(report, cause.path)},
                     {"without_core", seconds_without_core(space, cause)},
                     {"felt", felt_json(report, consequences, cause)},
                     {"gain", gain_of_cause_json(gains, cause)},
                     {"remedy", remedy_for(space, cause)}},
                    cause.common),
        cause.most_sampled);
  });
  return {{"count", causes.size()}, {"seconds", charged_seconds(causes)}, {"largest", largest}};
}

Json considerable_gains_json(const Space& space) {
  const Gains gains = read_gains(space.report());
  return list_json(gains.considerable(), [&](const Gain& gain) {
    Json json = gain_json(gain);
    json["share"] =
        gain.causes.size() > 1 ? Json(gains.gained(gain) / gains.gained(*gains.largest())) : Json();
    return json;
  });
}

Json call_sizes_json(const Space& space) {
  const std::vector<CostlySize> sizes = costly_sizes(space);
  const Json largest = list_json(largest_of(sizes), [](const CostlySize& size) {
    return with_common({{"call_path", size.path.index()},
                        {"seconds", size.seconds},
                        {"counts", counts_json(size.counts)},
                        {"are_large", size.are_large},
                        {"remedy", size.remedy}},
                       size.common);
  });
  return {{"count", sizes.size()}, {"largest", largest}};
}

Json critical_path_parts_json(const Space& space) {
  const CriticalPathParts parts = critical_path_parts(space, kLargestShown);
  if (!(parts.seconds > 0)) return {};
  const Json largest = list_json(parts.largest, [&](const CriticalPathPart& part) {
    return with_sampled(
        with_common({{"call_path", part.path.index()},
                     {"seconds", part.seconds},
                     {"imbalance", part.imbalance},
                     {"is_computation", part.is_computation},
                     {"ranks", ranks_json(space.report(), part.per_rank)},
                     {"causes", list_json(part.causes, [](LocationId cause) { return cause.index(); })}},
                    part.common),
        part.most_sampled);
  });
  return {{"seconds", parts.seconds}, {"count", parts.count}, {"largest", largest}};
}

Json summary_json(const Space& space) {
  return object_of(kSummary, space);
}

std::string advice_json(const report::Report& report, const Advice& advice) {
  const Json metrics = list_json(advice.metrics, [&](const MetricSize& each) -> Json {
    return {{"id", report.metrics[each.metric.index()].id},
            {"rows", each.rows},
            {"stored_bytes", each.stored},
            {"value_bytes", each.values},
            {"compressed_bytes", each.compressed}};
  });
  const Json distributions = list_json(advice.balances, [](const Balance& each) -> Json {
    return {{"name", name_of(each.distribution)},
            {"row_balance", each.rows},
            {"value_balance", each.values},
            {"busiest_bytes", each.busiest},
            {"remote_children", each.remote_children},
            {"for_call_paths", traffic_json(each.call_paths)},
            {"for_locations", traffic_json(each.locations)}};
  });
  return in_lines({{"version", kJsonVersion},
                   {"advice",
                    {{"ranks", advice.ranks},
                     {"distribution", name_of(advice.distribution)},
                     {"reasons", advice.reasons},
                     {"call_paths", advice.call_paths},
                     {"depth", advice.depth},
                     {"mean_children", advice.mean_children},
                     {"most_children", advice.most_children},
                     {"locations", advice.locations},
                     {"definition_bytes", advice.definition_bytes},
                     {"row_bytes", advice.row_bytes},
                     {"result_bytes", advice.result_bytes},
                     {"metrics", metrics},
                     {"distributions", distributions}}}});
}

}  // namespace latecomer::findings
