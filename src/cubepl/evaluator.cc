// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Expressions are evaluated for all positions at once: an operation is a loop over columns. What is the same
// everywhere stays a single value, so that programs which only prepare, with loops over call paths, cost no
// more than in an interpreter of single values.

#include "cubepl/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/check.h"
#include "cubepl/arithmetic.h"

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
  for (const std::string& text : syntax.texts) texts_.push_back(variables.texts.id(text));
}

Result<std::vector<double>> Evaluator::run() {
  for (const std::string& name : syntax_.globals) variables_.globals[name].global = true;
  for (const auto& [name, global] : variables_.globals) kept_ += global.numbers.size();
  kept_ += variables_.texts.bytes() / sizeof(double);
  if (positions_ == 0) return std::vector<double>();
  const Column result = evaluate(syntax_.root);
  if (failed()) return status_.error();
  return at_all(result);
}

std::vector<double> Evaluator::at_all(const Column& column) const {
  return column.varies() ? column.numbers : std::vector<double>(positions_, column.number);
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
      return Column::of(node.number);
    case Operation::text:
      return Column::of(texts_[node.operand], variables_.texts);
    case Operation::variable:
      return evaluate_variable(node);
    case Operation::size_of:
      return evaluate_size(node);
    case Operation::defined:
      return evaluate_defined(node);
    case Operation::metric:
      return evaluate_metric(node);
    case Operation::process_variable: {
      const std::string& name = syntax_.process_variables[node.operand];
      return Column::of(new_text(node, environment_.process_variable(name)), variables_.texts);
    }
    case Operation::block:
      return evaluate_block(node);
    case Operation::matches:
      return evaluate_match(node);
    case Operation::lowercase:
    case Operation::uppercase:
      return evaluate_letters(node);
    case Operation::logical_and:
    case Operation::logical_or:
      return evaluate_and_or(node);
    default:
      break;
  }
  if (node.children.size() == 2) return evaluate_both(node);
  return calculate(node.operation, evaluate(node.children[0]));
}

Column Evaluator::evaluate_both(const Node& node) {
  Column left = evaluate(node.children[0]);
  const size_t waiting = left.numbers.size();
  keep(node, waiting);
  Column right = evaluate(node.children[1]);
  kept_ -= waiting;
  if (failed()) return {};
  if (node.operation == Operation::same_text || node.operation == Operation::same_text_in_any_case)
    return compare_texts(node, std::move(left), right);
  return calculate(node.operation, std::move(left), std::move(right));
}

/// The right side is evaluated where the left one does not decide.
Column Evaluator::evaluate_and_or(const Node& node) {
  const bool open = node.operation == Operation::logical_and;
  const Column left = evaluate(node.children[0]);
  if (!left.varies() && (left.number != 0) != open) return Column::of(open ? 0.0 : 1.0);
  const Mask before = active_;
  if (left.varies()) active_ = active_.where(left, open);
  keep(node, left.numbers.size());
  Column right = active_.none() ? Column::of(0.0) : evaluate(node.children[1]);
  kept_ -= left.numbers.size();
  active_ = before;
  if (failed()) return {};
  return calculate(node.operation, left, std::move(right));
}

Column Evaluator::evaluate_block(const Node& node) {
  for (size_t i = 0; i + 1 < node.children.size(); ++i) execute(node.children[i]);
  return evaluate(node.children.back());
}

Column Evaluator::evaluate_metric(const Node& node) {
  const MetricReference& reference = syntax_.metrics[node.operand];
  std::optional<Column>& known = metrics_[node.operand];
  if (known) return *known;
  Result<std::vector<double>> values = std::vector<double>();
  if (node.children.empty()) {
    values = environment_.metric(reference);
  } else {
    const std::vector<double> call_paths = at_all(evaluate(node.children[0]));
    std::vector<double> resources;
    if (node.children.size() == 2) resources = at_all(evaluate(node.children[1]));
    if (failed()) return {};
    values = environment_.metric_at(reference, call_paths, resources);
  }
  if (!values) {
    fail(node, values.error().message);
    return {};
  }
  CHECK(values.value().size() == positions_ || values.value().size() == 1);
  Column column = Column::of(std::move(values).value());
  if (!node.children.empty()) return column;
  keep(node, column.numbers.size());
  known = std::move(column);
  return *known;
}

