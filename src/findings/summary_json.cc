// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/summary_json.h"

#include <algorithm>

#include "findings/cautions.h"
#include "findings/critical_path_parts.h"
#include "findings/felt_at.h"
#include "findings/findings_json.h"
#include "findings/remedies.h"
#include "findings/root_causes.h"
#include "findings/time_shares.h"
#include "findings/wait_states.h"
#include "report/locations.h"
#include "report/ranks_text.h"
#include "store/read_findings.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr size_t kLargest = 5;

/// Returns who is concerned: {"text": "ranks 0, 3", "worst": 3, "seconds": 1.6}, the worst one as a position.
Json ranks_json(const Report& report, const std::vector<double>& per_rank) {
  const std::vector<int64_t> ranks = ranks_with_most(report, per_rank);
  if (ranks.empty()) return {};
  const auto worst = std::ranges::max_element(per_rank);
  return {{"text", ranks_text(ranks, count_processes(report))},
          {"count", ranks.size()},
          {"worst", worst - per_rank.begin()},
          {"seconds", *worst}};
}

void put_cautions(const std::vector<Caution>& cautions, Json& list) {
  for (const Caution& each : cautions) {
    Json times = Json::array();
    for (const Caution::Time& time : each.times)
      times.push_back({{"call_path", time.path.index()}, {"seconds", time.seconds}, {"remark", time.remark}});
    list.push_back(
        {{"title", each.title}, {"text", each.text}, {"lines", each.lines}, {"times", std::move(times)}});
  }
}

Json cautions_json(const Space& space) {
  Json list = Json::array();
  put_cautions(how_it_ended(space.report()), list);
  put_cautions(cautions(space), list);
  put_cautions(unknown_times(space), list);
  return list;
}

Json time_shares_json(const Space& space) {
  Json list = Json::array();
  for (const TimeShare& each : time_shares(space)) {
    Json metrics = Json::array();
    for (const MetricId metric : each.metrics) metrics.push_back(metric.index());
    list.push_back({{"name", each.name},
                    {"metrics", metrics},
                    {"seconds", each.seconds},
                    {"waiting", each.waiting},
                    {"is_part", each.is_part}});
  }
  return list;
}

Json wait_states_json(const Space& space) {
  const Report& report = space.report();
  const std::vector<WaitState> waits = wait_states(space);
  Json list = Json::array();
  for (size_t i = 0; i < std::min(waits.size(), kLargest); ++i) {
    const WaitState& wait = waits[i];
    list.push_back({{"name", wait.name},
                    {"metric", wait.metric.index()},
                    {"call_path", wait.path.index()},
                    {"seconds", wait.seconds},
                    {"ranks", ranks_json(report, wait.per_rank)},
                    {"remedy", remedy_for(space, wait)}});
  }
  return {{"count", waits.size()}, {"largest", list}};
}

void put_sampled(Json& json, const std::optional<SampledPart>& part) {
  json["sampled_call_path"] = part ? Json(part->path.index()) : Json();
  json["sampled_share"] = part ? Json(part->share) : Json();
  json["samples"] = part ? Json(part->samples) : Json();
}

Json felt_json(const Report& report, const std::vector<store::Consequence>& consequences, CallPathId delay) {
  Json list = Json::array();
  for (const FeltAt& each : felt_at(report, consequences, delay)) {
    list.push_back({{"metric", each.kind.index()},
                    {"call_path", each.path.index()},
                    {"seconds", each.seconds},
                    {"ranks", ranks_text(each.ranks, count_processes(report))}});
    if (list.size() == kLargest) break;
  }
  return list;
}

Json causes_json(const Space& space) {
  const Report& report = space.report();
  if (!report.find_metric("delay").valid()) return {};
  const Result<std::vector<store::Consequence>> stored = store::read_consequences(report);
  const std::vector<store::Consequence> consequences = stored ? *stored : std::vector<store::Consequence>();
  const std::vector<RootCause> causes = root_causes(space);
  Json list = Json::array();
  for (size_t i = 0; i < std::min(causes.size(), kLargest); ++i) {
    const RootCause& cause = causes[i];
    Json json = {{"call_path", cause.path.index()},
                 {"seconds", cause.seconds},
                 {"long_term", cause.long_term},
                 {"ranks", ranks_json(report, cause.per_rank)},
                 {"is_not_running", is_not_running(report, cause.path)},
                 {"without_core", seconds_without_core(space, cause)},
                 {"felt", felt_json(report, consequences, cause.path)},
                 {"remedy", remedy_for(space, cause)}};
    put_sampled(json, cause.most_sampled);
    list.push_back(std::move(json));
  }
  return {{"count", causes.size()}, {"seconds", charged_seconds(causes)}, {"largest", list}};
}

Json critical_path_json(const Space& space) {
  const Report& report = space.report();
  const CriticalPathParts parts = critical_path_parts(space, kLargest);
  if (!(parts.seconds > 0)) return {};
  Json list = Json::array();
  for (const CriticalPathPart& part : parts.largest) {
    Json json = {{"call_path", part.path.index()},
                 {"seconds", part.seconds},
                 {"imbalance", part.imbalance},
                 {"is_computation", part.is_computation},
                 {"ranks", ranks_json(report, part.per_rank)}};
    put_sampled(json, part.most_sampled);
    list.push_back(std::move(json));
  }
  return {{"seconds", parts.seconds}, {"count", parts.count}, {"largest", list}};
}

}  // namespace

Json summary_json(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  double waiting = 0;
  for (const MetricId wait : outermost_waits(report)) waiting += space.total(wait);
  return {{"time", time.valid() ? Json(space.total(time)) : Json()},
          {"waiting", waiting},
          {"cautions", cautions_json(space)},
          {"time_shares", time_shares_json(space)},
          {"efficiencies", efficiencies_json(space)},
          {"wait_states", wait_states_json(space)},
          {"root_causes", causes_json(space)},
          {"critical_path", critical_path_json(space)},
          {"instances", instances_json(report)},
          {"clocks", clocks_json(report)}};
}

}  // namespace latecomer::findings
