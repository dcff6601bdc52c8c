// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file says what expressions mean by a metric's value. A postderived metric's is calculated from the
// values that the others have for the same question; a prederived one's from those at one call path and one
// location, and so its "fixed" values are the program's.

#include "query/metric_environment.h"

#include <map>
#include <utility>

#include "query/definition_variables.h"

namespace latecomer::query {

using namespace report;
using cubepl::Flavour;
using cubepl::PredefinedVariable;
using cubepl::Scope;

namespace {

PredefinedVariable number(double value) {
  return {std::vector<double>{value}};
}

PredefinedVariable text(std::string value) {
  return {std::vector<std::string>{std::move(value)}};
}

template <class Value>
PredefinedVariable of_call_paths(const std::vector<CallPathId>& call_paths, bool per_position,
                                 const Value& value) {
  using Result = decltype(value(CallPathId()));
  std::vector<Result> values;
  for (const CallPathId each : call_paths) values.push_back(value(each));
  return {std::move(values), per_position};
}

template <class Value>
PredefinedVariable at_locations(LocationRange locations, const Value& value) {
  std::vector<decltype(value(size_t{0}))> values;
  for (size_t i = locations.begin; i < locations.end; ++i) values.push_back(value(i));
  return {std::move(values), true};
}

/// Returns what is at each number; nothing where a number is that of no such thing.
template <class Things>
auto at(const Things& things, double number) -> const typename Things::value_type* {
  const bool is_position = number >= 0 && number < static_cast<double>(things.size());
  return is_position ? &things[static_cast<size_t>(number)] : nullptr;
}

}  // namespace

MetricEnvironment::MetricEnvironment(const Space& space, MetricId metric, By by, Question question,
                                     LocationRange locations)
    : space_(space), metric_(metric), by_(by), question_(std::move(question)), locations_(locations) {}

size_t MetricEnvironment::positions() const {
  switch (by_) {
    case By::nothing:
      return 1;
    case By::call_path:
      return space_.report().call_paths.size();
    case By::location:
      return locations_.size();
    case By::group:
      return space_.report().location_groups.size();
  }
  return 0;
}

Below MetricEnvironment::below(Flavour flavour) const {
  if (flavour == Flavour::as_calculated) return question_.below;
  return flavour == Flavour::inclusive ? Below::included : Below::excluded;
}

Result<std::vector<double>> MetricEnvironment::metric(const cubepl::MetricReference& reference) {
  const MetricId metric = space_.find_metric(reference.metric);
  if (!metric.valid()) return std::vector<double>{0};
  // An initialization belongs to no metric, and is evaluated as if it were postderived.
  const MetricKind kind = metric_.valid() ? space_.kind_of(metric_) : MetricKind::postderived;
  if (kind == MetricKind::prederived_exclusive && !space_.needs_all_ranks(metric_)) {
    const Row row = space_.row(metric, *question_.path, locations_);
    return row == nullptr ? std::vector<double>{0} : row->numbers();
  }
  Question question = question_;
  question.below = below(reference.call_path);
  const bool is_postderived = kind == MetricKind::postderived;
  if (reference.scope == Scope::position || (is_postderived && reference.scope == Scope::fixed_call_path))
    return space_.values(metric, by_, question).numbers();
  question.where = {};
  if (!is_postderived && reference.scope == Scope::fixed) question = {};
  const bool at_each_call_path = by_ == By::call_path && is_postderived;
  return space_.values(metric, at_each_call_path ? By::call_path : By::nothing, question).numbers();
}

Result<std::vector<double>> MetricEnvironment::metric_at(const cubepl::MetricReference& reference,
                                                         const std::vector<double>& call_paths,
                                                         const std::vector<double>& resources) {
  const MetricId metric = space_.find_metric(reference.metric);
  std::vector<double> values(call_paths.size());
  if (!metric.valid()) return values;
  const std::vector<SystemPart> parts =
      resources.empty() ? std::vector<SystemPart>() : numbered_parts(space_.report());
  std::map<const SystemPart*, std::vector<double>> of_parts;  // Has the values of all locations at null.
  for (size_t i = 0; i < call_paths.size(); ++i) {
    const SystemPart* part = resources.empty() ? nullptr : at(parts, resources[i]);
    if (!resources.empty() && part == nullptr) continue;
    const auto [found, is_new] = of_parts.try_emplace(part);
    if (is_new)
      found->second =
          space_
              .values(metric, By::call_path,
                      {.below = below(reference.call_path), .where = part == nullptr ? SystemPart() : *part})
              .numbers();
    const double* value = at(found->second, call_paths[i]);
    values[i] = value == nullptr ? 0 : *value;
  }
  return values;
}

bool MetricEnvironment::has_metric(const std::string& name) const {
  return space_.find_metric(name).valid();
}

std::optional<PredefinedVariable> MetricEnvironment::variable(const std::string& name) {
  if (name.starts_with("cube::")) return definition_variable(space_.report(), name);
  if (name.starts_with("calculation::metric::")) return metric_variable(name);
  if (name.starts_with("calculation::sysres::")) return system_variable(name);
  return call_path_variable(name);
}

/// Ignores properties: metrics that are not to be shown keep their values, from which others are calculated.
void MetricEnvironment::set_metric(const std::string&, const std::string&, const std::string&) {}

std::optional<PredefinedVariable> MetricEnvironment::metric_variable(const std::string& name) const {
  const std::string property = name.substr(std::string("calculation::").size());
  if (!metric_.valid() || metric_.index() >= space_.report().metrics.size()) return std::nullopt;
  if (property == "metric::id") return number(static_cast<double>(metric_.index()));
  std::optional<PredefinedVariable> of_all = definition_variable(space_.report(), "cube::" + property);
  if (!of_all) return std::nullopt;
  if (auto* texts = std::get_if<std::vector<std::string>>(&of_all->values))
    return text((*texts)[metric_.index()]);
  return number(std::get<std::vector<double>>(of_all->values)[metric_.index()]);
}

/// Returns the call path of each position. Of all call paths together, it is the last root.
std::vector<CallPathId> MetricEnvironment::call_paths() const {
  const Report& report = space_.report();
  std::vector<CallPathId> paths;
  if (by_ == By::call_path) {
    for (size_t i = 0; i < report.call_paths.size(); ++i) paths.emplace_back(i);
  } else if (question_.path) {
    paths.push_back(*question_.path);
  } else if (!space_.call_tree().roots().empty()) {
    paths.push_back(space_.call_tree().roots().back());
  }
  return paths;
}

std::optional<PredefinedVariable> MetricEnvironment::call_path_variable(const std::string& name) const {
  const Report& report = space_.report();
  const std::vector<CallPathId> paths = call_paths();
  const auto region = [&](CallPathId path) -> const Region& {
    return report.regions[report.call_paths[path.index()].region.index()];
  };
  const auto call_path = [&](CallPathId path) -> const CallPath& { return report.call_paths[path.index()]; };
  const auto of_all = [&](const auto& value) { return of_call_paths(paths, by_ == By::call_path, value); };
  if (paths.empty()) return std::nullopt;
  if (name == "calculation::callpath::id")
    return of_all([](CallPathId path) { return static_cast<double>(path.index()); });
  if (name == "calculation::callpath::mod")
    return of_all([&](CallPathId path) { return call_path(path).call_file; });
  if (name == "calculation::callpath::line")
    return of_all([&](CallPathId path) { return static_cast<double>(call_path(path).call_line); });
  if (name == "calculation::callpath::state") return number(question_.below == Below::included ? 0 : 1);
  if (name == "calculation::region::id")
    return of_all([&](CallPathId path) { return static_cast<double>(call_path(path).region.index()); });
  if (name == "calculation::region::name") return of_all([&](CallPathId path) { return region(path).name; });
  if (name == "calculation::region::mod") return of_all([&](CallPathId path) { return region(path).module; });
  if (name == "calculation::region::url") return of_all([&](CallPathId path) { return region(path).url; });
  if (name == "calculation::region::description")
    return of_all([&](CallPathId path) { return region(path).description; });
  if (name == "calculation::region::begin::line")
    return of_all([&](CallPathId path) { return static_cast<double>(region(path).begin_line); });
  if (name == "calculation::region::end::line")
    return of_all([&](CallPathId path) { return static_cast<double>(region(path).end_line); });
  return std::nullopt;
}

std::optional<PredefinedVariable> MetricEnvironment::system_variable(const std::string& name) const {
  constexpr double kLocation = 7;  // Is Cube's number of this kind of system resource.
  const Report& report = space_.report();
  if (name == "calculation::sysres::state") return number(0);
  if (by_ == By::location) {
    if (name == "calculation::sysres::id")
      return at_locations(locations_, [](size_t i) { return static_cast<double>(i); });
    if (name == "calculation::sysres::kind") return number(kLocation);
    if (name == "calculation::sysres::name")
      return at_locations(locations_, [&](size_t i) { return report.locations[i].name; });
    if (name == "calculation::sysres::rank")
      return at_locations(locations_,
                          [&](size_t i) { return static_cast<double>(report.locations[i].rank); });
    return std::nullopt;
  }
  const LocationId* location = std::get_if<LocationId>(&question_.where);
  if (location == nullptr) return std::nullopt;
  if (name == "calculation::sysres::id") return number(static_cast<double>(location->index()));
  if (name == "calculation::sysres::kind") return number(kLocation);
  if (name == "calculation::sysres::name") return text(report.locations[location->index()].name);
  return std::nullopt;
}

}  // namespace latecomer::query
