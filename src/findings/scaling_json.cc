// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/json.h"
#include "findings/scaling.h"
#include "findings/show_json.h"

namespace latecomer::findings {

namespace {

const char* key_of(EfficiencyOf which) {
  return kScalingEfficiencies[static_cast<size_t>(which)].key;
}

Json cause_json(const ScalingCause& cause, const std::vector<ScalingRun>& runs) {
  Json shares = Json::array();
  for (size_t run = 0; run < runs.size(); ++run)
    shares.push_back(runs[run].total_seconds > 0 ? Json(cause.seconds[run] / runs[run].total_seconds)
                                                 : Json());
  return {
      {"name", cause.name}, {"with_calls", cause.with_calls}, {"seconds", cause.seconds}, {"share", shares}};
}

Json fit_json(const ScalingFit& each) {
  return {{"efficiency", key_of(each.which)},
          {"single", each.fit.single},
          {"f", 1 - each.fit.sequential},
          {"largest_residual", each.fit.largest_residual}};
}

Json extrapolated_json(const Extrapolated& each) {
  return {{"value", each.value}, {"error", or_null(each.error)}};
}

Json fitted_efficiencies_json(const FittedValues& fitted) {
  Json efficiencies = Json::object();
  for (const EfficiencyName& each : kScalingEfficiencies) {
    const std::optional<Extrapolated>& value = fitted.efficiencies[static_cast<size_t>(each.which)];
    efficiencies[each.key] = value ? extrapolated_json(*value) : Json();
  }
  return efficiencies;
}

Json fitted_json(const FittedValues& fitted) {
  return {{"speed_up", extrapolated_json(fitted.speed_up)},
          {"efficiencies", fitted_efficiencies_json(fitted)}};
}

Json run_json(const ScalingRun& run) {
  Json efficiencies = Json::object();
  for (const EfficiencyName& each : kScalingEfficiencies)
    efficiencies[each.key] = or_null(run.efficiencies[each.which]);
  return {{"name", run.name},
          {"ranks", run.ranks},
          {"threads", run.threads},
          {"run_seconds", run.run_seconds},
          {"speed_up", run.speed_up},
          {"ideal_speed_up", run.ideal_speed_up},
          {"efficiencies", efficiencies},
          {"computation", run.computation},
          {"waiting", run.waiting},
          {"time", run.total_seconds},
          {"cautions", run.cautions},
          {"fitted", run.fitted ? fitted_json(*run.fitted) : Json()}};
}

Json prediction_json(const ScalingPrediction& prediction) {
  return {{"ranks", prediction.ranks},
          {"threads", prediction.threads},
          {"speed_up", extrapolated_json(prediction.speed_up)},
          {"ideal_speed_up", prediction.ideal_speed_up},
          {"efficiencies", fitted_efficiencies_json(prediction)}};
}

Json efficiency_json(const EfficiencyName& each) {
  return {{"key", each.key}, {"name", each.name}, {"depth", each.depth}};
}

}  // namespace

std::string to_json(const Scaling& scaling) {
  const Json all = {
      {"version", kJsonVersion},
      {"kind", scaling.kind == ScalingKind::weak ? "weak" : "strong"},
      {"looks_like_other_kind", scaling.looks_like_other_kind},
      {"remarks", remarks_on_runs(scaling)},
      {"efficiencies", list_json(kScalingEfficiencies, efficiency_json)},
      {"runs", list_json(scaling.runs, run_json)},
      {"slower", list_json(scaling.slower,
                           [](const SlowerRun& run) {
                             return Json{{"name", run.name}, {"faster", run.faster}};
                           })},
      {"causes",
       list_json(scaling.causes, [&](const ScalingCause& cause) { return cause_json(cause, scaling.runs); })},
      {"fits", list_json(scaling.fits, fit_json)},
      {"largest_by_others", or_null(scaling.largest_by_others)},
      {"predictions", list_json(scaling.predictions, prediction_json)},
      {"extrapolation", remark_on_extrapolation(scaling)}};
  return in_lines(all);
}

}  // namespace latecomer::findings
