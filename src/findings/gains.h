// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_text.h"
#include "findings/root_causes.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Says how long a run would take if something were changed, by replay [SEMANTICS 9].
struct Gain {
  enum class Kind : uint8_t {
    balance,          ///< Lets causes be spread evenly over the threads that do what takes long there.
    remove,           ///< Lets causes take no time.
    instant_network,  ///< Lets messages, and calls that send or receive them, take no time.
    no_preemption,    ///< Lets no thread lose its core to others while it computes.
  };
  Kind kind = Kind::balance;
  std::vector<report::CallPathId> causes;  ///< Lists them as RootCause::path has them.
  double seconds = 0;                      ///< Is how long the run would take.
  /// Lists call paths that are changed; it is not stored.
  std::vector<report::CallPathId> paths = {};
};

/// Holds what the largest causes of a report would gain.
class Gains {
 public:
  Gains() = default;
  /// `recorded` is how long the run took, in seconds.
  Gains(std::vector<Gain> all, double recorded) : all_(std::move(all)), recorded_(recorded) {}

  const std::vector<Gain>& all() const { return all_; }
  double recorded() const { return recorded_; }
  /// Returns by how many seconds the run would be shorter.
  double gained(const Gain& gain) const { return std::max(recorded_ - gain.seconds, 0.0); }
  /// Returns that of a cause: spread evenly, or else not there; null where it is not known.
  const Gain* of_cause(report::CallPathId cause) const;
  /// Returns that of an instant network; null where it is not known.
  const Gain* of_network() const { return of(Gain::Kind::instant_network); }
  /// Returns the largest of causes that are spread evenly, one or several together; null where there is none.
  const Gain* largest() const;
  /// Returns, of causes that are spread evenly, the fewest that together gain four fifths of the largest, and
  /// of as many those that gain most; null where nothing is known.
  const Gain* smallest_set() const;
  /// Returns what gains at least a hundredth of the run: causes in their order, the smallest set of them if
  /// these are several, the network and, if that is more than one of the causes, cores of one's own.
  std::vector<Gain> considerable() const;

 private:
  /// Returns the first of a kind; null where there is none.
  const Gain* of(Gain::Kind kind) const;

  std::vector<Gain> all_;
  double recorded_ = 0;
};

/// Returns what is to be predicted: that the network is instant; and where waiting is worth advice, that each
/// of the largest causes is spread evenly, and that those of one thread, those without a core and the largest
/// are not there; and that nothing is preempted. How long calls of MPI take cannot be predicted so. Returns
/// nothing for a program that was killed.
std::vector<Gain> wanted_gains(const query::Space& space);
/// Returns what is to be predicted next when these are known, until the smallest set is: that all causes are
/// spread evenly, then all sets of two, of three and so on.
std::vector<Gain> wanted_together(const Gains& known);

/// Returns {"kind", "causes", "seconds"}, as docs/json.md explains them.
Json gain_json(const Gain& gain);

/// Is the member of a report that has its gains.
inline constexpr std::string_view kGainsFile = "gains.json";
std::string print_gains(const Gains& gains);
/// Returns none where the report does not have them, or where they are damaged.
Gains read_gains(const report::Report& report);

}  // namespace latecomer::findings
