// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "cubepl/program.h"
#include "cubepl/variables.h"

namespace latecomer::cubepl {

/// Describes a variable that an environment predefines.
struct PredefinedVariable {
  std::variant<std::vector<double>, std::vector<std::string>> values;
  /// Says that each position sees its own value as the only one; otherwise all see an array.
  bool per_position = false;
};

/// Is what programs are evaluated for: n positions, which are call paths or locations or pairs of them, as
/// the caller likes.
class Environment {
 public:
  virtual ~Environment() = default;

  virtual size_t positions() const = 0;

  /// Returns values at all positions, or a single one that is that of all; 0 of a metric that is not there.
  /// The reference's scope is one without numbers.
  virtual Result<std::vector<double>> metric(const MetricReference& reference) = 0;

  /// Returns values of references with numbers of call paths and system resources, which are given for each
  /// position. These can be anything; of what is not there, the value is 0. `resources` is empty for
  /// `Scope::call_path`.
  virtual Result<std::vector<double>> metric_at(const MetricReference& reference,
                                                const std::vector<double>& call_paths,
                                                const std::vector<double>& resources) = 0;

  virtual bool has_metric(const std::string& name) const = 0;

  /// Returns the value of ${name}, if it is predefined: `calculation::...`, `cube::...`, and `arg1` and
  /// `arg2` where values are aggregated. What is called `cube::...` has to be the same always, and is asked
  /// for once for each `Variables`.
  virtual std::optional<PredefinedVariable> variable(const std::string& name) = 0;

  /// Does what cube::metric::set::metric("property", "value") says.
  virtual void set_metric(const std::string& metric, const std::string& property,
                          const std::string& value) = 0;

  /// Returns an environment variable of the process; empty where there is none.
  virtual std::string process_variable(const std::string& name);
};

/// Limits what an evaluation may cost.
struct Limits {
  uint64_t steps = 4'000'000'000;   // values that are calculated
  size_t values = size_t{1} << 26;  // values that are kept
};

/// Returns the value at each position. Global variables are read from and kept in `variables`; a program with
/// `global(...)` adds them there. Initializations are evaluated once, for a single position.
Result<std::vector<double>> evaluate(const Program& program, Environment& environment, Variables& variables,
                                     const Limits& limits = {});

}  // namespace latecomer::cubepl
