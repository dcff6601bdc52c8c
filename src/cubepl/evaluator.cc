// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Expressions are evaluated for all positions at once: an operation is a loop over columns. What is the same
// everywhere stays a single value, so that programs which only prepare, with loops over call paths, cost no
// more than in an interpreter of single values.

#include "cubepl/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/check.h"
#include "cubepl/functions.h"

namespace latecomer::cubepl {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool same_in_any_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

/// Returns the value as a text; a number is written into `buffer`.
std::string_view text_of(Value value, std::string& buffer) {
  if (value.text != nullptr) return value.text->characters;
  return buffer = number_text(value.number);
}

}  // namespace

std::string Environment::process_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

Result<std::vector<double>> evaluate(const Program& program, Environment& environment, Variables& variables,
                                     const Limits& limits) {
  return Evaluator(program.syntax(), environment, variables, limits).run();
}

Evaluator::Evaluator(const Syntax& syntax, Environment& environment, Variables& variables,
                     const Limits& limits)
    : syntax_(syntax),
      environment_(environment),
      variables_(variables),
      limits_(limits),
      positions_(environment.positions()),
      arrays_(syntax.names.size()),
      metrics_(syntax.metrics.size()),
      matches_(syntax.patterns.size()) {
  for (const std::string& text : syntax.texts) texts_.push_back(variables.texts.get(text));
}

Result<std::vector<double>> Evaluator::run() {
  for (const std::string& name : syntax_.globals) variables_.globals[name].global = true;
  for (const auto& [name, global] : variables_.globals) kept_ += global.values.size();
  kept_ += variables_.texts.bytes() / sizeof(double);
  if (positions_ == 0) return std::vector<double>();
  const Column result = evaluate(syntax_.root);
  if (failed()) return status_.error();
  return at_all(result);
}

std::vector<double> Evaluator::at_all(const Column& column) const {
  return column.varies() ? column.numbers : std::vector<double>(positions_, column.same.number);
}

/// Returns `function` of the values of columns at each position.
template <class Function, class... Columns>
Column Evaluator::map_values(Function function, const Columns&... columns) const {
  if (!(columns.varies() || ...)) return function(columns.same...);
  Column result;
  result.numbers.resize(positions_);
  for (size_t i = 0; i < positions_ && !failed(); ++i) result.set(i, function(columns.at(i)...));
  return result;
}

void Evaluator::fail(const Node& node, std::string_view message) {
  if (!failed()) status_ = error_at(syntax_.what, node.place, message);
}

void Evaluator::spend(const Node& node, size_t steps) {
  steps_ += steps;
  if (steps_ > limits_.steps) fail(node, fmt::format("not done after {} steps", limits_.steps));
}

void Evaluator::keep(const Node& node, size_t values) {
  kept_ += std::min(values, limits_.values + 1);
  if (kept_ > limits_.values) fail(node, fmt::format("more than {} values are needed", limits_.values));
}

Column Evaluator::evaluate(NodeId id) {
  if (failed()) return {};
  const Node& node = syntax_[id];
  Column column = evaluate_operation(node);
  spend(node, 1 + column.numbers.size());
  return column;
}

Column Evaluator::evaluate_operation(const Node& node) {
  switch (node.operation) {
    case Operation::number:
      return Value(node.number);
    case Operation::text:
      return Value(texts_[node.entry]);
    case Operation::variable:
      return evaluate_variable(node);
    case Operation::size:
      return Value(static_cast<double>(array(node).values.size()));
    case Operation::defined:
      return Value(is_defined(node));
    case Operation::metric:
      return evaluate_metric(node);
    case Operation::process_variable:
      return new_text(node, environment_.process_variable(syntax_.texts[node.entry]));
    case Operation::block:
      return evaluate_block(node);
    case Operation::matches:
      return map_values([&](Value text) { return Value(matches(node, text)); }, evaluate(node.children[0]));
    case Operation::lowercase:
    case Operation::uppercase:
      return change_letters(node, evaluate(node.children[0]));
    default:
      return evaluate_operands(node);
  }
}

