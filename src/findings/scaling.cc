// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How a program scales is a product of factors, as POP has them. With n threads, a mean computation c of each
// and a run length T, the parallel efficiency is P = c / T. Computation scaling K says how the computation of
// all threads, n c, grew since the smallest run (index 0). For strong scaling it should stay the same, for
// weak scaling grow with n:
//
//     strong: K = n0 c0 / (n c)        weak: K = c0 / c        global efficiency: G = P K
//
// From that follows (n / n0) G / G0, which for strong scaling is T0 / T, the speed-up, and for weak scaling
// (n / n0) T0 / T, the scaled speed-up. So what the factors are in a larger run says how long that takes.
// Each factor is fitted on its own (amdahl_fit.h); the others are products of these.

#include "findings/scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "findings/compare.h"
#include "findings/efficiencies.h"
#include "findings/scaling_causes.h"
#include "findings/summary.h"
#include "findings/wait_states.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;

namespace {

using enum EfficiencyOf;

/// Is a run while it is brought together with others.
struct Measured {
  ScalingRun run;
  const Space* space;
};

Result<Measured> measured(const NamedRun& named) {
  const Space& space = *named.space;
  const report::Report& report = space.report();
  if (report::was_killed(report))
    return Error{
        fmt::format("{}: the program was killed, so nobody knows how long the run takes", named.name)};
  const std::optional<Efficiencies> found = pop_efficiencies(space);
  if (!found)
    return Error{
        fmt::format("{}: the report does not have what efficiencies are computed from (run length, "
                    "computation, critical path); latecomer analyze makes one that does",
                    named.name)};
  ScalingRun run;
  run.name = named.name;
  run.ranks = report::count_processes(report);
  run.threads = report::count_threads(report);
  run.run_seconds = found->run_seconds;
  run.waiting = total_waiting(space);
  run.total_seconds = space.total(report.find_metric("time"));
  run.computation = found->mean_computation * static_cast<double>(run.threads);
  run.efficiencies[parallel] = found->parallel;
  run.efficiencies[load_balance] = found->load_balance;
  run.efficiencies[communication] = found->communication;
  if (found->is_ideal_replayed) {
    run.efficiencies[serialization] = found->serialization;
    run.efficiencies[transfer] = found->transfer;
  }
  for (const Caution& each : cautions_about_times(space))
    if (std::ranges::count(run.cautions, each.title) == 0) run.cautions.push_back(each.title);
  return Measured{std::move(run), &space};
}

/// Sorts runs by their threads, and takes those out that have as many as a faster one.
std::vector<SlowerRun> sort_by_size(std::vector<Measured>& all) {
  std::ranges::stable_sort(all, {}, [](const Measured& each) {
    return std::tuple(each.run.threads, each.run.ranks, each.run.run_seconds);
  });
  std::vector<SlowerRun> slower;
  std::vector<Measured> kept;
  for (Measured& each : all) {
    const bool is_slower = !kept.empty() && kept.back().run.threads == each.run.threads &&
                           kept.back().run.ranks == each.run.ranks;
    if (is_slower)
      slower.push_back({each.run.name, kept.back().run.name});
    else
      kept.push_back(std::move(each));
  }
  all = std::move(kept);
  return slower;
}

size_t count_sizes(const std::vector<ScalingRun>& runs) {
  std::set<size_t> sizes;
  for (const ScalingRun& run : runs) sizes.insert(run.threads);
  return sizes.size();
}

double times_as_many(const ScalingRun& run, const ScalingRun& smallest) {
  return static_cast<double>(run.threads) / static_cast<double>(smallest.threads);
}

/// Fills in what is relative to the smallest run.
void relate_to_smallest(std::vector<ScalingRun>& runs, ScalingKind kind) {
  const ScalingRun smallest = runs.front();
  for (ScalingRun& run : runs) {
    const double times = times_as_many(run, smallest);
    const double work = kind == ScalingKind::weak ? times : 1;
    run.ideal_speed_up = times;
    run.speed_up = work * smallest.run_seconds / run.run_seconds;
    run.efficiencies[computation_scaling] = work * smallest.computation / run.computation;
    run.efficiencies[global] = *run.efficiencies[parallel] * *run.efficiencies[computation_scaling];
  }
}

/// Returns whether the computation grows with the number of threads although it should not, or the other way
/// round: its exponent of growth is 0 for strong scaling and 1 for weak scaling.
bool looks_like_other(const std::vector<ScalingRun>& runs, ScalingKind kind) {
  constexpr double kNear = 0.2;
  const double growth = std::log(runs.back().computation / runs.front().computation) /
                        std::log(times_as_many(runs.back(), runs.front()));
  return kind == ScalingKind::strong ? growth >= 1 - kNear : growth <= kNear;
}

using Runs = std::vector<const ScalingRun*>;

/// Returns the factors that are fitted: the deepest ones that all runs have.
std::vector<EfficiencyOf> fitted_factors(const std::vector<ScalingRun>& runs) {
  const bool are_replayed =
      std::ranges::all_of(runs, [](const ScalingRun& run) { return run.efficiencies[transfer].has_value(); });
  if (are_replayed) return {load_balance, serialization, transfer, computation_scaling};
  return {load_balance, communication, computation_scaling};
}

std::vector<ScalingFit> fits_of(const Runs& runs, const std::vector<EfficiencyOf>& factors) {
  std::vector<ScalingFit> fits;
  for (const EfficiencyOf factor : factors) {
    std::vector<SizedValue> values;
    for (const ScalingRun* run : runs)
      values.push_back({static_cast<double>(run->threads), *run->efficiencies[factor]});
    fits.push_back({factor, fit_amdahl(values)});
  }
  return fits;
}

/// Returns the efficiencies that the fits give for a number of threads.
EfficiencyValues efficiencies_at(const std::vector<ScalingFit>& fits, double threads) {
  EfficiencyValues values;
  for (const ScalingFit& each : fits) values[each.which] = each.fit.at(threads);
  if (!values[communication]) values[communication] = *values[serialization] * *values[transfer];
  values[parallel] = *values[load_balance] * *values[communication];
  values[global] = *values[parallel] * *values[computation_scaling];
  return values;
}

/// Has the fits to all runs, and those to all but one of them, for each.
class Fits {
 public:
  explicit Fits(const Scaling& scaling) : factors_(fitted_factors(scaling.runs)) {
    Runs runs;
    for (const ScalingRun& run : scaling.runs) runs.push_back(&run);
    of_all_ = fits_of(runs, factors_);
    if (scaling.sizes < kSizesForError) return;
    for (size_t i = 0; i < runs.size(); ++i) {
      Runs others = runs;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      without_one_.push_back(fits_of(others, factors_));
    }
  }

