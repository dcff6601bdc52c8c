// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "findings/compare.h"
#include "findings/scaling.h"

namespace latecomer::findings {

namespace {

std::string percent(double ratio) {
  return fmt::format("{:.1f} %", 100 * ratio);
}

}  // namespace

std::vector<std::string> remarks_on_runs(const Scaling& scaling) {
  std::vector<std::string> remarks;
  for (const SlowerRun& run : scaling.slower)
    remarks.push_back(fmt::format("{} is left out: {} has as many ranks and threads, and was faster.",
                                  run.name, run.faster));
  if (scaling.looks_like_other_kind)
    remarks.push_back(
        scaling.kind == ScalingKind::strong
            ? "This looks like weak scaling, as total computation grows with the threads: add --weak."
            : "This looks like strong scaling, as total computation hardly grows: leave out --weak.");
  std::vector<std::string> cautions;
  for (const ScalingRun& run : scaling.runs)
    if (!run.cautions.empty())
      cautions.push_back(fmt::format("{} ({})", run.name, fmt::join(run.cautions, ", ")));
  if (!cautions.empty())
    remarks.push_back(fmt::format("Of some runs all numbers are to be doubted, as latecomer show says: {}",
                                  fmt::join(cautions, ", ")));
  return remarks;
}

std::string remark_on_extrapolation(const Scaling& scaling) {
  if (scaling.predictions.empty())
    return fmt::format(
        "Runs of {} sizes are too few for an extrapolation, since any two can be fitted exactly: it needs "
        "{}, and {} to say how far off it is.",
        scaling.sizes, kSizesForFit, kSizesForError);
  if (!scaling.largest_by_others)
    return fmt::format(
        "Runs of {} different sizes are too few to say how far off this is: for that, {} are needed.",
        scaling.sizes, kSizesForError);
  return fmt::format(
      "±: {} standard errors, by leaving out one run after the other. That is how far the runs are from the "
      "form of the fit, and does not say whether larger runs keep to it. Without the largest run, the fit "
      "gives it a global efficiency of {}; it has {}.",
      kErrors, percent(*scaling.largest_by_others),
      percent(*scaling.runs.back().efficiencies[EfficiencyOf::global]));
}

}  // namespace latecomer::findings
