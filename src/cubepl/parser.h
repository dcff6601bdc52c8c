// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cubepl/functions.h"
#include "cubepl/lexer.h"
#include "cubepl/syntax.h"

namespace latecomer::cubepl {

/// Reads a program by recursive descent, binary operators by their precedence. Each function reads one
/// construct, from its first token on.
class Parser {
 public:
  Parser(std::string_view text, const std::string& what);

  Result<Syntax> parse();

 private:
  using Nodes = std::vector<NodeId>;
  static constexpr uint32_t kDeepest = 500;

  Result<NodeId> parse_expression(int lowest_precedence = kLowestPrecedence);
  Result<NodeId> parse_operand();
  Result<NodeId> parse_in_parentheses();
  Result<NodeId> parse_number();
  Result<NodeId> parse_variable();
  Result<NodeId> parse_word();
  Result<NodeId> parse_function();
  Result<NodeId> parse_match(NodeId text);
  Result<NodeId> parse_named(Operation operation);
  Result<NodeId> parse_process_variable();
  Result<NodeId> parse_metric();
  Status parse_flavours(MetricReference& reference);
  Status parse_numbers_and_flavours(MetricReference& reference, Nodes& numbers);
  Result<Flavour> parse_flavour();
  Result<Nodes> parse_index();

  Result<NodeId> parse_block();
  Result<NodeId> parse_sequence();
  Result<Nodes> parse_statements();
  Result<NodeId> parse_statement();
  Result<NodeId> parse_assignment();
  Result<NodeId> parse_declaration();
  Result<NodeId> parse_if();
  Result<NodeId> parse_while();
  Result<NodeId> parse_setting();
  Result<NodeId> parse_definition();

  Result<std::string> parse_name();
  Result<std::string> parse_quoted();
  Status check_supported() const;

  Token take();
  bool accept(std::string_view symbol);
  Status expect(std::string_view symbol);
  Result<NodeId> add(Node node);
  Result<NodeId> add_number(Place place, double number = 0);
  Result<NodeId> add_function(Place place, const Function& function, Nodes operands);
  /// Puts an entry at the end of a list. Returns its position.
  template <class T>
  static size_t append(std::vector<T>& list, T entry) {
    list.push_back(std::move(entry));
    return list.size() - 1;
  }
  Error expected(std::string_view what) const;
  Error error(Place place, std::string_view message) const { return error_at(syntax_.what, place, message); }

  Lexer lexer_;
  Token token_;
  Syntax syntax_;
  std::map<MetricReference, size_t> metrics_;  // which entry of `syntax_.metrics` each is
  uint32_t depth_ = 0;
  size_t pattern_length_ = 0;  // of all regular expressions together
};

}  // namespace latecomer::cubepl
