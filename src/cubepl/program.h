// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace latecomer::cubepl {

/// Says how values of a tree's nodes are meant: with what is below them or without.
enum class Flavour { as_calculated, inclusive, exclusive };

/// Says whose values a reference to a metric means.
enum class Scope {
  position,                // metric::name(...): call path and system resource of the position
  fixed_call_path,         // metric::fixed::name(e): the position's call path, all locations together
  fixed,                   // metric::fixed::name(): all call paths on all locations together
  call_path,               // metric::call::name(id, e): the call path with a number, all locations together
  call_path_and_resource,  // metric::call::name(id, e, sysid, i): and the system resource with a number
};

/// Refers to a metric in an expression.
struct MetricReference {
  std::string metric;
  Scope scope = Scope::position;
  Flavour call_path = Flavour::as_calculated;
  Flavour system = Flavour::as_calculated;

  friend auto operator<=>(const MetricReference&, const MetricReference&) = default;
};

/// Is a metric that an expression defines, to refer to it: Cube calls it a ghost metric.
struct MetricDefinition {
  enum class Kind { postderived, prederived_inclusive, prederived_exclusive };

  std::string metric;
  Kind kind;
  std::string expression;
};

struct Syntax;

/// Holds an expression of CubePL that was parsed.
class Program {
 public:
  explicit Program(std::shared_ptr<const Syntax> syntax) : syntax_(std::move(syntax)) {}

  /// Returns the metrics that the expression refers to, each once.
  const std::vector<MetricReference>& metrics() const;
  const std::vector<MetricDefinition>& definitions() const;
  /// Returns which of the process's environment variables it reads.
  const std::set<std::string>& process_variables() const;

  const Syntax& syntax() const { return *syntax_; }

 private:
  std::shared_ptr<const Syntax> syntax_;
};

/// Parses an expression; `what` is named in errors, which say where in the text they are.
Result<Program> parse(std::string_view text, const std::string& what);

}  // namespace latecomer::cubepl
