// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Statements are executed for the positions at which conditions around them hold, and variables are assigned
// there only: an element that was the same everywhere then becomes one with a value for each position.

#include <fmt/format.h>

#include "base/check.h"
#include "cubepl/evaluator.h"

namespace latecomer::cubepl {
namespace {

constexpr size_t kNoIndex = SIZE_MAX;

/// Indices are cut to integers, as Cube does. What is none is behind all arrays.
size_t to_index(double number) {
  constexpr double kTooLarge = 1e18;
  return number > -1 && number < kTooLarge ? static_cast<size_t>(number) : kNoIndex;
}

}  // namespace

/// The array of a name, which is a local one unless it is known.
Array& Evaluator::array(uint32_t name) {
  Array*& known = arrays_[name];
  if (known == nullptr) known = find_array(syntax_.names[name]);
  return *known;
}

Array* Evaluator::find_array(const std::string& name) {
  const auto global = variables_.globals.find(name);
  if (global != variables_.globals.end()) return &global->second;
  const auto predefined = variables_.predefined.find(name);
  if (predefined != variables_.predefined.end()) return &predefined->second;
  const std::optional<PredefinedVariable> variable = environment_.variable(name);
  if (!variable) return &locals_[name];
  auto& arrays = name.starts_with("cube::") ? variables_.predefined : calculation_;
  return &(arrays[name] = made_of(*variable));
}

Array Evaluator::made_of(const PredefinedVariable& variable) {
  Column column;
  if (const auto* numbers = std::get_if<std::vector<double>>(&variable.values)) {
    column.numbers = *numbers;
  } else {
    for (const std::string& each : std::get<std::vector<std::string>>(variable.values)) {
      column.texts.push_back(variables_.texts.id(each));
      column.numbers.push_back(variables_.texts.number(column.texts.back()));
    }
  }
  Array array{.predefined = true};
  CHECK(!variable.per_position || column.numbers.size() == positions_);
  if (variable.per_position && positions_ > 1) {
    array.numbers.resize(1);
    array.varying[0] = std::move(column);
  } else {
    array.numbers = std::move(column.numbers);
    array.texts = std::move(column.texts);
  }
  return array;
}

Column Evaluator::gather(const Array& array, const Column& index) const {
  if (!index.varies()) return array.element(to_index(index.number));
  Column gathered;
  gathered.numbers.resize(positions_);
  const bool plain = array.varying.empty() && array.texts.empty();
  for (size_t i = 0; i < positions_; ++i) {
    const size_t at = to_index(index.numbers[i]);
    if (plain && at < array.numbers.size()) {
      gathered.set(i, array.numbers[at], TextId());
      continue;
    }
    const auto varying = array.varying.find(at);
    if (varying != array.varying.end()) {
      gathered.set(i, varying->second.number_at(i), varying->second.text_at(i));
    } else {
      const Column element = array.element(at);
      gathered.set(i, element.number, element.text);
    }
  }
  return gathered;
}

void Evaluator::execute(NodeId id) {
  if (failed()) return;
  const Node& node = syntax_[id];
  spend(node, 1);
  switch (node.operation) {
    case Operation::assign:
      return execute_assignment(node);
    case Operation::if_else:
      return execute_if(node);
    case Operation::while_loop:
      return execute_while(node);
    case Operation::sequence:
      for (const NodeId statement : node.children) execute(statement);
      return;
    case Operation::set_metric: {
      const MetricSetting& setting = syntax_.settings[node.operand];
      return environment_.set_metric(setting.metric, setting.property, setting.value);
    }
    default:
      CHECK(!"a statement");
  }
}

void Evaluator::execute_if(const Node& node) {
  const Mask before = active_;
  bool done = false;
  size_t i = 0;
  for (; i + 1 < node.children.size() && !done; i += 2) {
    const Column condition = evaluate(node.children[i]);
    if (failed()) return;
    if (!condition.varies()) {
      if (condition.number == 0) continue;
      execute(node.children[i + 1]);
      done = true;
      continue;
    }
    const Mask others = active_.where(condition, false);
    active_ = active_.where(condition, true);
    if (!active_.none()) execute(node.children[i + 1]);
    active_ = others;
    done = active_.none();
  }
  if (!done && i < node.children.size()) execute(node.children[i]);
  active_ = before;
}

void Evaluator::execute_while(const Node& node) {
  const Mask before = active_;
  while (!failed()) {
    const Column condition = evaluate(node.children[0]);
    if (condition.varies()) active_ = active_.where(condition, true);
    if (failed() || active_.none() || (!condition.varies() && condition.number == 0)) break;
    execute(node.children[1]);
  }
  active_ = before;
}

void Evaluator::execute_assignment(const Node& node) {
  const Column value = evaluate(node.children[0]);
  const Column index = node.children.size() == 2 ? evaluate(node.children[1]) : Column();
  if (failed()) return;
  Array& assigned = array(node.operand);
  const std::string& name = syntax_.names[node.operand];
  if (assigned.predefined) return fail(node, fmt::format("{} is predefined and cannot be assigned", name));
  const bool same_everywhere = active_.all() && !index.varies() && !value.varies();
  if (assigned.global && !same_everywhere)
    return fail(node, fmt::format("the global variable {} would differ between positions", name));
  if (index.varies()) return assign_each(node, assigned, index, value);
  const size_t at = to_index(index.number);
  if (at == kNoIndex) return fail(node, fmt::format("{} is no index", number_text(index.number)));
  if (at >= assigned.numbers.size()) keep(node, at + 1 - assigned.numbers.size());
  if (failed()) return;
  if (active_.all()) return assign_everywhere(node, assigned, at, value);
  assign_here(node, assigned, at, value);
}

void Evaluator::assign_everywhere(const Node& node, Array& array, size_t index, const Column& value) {
  const bool varied = array.varying.find(index) != array.varying.end();
  array.set(index, value.number, value.text);
  if (varied) kept_ -= positions_;
  if (!value.varies()) return;
  keep(node, positions_);
  if (!failed()) array.varying[index] = value;
}

void Evaluator::assign_here(const Node& node, Array& array, size_t index, const Column& value) {
  Column element = array.element(index);
  if (!element.varies()) keep(node, positions_);
  if (failed()) return;
  element.spread(positions_);
  for (size_t i = 0; i < positions_; ++i)
    if (active_.has(i)) element.set(i, value.number_at(i), value.text_at(i));
  spend(node, positions_);
  array.set(index, 0, TextId());  // so that it is there
  array.varying[index] = std::move(element);
}

/// Each position assigns an element of its own.
void Evaluator::assign_each(const Node& node, Array& array, const Column& index, const Column& value) {
  for (size_t i = 0; i < positions_ && !failed(); ++i) {
    if (!active_.has(i)) continue;
    const size_t at = to_index(index.numbers[i]);
    if (at == kNoIndex) return fail(node, fmt::format("{} is no index", number_text(index.numbers[i])));
    if (at >= array.numbers.size()) keep(node, at + 1 - array.numbers.size());
    if (array.varying.find(at) == array.varying.end()) {
      keep(node, positions_);
      spend(node, positions_);
      if (failed()) return;
      Column element = array.element(at);
      element.spread(positions_);
      array.set(at, 0, TextId());
      array.varying[at] = std::move(element);
    }
    array.varying[at].set(i, value.number_at(i), value.text_at(i));
  }
}

}  // namespace latecomer::cubepl