  const std::vector<ScalingFit>& of_all() const { return of_all_; }

  /// Returns what the fits give, with errors if there are enough runs for that.
  std::array<std::optional<Extrapolated>, std::size(kScalingEfficiencies)> at(double threads) const {
    const EfficiencyValues values = efficiencies_at(of_all_, threads);
    std::vector<EfficiencyValues> others;
    for (const std::vector<ScalingFit>& fits : without_one_) others.push_back(efficiencies_at(fits, threads));
    std::array<std::optional<Extrapolated>, std::size(kScalingEfficiencies)> result;
    for (const EfficiencyName& each : kScalingEfficiencies)
      if (values[each.which])
        result[static_cast<size_t>(each.which)] = {*values[each.which], error_of(others, each.which)};
    return result;
  }

  /// Returns the global efficiency that the fits without the last run give for it.
  std::optional<double> last_by_others(const ScalingRun& last) const {
    if (without_one_.empty()) return std::nullopt;
    return efficiencies_at(without_one_.back(), static_cast<double>(last.threads))[global];
  }

 private:
  /// Returns kErrors times the standard error by the jackknife: (m - 1) / m times the sum of squared
  /// deviations of what m fits, each without one of m runs, give.
  static std::optional<double> error_of(const std::vector<EfficiencyValues>& others, EfficiencyOf which) {
    if (others.empty()) return std::nullopt;
    const double count = static_cast<double>(others.size());
    double mean = 0;
    for (const EfficiencyValues& each : others) mean += *each[which] / count;
    double squares = 0;
    for (const EfficiencyValues& each : others) squares += (*each[which] - mean) * (*each[which] - mean);
    return kErrors * std::sqrt((count - 1) / count * squares);
  }

