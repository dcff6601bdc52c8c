// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cubepl/lexer.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

/// Reads a program by recursive descent, binary operators by their precedence.
class Parser {
 public:
  Parser(std::string_view text, const std::string& what);

  Result<Syntax> parse();

 private:
  using Children = std::vector<NodeId>;
  static constexpr uint32_t kDeepest = 500;

  Result<NodeId> parse_expression(int least_precedence);
  Result<NodeId> parse_operand();
  Result<NodeId> parse_variable();
  Result<NodeId> parse_word();
  Result<NodeId> parse_number();
  Result<NodeId> parse_match(Place place, NodeId value);
  Result<NodeId> parse_function(Place place, const std::string& name);
  Result<NodeId> parse_named(Place place, Operation operation);
  Result<NodeId> parse_process_variable(Place place);
  Result<NodeId> parse_metric(Place place, std::string_view name);
  Result<NodeId> parse_call(Place place, MetricReference reference);
  Result<Flavour> parse_flavour();
  Status parse_flavours(MetricReference& reference);
  Result<NodeId> parse_block();
  Result<Children> parse_index();

  Result<Children> parse_statements();
  Result<std::optional<NodeId>> parse_statement();
  Result<NodeId> parse_assignment();
  Result<NodeId> parse_if(Place place);
  Result<NodeId> parse_while(Place place);
  Result<NodeId> parse_enclosed_statements();
  Result<NodeId> parse_setting(Place place, const std::string& metric);
  Status parse_definition(const std::string& metric, bool prederived);
  Result<std::string> parse_name();
  Result<std::string> parse_quoted();

  Result<NodeId> add(Place place, Operation operation, Children children = {}, uint32_t operand = 0,
                     double number = 0);
  void advance() { token_ = lexer_.next(); }
  /// The position of a name in a list, at whose end it is put if it is not there.
  template <class T>
  uint32_t number_of(const T& name, std::map<T, uint32_t>& numbers, std::vector<T>& list);
  uint32_t name_number(const std::string& name);
  Status check_supported() const;
  bool accept(std::string_view symbol);
  Status expect(std::string_view symbol);
  Error expected(std::string_view what) const;
  Error error(Place place, std::string_view message) const { return error_at(syntax_.what, place, message); }

  Lexer lexer_;
  Token token_;
  Syntax syntax_;
  std::map<std::string, uint32_t> texts_;
  std::map<std::string, uint32_t> names_;
  std::map<std::string, uint32_t> process_variables_;
  std::map<MetricReference, uint32_t> metrics_;
  std::vector<uint32_t> heights_;  // of each node, above its lowest child
  uint32_t depth_ = 0;
  size_t pattern_length_ = 0;  // of all together
};

}  // namespace latecomer::cubepl
