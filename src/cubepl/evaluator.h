// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cubepl/column.h"
#include "cubepl/environment.h"
#include "cubepl/mask.h"
#include "cubepl/syntax.h"
#include "cubepl/variables.h"

namespace latecomer::cubepl {

/// Runs a program once, for all positions of an environment. The first error is kept, and everything is 0
/// from there on.
class Evaluator {
 public:
  Evaluator(const Syntax& syntax, Environment& environment, Variables& variables, const Limits& limits);

  Result<std::vector<double>> run();

 private:
  Column evaluate(NodeId id);
  Column evaluate_operation(const Node& node);
  Column evaluate_operands(const Node& node);
  Column evaluate_block(const Node& node);
  Column evaluate_metric(const Node& node);
  Column evaluate_variable(const Node& node);
  Column evaluate_index(const Node& node, size_t child);
  bool is_defined(const Node& node);
  Column compare_texts(const Node& node, const Column& left, const Column& right) const;
  Column change_letters(const Node& node, const Column& texts);

  void execute(NodeId id);
  void execute_if(const Node& node);
  void execute_while(const Node& node);
  void execute_assignment(const Node& node);
  void assign_somewhere(const Node& node, Array& array, const Column& index, const Column& value);
  std::optional<size_t> make_element(const Node& node, Array& array, double number);
  Column* make_varying(const Node& node, Array& array, double number);

  Array& array(const Node& node);
  Array* find_array(const std::string& name);
  Array made_of(const PredefinedVariable& variable);
  bool matches(const Node& node, Value value);
  bool is_found(const Node& node, const std::string& text);
  Value new_text(const Node& node, std::string_view text);
  std::vector<double> at_all(const Column& column) const;
  template <class Function, class... Columns>
  Column map_values(Function function, const Columns&... columns) const;

  bool failed() const { return !status_; }
  void fail(const Node& node, std::string_view message);
  void spend(const Node& node, size_t steps);
  void keep(const Node& node, size_t values);

  const Syntax& syntax_;
  Environment& environment_;
  Variables& variables_;
  const Limits limits_;
  const size_t positions_;

  Status status_;
  Mask active_;                          // positions at which statements are executed
  std::vector<const Text*> texts_;       // the program's
  std::vector<Array*> arrays_;           // of the program's names, once they were used
  std::map<std::string, Array> locals_;  // and what the environment predefines for this evaluation
  std::vector<std::optional<Column>> metrics_;
  std::vector<std::unordered_map<const Text*, bool>> matches_;  // what each pattern says of texts
  uint64_t steps_ = 0;
  size_t kept_ = 0;
};

}  // namespace latecomer::cubepl
