// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The statements of CubePL, which are in blocks.

#include "cubepl/parser.h"

namespace latecomer::cubepl {
namespace {

constexpr std::string_view kSetting = "cube::metric::set::";
constexpr std::string_view kPostderived = "cube::metric::postderived::";
constexpr std::string_view kPrederived = "cube::metric::prederived::";

}  // namespace

/// Parses statements in braces, and what is returned. Without that, the block is 0.
Result<NodeId> Parser::parse_block() {
  const Place place = take().place;
  TRY(Nodes children, parse_statements());
  const bool returns = token_.is_word("return");
  if (returns) take();
  TRY(const NodeId returned, returns ? parse_expression() : add_number(place));
  children.push_back(returned);
  if (returns) TRY_STATUS(expect(";"));
  TRY_STATUS(expect("}"));
  return add({Operation::block, place, std::move(children)});
}

/// Parses statements in braces.
Result<NodeId> Parser::parse_sequence() {
  const Place place = token_.place;
  TRY_STATUS(expect("{"));
  TRY(Nodes statements, parse_statements());
  if (token_.is_word("return")) return error(token_.place, "return is not supported within if and while");
  TRY_STATUS(expect("}"));
  return add({Operation::sequence, place, std::move(statements)});
}

Result<Parser::Nodes> Parser::parse_statements() {
  if (depth_ == kDeepest) return error(token_.place, "too much within one another");
  ++depth_;
  Nodes statements;
  while (!token_.is("}") && !token_.is_word("return")) {
    TRY(const NodeId statement, parse_statement());
    statements.push_back(statement);
    TRY_STATUS(expect(";"));
  }
  --depth_;
  return statements;
}

Result<NodeId> Parser::parse_statement() {
  if (token_.kind == Token::Kind::variable) return parse_assignment();
  if (token_.is_word("if")) return parse_if();
  if (token_.is_word("while")) return parse_while();
  if (token_.is_word("global") || token_.is_word("local")) return parse_declaration();
  if (token_.begins_with(kSetting)) return parse_setting();
  if (token_.begins_with(kPostderived) || token_.begins_with(kPrederived)) return parse_definition();
  TRY_STATUS(check_supported());
  return expected("a statement");
}

Result<NodeId> Parser::parse_assignment() {
  const Token variable = take();
  if (variable.text.starts_with("cube::") || variable.text.starts_with("calculation::"))
    return error(variable.place, "${" + variable.text + "} cannot be assigned");
  TRY(const Nodes index, parse_index());
  TRY_STATUS(expect("="));
  TRY(const NodeId value, parse_expression());
  Nodes children = {value};
  children.insert(children.end(), index.begin(), index.end());
  return add({Operation::assign, variable.place, std::move(children), append(syntax_.names, variable.text)});
}

/// Parses a declaration, which does nothing when the program runs.
Result<NodeId> Parser::parse_declaration() {
  const Token token = take();
  TRY(std::string name, parse_name());
  if (token.text == "global") syntax_.globals.push_back(std::move(name));
  return add({Operation::sequence, token.place});
}

Result<NodeId> Parser::parse_if() {
  const Place place = token_.place;
  Nodes children;
  do {
    take();
    TRY(const NodeId condition, parse_in_parentheses());
    TRY(const NodeId statements, parse_sequence());
    children.insert(children.end(), {condition, statements});
  } while (token_.is_word("elseif"));
  if (token_.is_word("else")) {
    take();
    TRY(const NodeId statements, parse_sequence());
    children.push_back(statements);
  }
  return add({Operation::if_else, place, std::move(children)});
}

Result<NodeId> Parser::parse_while() {
  const Place place = take().place;
  TRY(const NodeId condition, parse_in_parentheses());
  TRY(const NodeId statements, parse_sequence());
  return add({Operation::while_loop, place, {condition, statements}});
}

Result<NodeId> Parser::parse_setting() {
  const Token token = take();
  MetricSetting setting{.metric = token.text.substr(kSetting.size())};
  TRY_STATUS(expect("("));
  TRY(setting.property, parse_quoted());
  TRY_STATUS(expect(","));
  TRY(setting.value, parse_quoted());
  TRY_STATUS(expect(")"));
  return add({Operation::set_metric, token.place, {}, append(syntax_.settings, std::move(setting))});
}

/// Parses the definition of a metric, which does nothing when the program runs: its name, for a prederived
/// one whether it is inclusive, and the expression between << and >>.
Result<NodeId> Parser::parse_definition() {
  const Token token = take();
  const bool prederived = token.begins_with(kPrederived);
  MetricDefinition definition{.metric = token.text.substr((prederived ? kPrederived : kPostderived).size()),
                              .kind = MetricDefinition::Kind::postderived};
  if (prederived) {
    TRY_STATUS(expect("("));
    const Place place = token_.place;
    TRY(const Flavour flavour, parse_flavour());
    if (flavour == Flavour::as_calculated) return error(place, "i or e expected");
    TRY_STATUS(expect(")"));
    definition.kind = flavour == Flavour::inclusive ? MetricDefinition::Kind::prederived_inclusive
                                                    : MetricDefinition::Kind::prederived_exclusive;
  }
  if (!token_.is("<<")) return expected("<<");
  const std::optional<std::string> expression = lexer_.up_to(">>");
  if (!expression) return error(token_.place, "a << without >>");
  take();
  definition.expression = *expression;
  syntax_.definitions.push_back(std::move(definition));
  return add({Operation::sequence, token.place});
}

}  // namespace latecomer::cubepl
