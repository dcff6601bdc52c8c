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
  kNumber,    // `number`
  kText,      // `operand` in `texts`
  kVariable,  // `operand` in `names`; an index, or none for 0
  kSizeOf,    // `operand` in `names`
  kDefined,   // `operand` in `names`
  kMetric,    // `operand` in `metrics`; numbers of call path and system resource, if its scope has them
  kProcessVariable,  // `operand` in `process_variables`
  kBlock,            // statements, and the expression that is returned
  kMatches,          // `operand` in `patterns`
  kNegate,
  kNot,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kLess,
  kGreater,
  kNotLess,
  kNotGreater,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  kXor,
  kSameText,
  kSameTextInAnyCase,
  kLowercase,
  kUppercase,
  kAbsolute,
  kSquareRoot,
  kSine,
  kArcSine,
  kCosine,
  kArcCosine,
  kTangent,
  kArcTangent,
  kExponential,
  kLogarithm,
  kSign,
  kPositive,
  kNegative,
  kFloor,
  kCeiling,
  kMinimum,
  kMaximum,
  // statements
  kAssign,     // `operand` in `names`; a value, and an index or none for 0
  kIf,         // condition and statements, condition and statements, ..., statements for else
  kWhile,      // condition and statements
  kSequence,   // statements
  kSetMetric,  // `operand` in `settings`
};

struct NodeId : Id<NodeId> {
  using Id::Id;
};

struct Node {
  Operation operation = Operation::kNumber;
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
