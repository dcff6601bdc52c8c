// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Variables, and statements. These are executed for the positions at which conditions around them hold, and
// variables are assigned there only: an element that was the same everywhere then becomes one with a value
// for each position.

#include <fmt/format.h>

#include "base/check.h"
#include "cubepl/evaluator.h"

namespace latecomer::cubepl {
namespace {

constexpr size_t kNoIndex = SIZE_MAX;

/// Cuts an index to an integer, as Cube does. What is no index is behind all arrays.
size_t to_index(double number) {
  constexpr double kTooLarge = 1e18;
  return number > -1 && number < kTooLarge ? static_cast<size_t>(number) : kNoIndex;
}

}  // namespace

/// Returns the array of a node's name, which is a local one unless it is known.
Array& Evaluator::array(const Node& node) {
  Array*& known = arrays_[node.entry];
  if (known == nullptr) known = find_array(syntax_.names[node.entry]);
  return *known;
}

Array* Evaluator::find_array(const std::string& name) {
  for (std::map<std::string, Array>* arrays : {&variables_.globals, &variables_.predefined, &locals_}) {
    const auto found = arrays->find(name);
    if (found != arrays->end()) return &found->second;
  }
  const std::optional<PredefinedVariable> variable = environment_.variable(name);
  if (!variable) return &locals_[name];
  auto& arrays = name.starts_with("cube::") ? variables_.predefined : locals_;
  return &(arrays[name] = made_of(*variable));
}

Array Evaluator::made_of(const PredefinedVariable& variable) {
  Array array{.predefined = true};
  if (const auto* numbers = std::get_if<std::vector<double>>(&variable.values)) {
    array.values.assign(numbers->begin(), numbers->end());
  } else {
    for (const std::string& each : std::get<std::vector<std::string>>(variable.values))
      array.values.push_back(variables_.texts.get(each));
  }
  if (!variable.per_position || positions_ == 1) return array;
  // A single element, of which each position sees its own value.
  CHECK(array.values.size() == positions_);
  Column& column = array.varying[0];
  column.spread(positions_);
  for (size_t i = 0; i < positions_; ++i) column.set(i, array.values[i]);
  array.values.resize(1);
  return array;
}

bool Evaluator::is_defined(const Node& node) {
  const Array& array = this->array(node);
  return array.global || array.predefined || !array.values.empty() ||
         environment_.has_metric(syntax_.names[node.entry]);
}

/// Returns the index that a child is; without that child, 0.
Column Evaluator::evaluate_index(const Node& node, size_t child) {
  return child < node.children.size() ? evaluate(node.children[child]) : Column();
}

Column Evaluator::evaluate_variable(const Node& node) {
  const Column index = evaluate_index(node, 0);
  const Array& array = this->array(node);
  if (!index.varies()) return array.element(to_index(index.same.number));
  Column gathered;
  gathered.spread(positions_);
  for (size_t i = 0; i < positions_; ++i) gathered.set(i, array.at(to_index(index.numbers[i]), i));
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
      const MetricSetting& setting = syntax_.settings[node.entry];
      return environment_.set_metric(setting.metric, setting.property, setting.value);
    }
    default:
      CHECK(!"a statement");
  }
}

void Evaluator::execute_if(const Node& node) {
  const Mask before = active_;
  size_t i = 0;
  for (; i + 1 < node.children.size() && !active_.none(); i += 2) {
    const Column condition = evaluate(node.children[i]);
    const Mask others = active_.where(condition, false);
    active_ = active_.where(condition, true);
    if (!active_.none()) execute(node.children[i + 1]);
    active_ = others;
  }
  if (i < node.children.size() && !active_.none()) execute(node.children[i]);
  active_ = before;
}

void Evaluator::execute_while(const Node& node) {
  const Mask before = active_;
  while (!failed()) {
    active_ = active_.where(evaluate(node.children[0]), true);
    if (active_.none()) break;
    execute(node.children[1]);
  }
  active_ = before;
}

void Evaluator::execute_assignment(const Node& node) {
  Column value = evaluate(node.children[0]);
  const Column index = evaluate_index(node, 1);
  if (failed()) return;
  Array& array = this->array(node);
  const std::string& name = syntax_.names[node.entry];
  if (array.predefined) return fail(node, fmt::format("{} is predefined and cannot be assigned", name));
  const bool everywhere = active_.all() && !index.varies();
  if (array.global && (!everywhere || value.varies()))
    return fail(node, fmt::format("the global variable {} would differ between positions", name));
  if (!everywhere) return assign_somewhere(node, array, index, value);
  const std::optional<size_t> element = make_element(node, array, index.same.number);
  if (!element) return;
  kept_ -= array.varying.erase(*element) * positions_;
  array.values[*element] = value.same;
  if (!value.varies()) return;
  keep(node, positions_);
  if (!failed()) array.varying[*element] = std::move(value);
}

void Evaluator::assign_somewhere(const Node& node, Array& array, const Column& index, const Column& value) {
  spend(node, positions_);
  Column* element = nullptr;
  for (size_t i = 0; i < positions_; ++i) {
    if (!active_.has(i)) continue;
    if (element == nullptr || index.varies()) element = make_varying(node, array, index.at(i).number);
    if (failed()) return;
    element->set(i, value.at(i));
  }
}

/// Returns the index of an element, which is there then; nothing, and an error, if it cannot be.
std::optional<size_t> Evaluator::make_element(const Node& node, Array& array, double number) {
  const size_t index = to_index(number);
  if (index == kNoIndex) {
    fail(node, fmt::format("{} is no index", number_text(number)));
    return std::nullopt;
  }
  if (index >= array.values.size()) {
    keep(node, index + 1 - array.values.size());
    if (failed()) return std::nullopt;
    array.values.resize(index);  // with the number 0, as Cube does
    array.values.push_back(kUnassigned);
  }
  return index;
}

/// Returns an element with a value for each position; null, and an error, if it cannot be.
Column* Evaluator::make_varying(const Node& node, Array& array, double number) {
  const std::optional<size_t> index = make_element(node, array, number);
  if (!index) return nullptr;
  const auto [element, is_new] = array.varying.try_emplace(*index, array.values[*index]);
  if (is_new) {
    keep(node, positions_);
    spend(node, positions_);
    if (!failed()) element->second.spread(positions_);
  }
  return &element->second;
}

}  // namespace latecomer::cubepl