Column Evaluator::evaluate_variable(const Node& node) {
  const Column index = node.children.empty() ? Column() : evaluate(node.children[0]);
  if (failed()) return {};
  const Array& values = array(node.operand);
  return gather(values, index);
}

Column Evaluator::evaluate_size(const Node& node) {
  const Array& values = array(node.operand);
  return Column::of(static_cast<double>(values.numbers.size()));
}

Column Evaluator::evaluate_defined(const Node& node) {
  const Array& values = array(node.operand);
  const bool defined = values.global || values.predefined || !values.numbers.empty();
  return Column::of(defined || environment_.has_metric(syntax_.names[node.operand]) ? 1.0 : 0.0);
}

Column Evaluator::compare_texts(const Node& node, Column left, const Column& right) {
  const bool any_case = node.operation == Operation::same_text_in_any_case;
  std::string a_written;
  std::string b_written;
  const auto same = [&](TextId a, double a_number, TextId b, double b_number) {
    if (a.valid() && a == b) return 1.0;
    if (a.valid() && b.valid() && !any_case) return 0.0;
    const std::string_view a_text = text(a, a_number, a_written);
    const std::string_view b_text = text(b, b_number, b_written);
    return (any_case ? same_in_any_case(a_text, b_text) : a_text == b_text) ? 1.0 : 0.0;
  };
  if (!left.varies() && !right.varies())
    return Column::of(same(left.text, left.number, right.text, right.number));
  Column result;
  result.numbers.resize(positions_);
  for (size_t i = 0; i < positions_; ++i)
    result.numbers[i] = same(left.text_at(i), left.number_at(i), right.text_at(i), right.number_at(i));
  return result;
}

Column Evaluator::evaluate_match(const Node& node) {
  const Column value = evaluate(node.children[0]);
  if (failed()) return {};
  if (!value.varies()) return Column::of(matches(node, value.text, value.number));
  Column result;
  result.numbers.resize(positions_);
  for (size_t i = 0; i < positions_ && !failed(); ++i)
    result.numbers[i] = matches(node, value.text_at(i), value.numbers[i]);
  return result;
}

/// 1 or 0. What a pattern says of a text is kept: the same names come again and again.
double Evaluator::matches(const Node& node, TextId id, double number) {
  const RE2& pattern = syntax_.patterns[node.operand];
  const auto is_in = [&](const std::string& text) {
    spend(node, text.size() * (1 + pattern.ProgramSize() / 4));
    return !failed() && RE2::PartialMatch(text, pattern);
  };
  if (!id.valid()) return is_in(number_text(number)) ? 1 : 0;
  std::vector<int8_t>& known = matches_[node.operand];
  if (known.size() <= id.index()) {
    const size_t size = variables_.texts.size();
    keep(node, (size - known.size()) / sizeof(double));
    known.resize(size);
  }
  int8_t& found = known[id.index()];
  if (found == 0) found = is_in(variables_.texts.text(id)) ? 1 : -1;
  return found > 0 ? 1 : 0;
}

Column Evaluator::evaluate_letters(const Node& node) {
  Column value = evaluate(node.children[0]);
  const auto change = node.operation == Operation::lowercase ? lower : upper;
  std::string written;
  const auto changed = [&](TextId id, double number) {
    std::string letters(text(id, number, written));
    std::transform(letters.begin(), letters.end(), letters.begin(), change);
    return new_text(node, letters);
  };
  if (!value.varies()) return Column::of(changed(value.text, value.number), variables_.texts);
  value.texts.resize(positions_);
  for (size_t i = 0; i < positions_ && !failed(); ++i) {
    value.texts[i] = changed(value.texts[i], value.numbers[i]);
    value.numbers[i] = variables_.texts.number(value.texts[i]);
  }
  return value;
}

std::string_view Evaluator::text(TextId id, double number, std::string& written) const {
  if (id.valid()) return variables_.texts.text(id);
  written = number_text(number);
  return written;
}

TextId Evaluator::new_text(const Node& node, std::string_view text) {
  const size_t before = variables_.texts.bytes();
  const TextId id = variables_.texts.id(text);
  keep(node, (variables_.texts.bytes() - before) / sizeof(double));
  return id;
}

}  // namespace latecomer::cubepl