/// Returns what is calculated of two operands, or of one. The first is kept while the second is evaluated.
Column Evaluator::evaluate_operands(const Node& node) {
  Column first = evaluate(node.children[0]);
  if (node.children.size() == 1) return node.function->calculate(std::move(first), {});
  const size_t waiting = first.numbers.size();
  keep(node, waiting);
  std::optional<Mask> before;
  if (node.operation == Operation::both || node.operation == Operation::either)
    before = std::exchange(active_, active_.where(first, node.operation == Operation::both));
  Column second = active_.none() ? Column() : evaluate(node.children[1]);
  if (before) active_ = *before;
  kept_ -= waiting;
  if (node.function->calculate == nullptr) return compare_texts(node, first, second);
  return node.function->calculate(std::move(first), std::move(second));
}

Column Evaluator::evaluate_block(const Node& node) {
  for (size_t i = 0; i + 1 < node.children.size(); ++i) execute(node.children[i]);
  return evaluate(node.children.back());
}

/// Returns a metric's values, which are kept, unless they depend on numbers.
Column Evaluator::evaluate_metric(const Node& node) {
  std::optional<Column>& known = metrics_[node.entry];
  if (known) return *known;
  std::array<std::vector<double>, 2> numbers;
  for (size_t i = 0; i < node.children.size(); ++i) numbers[i] = at_all(evaluate(node.children[i]));
  if (failed()) return {};
  const MetricReference& reference = syntax_.metrics[node.entry];
  Result<std::vector<double>> values = node.children.empty()
                                           ? environment_.metric(reference)
                                           : environment_.metric_at(reference, numbers[0], numbers[1]);
  if (!values) {
    fail(node, values.error().message);
    return {};
  }
  CHECK(values->size() == positions_ || values->size() == 1);
  Column column(std::move(values).value());
  if (node.children.empty()) {
    keep(node, column.numbers.size());
    known = column;
  }
  return column;
}

Column Evaluator::compare_texts(const Node& node, const Column& left, const Column& right) const {
  const bool any_case = node.operation == Operation::same_text_in_any_case;
  std::string left_buffer;
  std::string right_buffer;
  const auto same = [&](Value a, Value b) {
    const std::string_view left_text = text_of(a, left_buffer);
    const std::string_view right_text = text_of(b, right_buffer);
    return Value(any_case ? same_in_any_case(left_text, right_text) : left_text == right_text);
  };
  return map_values(same, left, right);
}

/// Returns whether a text matches a pattern. The result is kept: the same names come again and again.
bool Evaluator::matches(const Node& node, Value value) {
  if (value.text == nullptr) return is_found(node, number_text(value.number));
  const auto [known, is_new] = matches_[node.entry].try_emplace(value.text);
  if (is_new) {
    keep(node, sizeof(*known) / sizeof(double));
    known->second = is_found(node, value.text->characters);
  }
  return known->second;
}

bool Evaluator::is_found(const Node& node, const std::string& text) {
  const RE2& pattern = syntax_.patterns[node.entry];
  spend(node, text.size() * (1 + pattern.ProgramSize() / 4));
  return !failed() && RE2::PartialMatch(text, pattern);
}

Column Evaluator::change_letters(const Node& node, const Column& texts) {
  std::string buffer;
  const auto change = [&](Value value) {
    std::string letters(text_of(value, buffer));
    std::transform(letters.begin(), letters.end(), letters.begin(),
                   node.operation == Operation::lowercase ? lower : upper);
    return new_text(node, letters);
  };
  return map_values(change, texts);
}

Value Evaluator::new_text(const Node& node, std::string_view text) {
  const size_t before = variables_.texts.bytes();
  const Value value = variables_.texts.get(text);
  keep(node, (variables_.texts.bytes() - before) / sizeof(double));
  return value;
}

}  // namespace latecomer::cubepl
