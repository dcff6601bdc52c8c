// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/derived_metrics.h"

#include <fmt/format.h>

#include <utility>

namespace latecomer::query {

using namespace report;

namespace {

MetricKind kind_of(cubepl::MetricDefinition::Kind kind) {
  switch (kind) {
    case cubepl::MetricDefinition::Kind::postderived:
      return MetricKind::postderived;
    case cubepl::MetricDefinition::Kind::prederived_inclusive:
      return MetricKind::prederived_inclusive;
    case cubepl::MetricDefinition::Kind::prederived_exclusive:
      break;
  }
  return MetricKind::prederived_exclusive;
}

std::string name_in_errors(const std::string& metric) {
  return fmt::format("the expression of metric '{}'", metric);
}

std::string without_blanks(std::string expression) {
  std::erase_if(expression, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  return expression;
}

/// Returns what an expression of two values, without blanks, makes of many. It returns nothing for an
/// expression other than those in use.
std::optional<DataType> aggregation(const std::string& expression) {
  if (expression.empty() || expression == "arg1+arg2") return DataType();
  if (expression == "max(arg1,arg2)") return DataType::named("MAXDOUBLE");
  if (expression == "min(arg1,arg2)") return DataType::named("MINDOUBLE");
  return std::nullopt;
}

/// Returns whether an expression is a difference, as Cube's values without what is below are.
bool is_difference(const std::string& expression) {
  return expression.empty() || expression == "arg1-arg2";
}

}  // namespace

DerivedMetrics::DerivedMetrics(const Report& report) : report_(report), count_(report.metrics.size()) {
  for (size_t i = 0; i < report.metrics.size(); ++i) ids_.emplace(report.metrics[i].id, MetricId(i));
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const Metric& metric = report.metrics[i];
    if (!metric.initialization.empty()) {
      Result<cubepl::Program> program =
          cubepl::parse(metric.initialization, fmt::format("the initialization of metric '{}'", metric.id));
      if (program) {
        for (const cubepl::MetricDefinition& each : program->definitions())
          add(MetricId(count_), {each.metric, kind_of(each.kind)}, each.expression);
        initializations_.push_back(std::move(*program));
      } else {
        note(program.error());
      }
    }
    if (!report::is_derived(metric)) continue;
    add(MetricId(i), {metric.id, metric.kind}, metric.expression);
    set_aggregation(MetricId(i));
  }
  states_.resize(count_);
  looking_elsewhere_.resize(count_);
  for (size_t i = 0; i < count_; ++i) visit(MetricId(i), 0);
}

void DerivedMetrics::add(MetricId metric, Derived derived, const std::string& expression) {
  const bool is_new = metric.index() >= report_.metrics.size();
  if (is_new && !ids_.emplace(derived.name, metric).second) return;  // The first one counts.
  if (is_new) ++count_;
  Result<cubepl::Program> program = cubepl::parse(expression, name_in_errors(derived.name));
  if (program) {
    for (const cubepl::MetricDefinition& each : program->definitions())
      add(MetricId(count_), {each.metric, kind_of(each.kind)}, each.expression);
    derived.program.emplace(std::move(*program));
  } else {
    note(program.error());
  }
  programs_.emplace(metric, std::move(derived));
}

/// Sets how a metric's values are combined. Those that are calculated from sums are not combined themselves.
void DerivedMetrics::set_aggregation(MetricId id) {
  const Metric& metric = report_.metrics[id.index()];
  Derived& derived = programs_.at(id);
  if (metric.kind == MetricKind::postderived) return;
  const std::optional<DataType> over_locations = aggregation(without_blanks(metric.aggregation));
  const std::optional<DataType> over_call_paths = aggregation(without_blanks(metric.aggregation_plus));
  const bool has_differences = metric.kind == MetricKind::prederived_inclusive;
  if (over_locations && over_call_paths &&
      (!has_differences || is_difference(without_blanks(metric.aggregation_minus)))) {
    derived.over_locations = *over_locations;
    derived.over_call_paths = *over_call_paths;
  } else {
    note(Error{fmt::format(
        "metric '{}' combines its values by other expressions than sums, minima and maxima", metric.id)});
    derived.program.reset();
  }
}

/// Follows the references, and takes its program from a metric that leads back to itself, or through too many
/// others. On the way back it is known of all that the metric refers to whether they look elsewhere.
void DerivedMetrics::visit(MetricId metric, size_t depth) {
  constexpr size_t kDeepest = 100;
  const auto found = programs_.find(metric);
  if (found == programs_.end()) {
    looking_elsewhere_[metric.index()] = kind(metric) == MetricKind::inclusive;
    return;
  }
  Derived& derived = found->second;
  if (states_[metric.index()] == State::known || !derived.program) return;
  states_[metric.index()] = State::open;
  bool looks_elsewhere = derived.kind != MetricKind::prederived_exclusive;
  bool is_in_circle = depth > kDeepest;
  for (const cubepl::MetricReference& each : derived.program->metrics()) {
    const MetricId other = find(each.metric);
    if (!other.valid() || is_in_circle) continue;
    is_in_circle = programs_.contains(other) && states_[other.index()] == State::open;
    if (!is_in_circle) visit(other, depth + 1);
    looks_elsewhere = looks_elsewhere || looking_elsewhere_[other.index()] ||
                      each.scope != cubepl::Scope::position || each.call_path == cubepl::Flavour::inclusive;
  }
  states_[metric.index()] = State::known;
  looking_elsewhere_[metric.index()] = looks_elsewhere;
  if (!is_in_circle) return;
  note(Error{fmt::format("{} leads back to the metric, or through more than {} others",
                         name_in_errors(derived.name), kDeepest)});
  derived.program.reset();
}

void DerivedMetrics::initialize(cubepl::Environment& environment) {
  const std::lock_guard lock(mutex_);
  for (const cubepl::Program& program : initializations_) {
    const Result<std::vector<double>> done = cubepl::evaluate(program, environment, variables_);
    if (!done) note(done.error());
  }
}

MetricId DerivedMetrics::find(const std::string& name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? MetricId() : found->second;
}

DataType DerivedMetrics::over_locations(MetricId metric) const {
  return programs_.at(metric).over_locations;
}

DataType DerivedMetrics::over_call_paths(MetricId metric) const {
  return programs_.at(metric).over_call_paths;
}

MetricKind DerivedMetrics::kind(MetricId metric) const {
  if (!metric.valid()) return MetricKind::exclusive;
  const auto found = programs_.find(metric);
  return found == programs_.end() ? report_.metrics[metric.index()].kind : found->second.kind;
}

std::vector<double> DerivedMetrics::evaluate(MetricId metric, cubepl::Environment& environment) const {
  const std::lock_guard lock(mutex_);
  const Derived& derived = programs_.at(metric);
  if (!derived.program) return std::vector<double>(environment.positions());
  Result<std::vector<double>> values = cubepl::evaluate(*derived.program, environment, variables_);
  if (values) return std::move(*values);
  note(values.error());
  return std::vector<double>(environment.positions());
}

std::vector<std::string> DerivedMetrics::notes() const {
  const std::lock_guard lock(mutex_);
  return {notes_.begin(), notes_.end()};
}

void DerivedMetrics::note(const Error& error) const {
  const std::lock_guard lock(mutex_);
  notes_.insert(error.message);
}

}  // namespace latecomer::query
