// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "findings/amdahl_fit.h"
#include "query/space.h"

namespace latecomer::findings {

/// Says what of the work grows with the number of threads.
enum class ScalingKind : uint8_t {
  strong,  ///< The work in total is the same.
  weak,    ///< The work of each thread is the same.
};

/// Lists the efficiencies of runs that are compared, as POP defines them. Each is the product of those one
/// level deeper below it.
enum class EfficiencyOf : uint8_t {
  global,
  parallel,
  load_balance,
  communication,
  serialization,
  transfer,
  computation_scaling,
};
struct EfficiencyName {
  EfficiencyOf which;
  const char* key;   ///< Is the key in JSON.
  const char* name;  ///< Is the name as shown.
  size_t depth;      ///< Is 0 for the global efficiency.
};
inline constexpr EfficiencyName kScalingEfficiencies[] = {
    {EfficiencyOf::global, "global", "Global efficiency", 0},
    {EfficiencyOf::parallel, "parallel", "Parallel efficiency", 1},
    {EfficiencyOf::load_balance, "load_balance", "Load balance", 2},
    {EfficiencyOf::communication, "communication", "Communication", 2},
    {EfficiencyOf::serialization, "serialization", "Serialization", 3},
    {EfficiencyOf::transfer, "transfer", "Transfer", 3},
    {EfficiencyOf::computation_scaling, "computation_scaling", "Computation scaling", 1}};

/// Holds a ratio for each efficiency. Serialization and transfer are known by replay or not at all.
class EfficiencyValues {
 public:
  std::optional<double>& operator[](EfficiencyOf which) { return values_[static_cast<size_t>(which)]; }
  const std::optional<double>& operator[](EfficiencyOf which) const {
    return values_[static_cast<size_t>(which)];
  }

 private:
  std::array<std::optional<double>, std::size(kScalingEfficiencies)> values_;
};

/// Is a report with the name by which it was asked for.
struct NamedRun {
  std::string name;
  const query::Space* space;
};

/// Is a value that a fit gives.
struct Extrapolated {
  double value = 0;
  /// Is kErrors times the standard error (compare.h), found by leaving out one run after the other; nothing
  /// where the runs are of fewer than four sizes.
  std::optional<double> error;
};

/// Holds what the fits give for a number of threads.
struct FittedValues {
  Extrapolated speed_up;
  std::array<std::optional<Extrapolated>, std::size(kScalingEfficiencies)> efficiencies;
};

struct ScalingRun {
  std::string name;
  size_t given = 0;  ///< Is its position among the runs that were brought together.
  size_t ranks = 0;
  size_t threads = 0;        ///< Counts those of all ranks.
  double run_seconds = 0;    ///< Is how long the run took.
  double computation = 0;    ///< Is in seconds, of all threads together, as are the next two.
  double waiting = 0;        ///< Is all waiting.
  double total_seconds = 0;  ///< Is all time.
  /// Is how much faster the run is than the one with the fewest threads. For weak scaling it is the scaled
  /// speed-up: how much more work is done in the same time.
  double speed_up = 0;
  double ideal_speed_up = 0;  ///< Is how many times as many threads it has.
  EfficiencyValues efficiencies;
  /// Has the titles of the summary's cautions about the run, such as that there were too few cores.
  std::vector<std::string> cautions;
  std::optional<FittedValues> fitted;  ///< Is what the fits give for this run; nothing without fits.
};

/// Is a run that has as many ranks and threads as another one, and was slower.
struct SlowerRun {
  std::string name;
  std::string faster;
};

/// Is what made others wait in some of the runs.
struct ScalingCause {
  std::string name;             ///< Is a call path, or what several have in common (function_groups.h).
  bool with_calls = false;      ///< Says that it is a function with what it calls.
  std::vector<double> seconds;  ///< Has all waiting that it cost in each run.
};

struct ScalingFit {
  EfficiencyOf which;
  AmdahlFit fit;
};

/// Says what a larger run would be.
struct ScalingPrediction : FittedValues {
  size_t ranks = 0;
  size_t threads = 0;
  double ideal_speed_up = 0;
};

/// Says how a program scales: runs with different numbers of threads beside each other.
struct Scaling {
  ScalingKind kind = ScalingKind::strong;
  std::vector<ScalingRun> runs;        ///< Has those with the fewest threads first.
  std::vector<SlowerRun> slower;       ///< Lists runs that are left out.
  size_t sizes = 0;                    ///< Counts the different numbers of threads.
  bool looks_like_other_kind = false;  ///< Says that the computation grows as for the other kind.
  std::vector<ScalingCause> causes;    ///< Has the largest ones: by the largest share of any run's time.
  std::vector<ScalingFit> fits;        ///< Has one for each factor, or none where there are too few sizes.
  /// Has runs of 2, 4, 8 and 16 times the largest one's threads; none without fits.
  std::vector<ScalingPrediction> predictions;
  /// Is the global efficiency that fits to all other runs give for the largest run, where there are errors.
  std::optional<double> largest_by_others;

  /// Returns whether a run has more threads than ranks.
  bool has_threads() const;
};
inline constexpr size_t kSizesForFit = 3;
inline constexpr size_t kSizesForError = 4;

/// Brings runs together. The error says which of them has no efficiencies, or that all are of one size.
Result<Scaling> scaling_of(std::span<const NamedRun> runs, ScalingKind kind);

/// Returns what has to be known of the runs before their numbers are compared, a sentence each.
std::vector<std::string> remarks_on_runs(const Scaling& scaling);
/// Says how far the extrapolation can be believed or, where there is none, why.
std::string remark_on_extrapolation(const Scaling& scaling);

/// Returns all of it as JSON in lines, whose keys docs/json.md explains.
std::string to_json(const Scaling& scaling);

}  // namespace latecomer::findings