  std::vector<EfficiencyOf> factors_;
  std::vector<ScalingFit> of_all_;
  std::vector<std::vector<ScalingFit>> without_one_;
};

/// Returns what the fits give for so many threads. The speed-up is relative to the smallest run as it was
/// measured.
FittedValues fitted_at(const Fits& fits, const ScalingRun& smallest, double threads) {
  FittedValues result;
  result.efficiencies = fits.at(threads);
  const double times = threads / static_cast<double>(smallest.threads);
  const double factor = times / *smallest.efficiencies[global];
  const Extrapolated& whole = *result.efficiencies[static_cast<size_t>(global)];
  result.speed_up = {factor * whole.value, whole.error ? std::optional(factor * *whole.error) : std::nullopt};
  return result;
}

ScalingPrediction predicted(const Fits& fits, const Scaling& scaling, size_t times) {
  const ScalingRun& smallest = scaling.runs.front();
  const ScalingRun& largest = scaling.runs.back();
  const size_t threads = largest.threads * times;
  return {fitted_at(fits, smallest, static_cast<double>(threads)), largest.ranks * times, threads,
          times_as_many(largest, smallest) * static_cast<double>(times)};
}

void extrapolate(Scaling& scaling) {
  if (scaling.sizes < kSizesForFit) return;
  const Fits fits(scaling);
  scaling.fits = fits.of_all();
  scaling.largest_by_others = fits.last_by_others(scaling.runs.back());
  for (ScalingRun& run : scaling.runs)
    run.fitted = fitted_at(fits, scaling.runs.front(), static_cast<double>(run.threads));
  for (const size_t times : {2, 4, 8, 16}) scaling.predictions.push_back(predicted(fits, scaling, times));
}

Error of_one_size(const Scaling& scaling) {
  const ScalingRun& run = scaling.runs.front();
  const bool has_threads = scaling.has_threads();
  const char* what = has_threads ? "threads" : "ranks";
  return Error{
      fmt::format("all runs have {} {}: how a program scales is seen in runs with different numbers of {}",
                  run.threads, what, what)};
}

}  // namespace

bool Scaling::has_threads() const {
  return std::ranges::any_of(runs, [](const ScalingRun& run) { return run.threads != run.ranks; });
}

Result<Scaling> scaling_of(std::span<const NamedRun> runs, ScalingKind kind) {
  CHECK(!runs.empty());
  std::vector<Measured> all_measured;
  for (const NamedRun& each : runs) {
    TRY(Measured one, measured(each));
    one.run.given = all_measured.size();
    all_measured.push_back(std::move(one));
  }
  Scaling scaling;
  scaling.kind = kind;
  scaling.slower = sort_by_size(all_measured);
  std::vector<const Space*> spaces;
  for (Measured& each : all_measured) {
    scaling.runs.push_back(std::move(each.run));
    spaces.push_back(each.space);
  }
  scaling.sizes = count_sizes(scaling.runs);
  if (scaling.sizes < 2) return of_one_size(scaling);
  relate_to_smallest(scaling.runs, kind);
  scaling.looks_like_other_kind = looks_like_other(scaling.runs, kind);
  scaling.causes = causes_of_runs(spaces);
  extrapolate(scaling);
  return scaling;
}

}  // namespace latecomer::findings
