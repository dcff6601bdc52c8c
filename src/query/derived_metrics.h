// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cubepl/environment.h"
#include "report/report.h"

namespace latecomer::query {

/// Holds the metrics of a report whose values are calculated, with their programs in CubePL, and those that
/// these programs define beside them: their ids follow those of the report.
class DerivedMetrics {
 public:
  /// Reads the programs. One that cannot be read, or refers to itself, is in `notes`; its values are zero.
  explicit DerivedMetrics(const report::Report& report);

  /// Evaluates what is to be evaluated once before all others.
  void initialize(cubepl::Environment& environment);

  /// Returns the metric of this name, of the report or of a program; invalid if there is none.
  report::MetricId find(const std::string& name) const;
  report::MetricKind kind(report::MetricId metric) const;
  bool is_derived(report::MetricId metric) const { return programs_.contains(metric); }
  /// Returns how a derived metric's values are combined: as sums, minima or maxima of real numbers.
  report::DataType over_locations(report::MetricId metric) const;
  report::DataType over_call_paths(report::MetricId metric) const;
  /// Returns whether a value at a call path needs values of other call paths, or of all locations.
  bool looks_elsewhere(report::MetricId metric) const { return looking_elsewhere_.at(metric.index()); }

  /// Returns values at the environment's positions. One thread at a time calculates.
  std::vector<double> evaluate(report::MetricId metric, cubepl::Environment& environment) const;

  /// Returns the programs that could not be read or evaluated, and why, a line each.
  std::vector<std::string> notes() const;

 private:
  enum class State : uint8_t { unknown, open, known };

  struct Derived {
    std::string name;
    report::MetricKind kind;
    std::optional<cubepl::Program> program = {};  ///< Is the parsed expression; empty if it cannot be used.
    report::DataType over_locations = {};
    report::DataType over_call_paths = {};
  };

  void add(report::MetricId metric, Derived derived, const std::string& expression);
  void set_aggregation(report::MetricId metric);
  void visit(report::MetricId metric, size_t depth);
  void note(const Error& error) const;

  const report::Report& report_;
  size_t count_;  ///< Counts all metrics.
  std::map<std::string, report::MetricId> ids_;
  std::map<report::MetricId, Derived> programs_;
  std::vector<cubepl::Program> initializations_;
  std::vector<State> states_;  ///< Has each metric's state, while circles are looked for.
  std::vector<bool> looking_elsewhere_;
  mutable std::recursive_mutex mutex_;  // Is recursive since programs ask for values of derived metrics.
  mutable cubepl::Variables variables_;
  mutable std::set<std::string> notes_;
};

}  // namespace latecomer::query
