// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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
  Column evaluate_both(const Node& node);
  Column evaluate_and_or(const Node& node);
  Column evaluate_block(const Node& node);
  Column evaluate_metric(const Node& node);
  Column evaluate_variable(const Node& node);
  Column evaluate_size(const Node& node);
  Column evaluate_defined(const Node& node);
  Column evaluate_match(const Node& node);
  Column evaluate_letters(const Node& node);
  Column compare_texts(const Node& node, Column left, const Column& right);

  void execute(NodeId id);
  void execute_if(const Node& node);
  void execute_while(const Node& node);
  void execute_assignment(const Node& node);
  void assign_everywhere(const Node& node, Array& array, size_t index, const Column& value);
  void assign_here(const Node& node, Array& array, size_t index, const Column& value);
  void assign_each(const Node& node, Array& array, const Column& index, const Column& value);

  Array& array(uint32_t name);
  Array* find_array(const std::string& name);
  Array made_of(const PredefinedVariable& variable);
  Column gather(const Array& array, const Column& index) const;
  double matches(const Node& node, TextId id, double number);
  std::string_view text(TextId id, double number, std::string& written) const;
  TextId new_text(const Node& node, std::string_view text);
  std::vector<double> at_all(const Column& column) const;

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
  Mask active_;                 // positions at which statements are executed
  std::vector<TextId> texts_;   // of the program's texts
  std::vector<Array*> arrays_;  // of the program's names, once they were used
  std::map<std::string, Array> locals_;
  std::map<std::string, Array> calculation_;  // what the environment predefines for this evaluation
  std::vector<std::optional<Column>> metrics_;
  std::vector<std::vector<int8_t>> matches_;  // for each pattern and text: unknown (0), yes (1), no (-1)
  uint64_t steps_ = 0;
  size_t kept_ = 0;
};

}  // namespace latecomer::cubepl
