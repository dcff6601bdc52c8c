// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <re2/re2.h>

#include <cstdint>
#include <deque>
#include <set>
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
  number,            // `number`
  text,              // `entry` of `texts`
  variable,          // `entry` of `names`; an index, or none for 0
  size,              // `entry` of `names`
  defined,           // `entry` of `names`
  metric,            // `entry` of `metrics`; numbers of call path and system resource, if its scope has them
  process_variable,  // `entry` of `texts`
  block,             // statements, and the expression that is returned
  calculate,         // `function` of one operand or two
  both,              // the same of two, of which the second is evaluated where the first one holds
  either,            // and where it does not
  matches,           // `entry` of `patterns`; a text
  same_text,
  same_text_in_any_case,
  lowercase,
  uppercase,
  // statements
  assign,      // `entry` of `names`; a value, and an index or none for 0
  if_else,     // condition and statements, condition and statements, ..., statements for else
  while_loop,  // condition and statements
  sequence,    // statements
  set_metric,  // `entry` of `settings`
};

struct NodeId : Id<NodeId> {
  using Id::Id;
};

struct Function;

struct Node {
  Operation operation = Operation::number;
  Place place;
  std::vector<NodeId> children = {};
  size_t entry = 0;
  double number = 0;
  const Function* function = nullptr;
  uint32_t height = 0;  // above the lowest node below it
};

struct MetricSetting {
  std::string metric;
  std::string property;
  std::string value;
};

/// Is a program as it was read: a tree of operations, and what they name.
struct Syntax {
  std::string what;
  std::vector<Node> nodes;
  NodeId root;

  std::vector<std::string> texts;
  std::vector<std::string> names;
  std::vector<std::string> globals;
  std::set<std::string> process_variables;
  std::deque<RE2> patterns;  // which cannot be moved
  std::vector<MetricReference> metrics;
  std::vector<MetricDefinition> definitions;
  std::vector<MetricSetting> settings;

  const Node& operator[](NodeId id) const { return nodes[id.index()]; }
};

/// Returns the error "<what>: <message> at 3:5", in one line.
Error error_at(const std::string& what, Place place, std::string_view message);

}  // namespace latecomer::cubepl
