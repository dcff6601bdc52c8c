// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cubepl/environment.h"
#include "query/space.h"

namespace latecomer::query {

/// Says what a derived metric's program is evaluated for: the call paths of a report, or some of its
/// locations, or a single value, all of them as a question to its space says.
class MetricEnvironment : public cubepl::Environment {
 public:
  MetricEnvironment(const Space& space, report::MetricId metric, By by, Question question,
                    report::LocationRange locations);

  size_t positions() const override;
  Result<std::vector<double>> metric(const cubepl::MetricReference& reference) override;
  Result<std::vector<double>> metric_at(const cubepl::MetricReference& reference,
                                        const std::vector<double>& call_paths,
                                        const std::vector<double>& resources) override;
  bool has_metric(const std::string& name) const override;
  std::optional<cubepl::PredefinedVariable> variable(const std::string& name) override;
  void set_metric(const std::string& metric, const std::string& property, const std::string& value) override;

 private:
  Below below(cubepl::Flavour flavour) const;
  std::vector<report::CallPathId> call_paths() const;
  std::optional<cubepl::PredefinedVariable> call_path_variable(const std::string& name) const;
  std::optional<cubepl::PredefinedVariable> metric_variable(const std::string& name) const;
  std::optional<cubepl::PredefinedVariable> system_variable(const std::string& name) const;

  const Space& space_;
  report::MetricId metric_;
  By by_;
  Question question_;
  report::LocationRange locations_;  ///< Has the locations that are the positions with `By::location`.
};

}  // namespace latecomer::query
