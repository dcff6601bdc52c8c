// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cubepl/environment.h"

namespace latecomer::cubepl {

/// Positions that are four call paths of a program, added up over two locations, which are equal:
///
///     id  parent  region       paradigm  role         time: exclusive, inclusive   visits: the same
///     0   -       main         compiler  function           4          10                  1   18
///     1   0       MPI_Send     mpi       point2point        3           3                 10   10
///     2   0       foo          compiler  function           2           3                  2    7
///     3   2       MPI_Barrier  mpi       barrier            1           1                  5    5
///
/// Values are calculated as exclusive ones. Locations have the numbers 5 and 6 among system resources.
class FourCallPaths : public Environment {
 public:
  struct Setting {
    std::string metric, property, value;
    friend bool operator==(const Setting&, const Setting&) = default;
  };

  size_t positions() const override { return kPositions; }

  Result<std::vector<double>> metric(const MetricReference& reference) override {
    asked.push_back(reference);
    if (reference.metric == "unreadable") return Error{"the row cannot be read"};
    const Values* values = find(reference.metric);
    if (values == nullptr) return std::vector<double>{0};
    if (reference.scope == Scope::fixed) return std::vector<double>{values->inclusive[0]};
    return reference.call_path == Flavour::inclusive ? values->inclusive : values->exclusive;
  }

  Result<std::vector<double>> metric_at(const MetricReference& reference,
                                        const std::vector<double>& call_paths,
                                        const std::vector<double>& resources) override {
    std::vector<double> found(kPositions);
    const Values* values = find(reference.metric);
    if (values == nullptr) return found;
    const std::vector<double>& all =
        reference.call_path == Flavour::inclusive ? values->inclusive : values->exclusive;
    for (size_t i = 0; i < kPositions; ++i) {
      if (!(call_paths[i] >= 0) || !(call_paths[i] < kPositions)) continue;
      const double value = all[static_cast<size_t>(call_paths[i])];
      if (reference.scope == Scope::call_path)
        found[i] = value;
      else if (resources[i] == 5 || resources[i] == 6)
        found[i] = value / 2;
    }
    return found;
  }

  bool has_metric(const std::string& name) const override { return find(name) != nullptr; }

  std::optional<PredefinedVariable> variable(const std::string& name) override {
    ++asked_variables[name];
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  }

  void set_metric(const std::string& metric, const std::string& property, const std::string& value) override {
    settings.push_back({metric, property, value});
  }

  std::string process_variable(const std::string& name) override { return name == "LEVEL" ? "High" : ""; }

  std::vector<MetricReference> asked;
  std::map<std::string, int> asked_variables;
  std::vector<Setting> settings;
  std::map<std::string, PredefinedVariable> variables = {
      {"cube::#callpaths", numbers({4})},
      {"cube::#locations", numbers({2})},
      {"cube::callpath::calleeid", numbers({0, 1, 2, 3})},
      {"cube::callpath::parent::id", numbers({-1, 0, 0, 2})},
      {"cube::callpath::#children", numbers({2, 0, 1, 0})},
      {"cube::region::name", texts({"main", "MPI_Send", "foo", "MPI_Barrier"})},
      {"cube::region::paradigm", texts({"compiler", "mpi", "compiler", "mpi"})},
      {"cube::region::role", texts({"function", "point2point", "function", "barrier"})},
      {"cube::location::parent::sysid", numbers({3, 4})},
      {"calculation::callpath::id", numbers({0, 1, 2, 3}, true)},
      {"calculation::region::id", numbers({0, 1, 2, 3}, true)},
      {"calculation::region::name", texts({"main", "MPI_Send", "foo", "MPI_Barrier"}, true)},
  };

  static PredefinedVariable numbers(std::vector<double> values, bool per_position = false) {
    return {std::move(values), per_position};
  }
  static PredefinedVariable texts(std::vector<std::string> values, bool per_position = false) {
    return {std::move(values), per_position};
  }

 private:
  static constexpr size_t kPositions = 4;
  struct Values {
    std::vector<double> exclusive, inclusive;
  };

  const Values* find(const std::string& name) const {
    const auto found = metrics_.find(name);
    return found == metrics_.end() ? nullptr : &found->second;
  }

  std::map<std::string, Values> metrics_ = {{"time", {{4, 3, 2, 1}, {10, 3, 3, 1}}},
                                            {"visits", {{1, 10, 2, 5}, {18, 10, 7, 5}}}};
};

}  // namespace latecomer::cubepl
