// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <re2/re2.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "cubepl/lexer.h"
#include "cubepl/program.h"

namespace latecomer::cubepl {

enum class Operation : uint8_t {
  // expressions
  number,    // `number`
  text,      // `operand` in `texts`
  variable,  // `operand` in `names`; an index, or none for 0
  size_of,   // `operand` in `names`
  defined,   // `operand` in `names`
  metric,    // `operand` in `metrics`; numbers of call path and system resource, if its scope has them
  process_variable,  // `operand` in `process_variables`
  block,             // statements, and the expression that is returned
  matches,           // `operand` in `patterns`
  negate,
  logical_not,
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  greater,
  not_less,
  not_greater,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_xor,
  same_text,
  same_text_in_any_case,
  lowercase,
  uppercase,
  absolute,
  square_root,
  sine,
  arc_sine,
  cosine,
  arc_cosine,
  tangent,
  arc_tangent,
  exponential,
  logarithm,
  sign,
  positive,
  negative,
  floor,
  ceiling,
  minimum,
  maximum,
  // statements
  assign,      // `operand` in `names`; a value, and an index or none for 0
  if_else,     // condition and statements, condition and statements, ..., statements for else
  while_loop,  // condition and statements
  sequence,    // statements
  set_metric,  // `operand` in `settings`
};

struct NodeId : Id<NodeId> {
  using Id::Id;
};

struct Node {
  Operation operation = Operation::number;
  Place place;
  uint32_t operand = 0;
  double number = 0;
  std::vector<NodeId> children;
};

struct MetricSetting {
  std::string metric;
  std::string property;
  std::string value;
};

/// A program as it was read: a tree of operations, and what they name.
struct Syntax {
  std::string what;
  std::vector<Node> nodes;
  NodeId root;

  std::vector<std::string> texts;
  std::vector<std::string> names;
  std::vector<std::string> globals;
  std::vector<std::string> process_variables;
  std::deque<RE2> patterns;  // which cannot be moved
  std::vector<MetricReference> metrics;
  std::vector<MetricDefinition> definitions;
  std::vector<MetricSetting> settings;

  const Node& operator[](NodeId id) const { return nodes[id.index()]; }
};

/// "<what>: <message> at 3:5", in one line.
Error error_at(const std::string& what, Place place, std::string_view message);

}  // namespace latecomer::cubepl
