// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The statements of CubePL, which are in blocks.

#include <fmt/format.h>

#include "cubepl/operators.h"
#include "cubepl/parser.h"

namespace latecomer::cubepl {
namespace {

constexpr std::string_view kSetting = "cube::metric::set::";
constexpr std::string_view kPostderived = "cube::metric::postderived::";
constexpr std::string_view kPrederived = "cube::metric::prederived::";

}  // namespace

/// What follows a {: statements, and what is returned. Without that, the block is 0.
Result<NodeId> Parser::parse_block() {
  const Place place = token_.place;
  TRY(Children children, parse_statements());
  if (token_.is_word("return")) {
    advance();
    TRY(const NodeId returned, parse_expression(kAnyPrecedence));
    children.push_back(returned);
    TRY_STATUS(expect(";"));
  } else {
    TRY(const NodeId zero, add(place, Operation::number));
    children.push_back(zero);
  }
  TRY_STATUS(expect("}"));
  return add(place, Operation::block, std::move(children));
}

Result<Parser::Children> Parser::parse_statements() {
  if (depth_ == kDeepest) return error(token_.place, "too much within one another");
  ++depth_;
  Children statements;
  while (!token_.is("}") && !token_.is_word("return")) {
    TRY(const std::optional<NodeId> statement, parse_statement());
    if (statement) statements.push_back(*statement);
    TRY_STATUS(expect(";"));
  }
  --depth_;
  return statements;
}

/// None for what declares, which does nothing when the program runs.
Result<std::optional<NodeId>> Parser::parse_statement() {
  const Token token = token_;
  const auto done = [](Result<NodeId> statement) -> Result<std::optional<NodeId>> {
    if (!statement) return statement.error();
    return std::optional(statement.value());
  };
  if (token.kind == Token::Kind::variable) return done(parse_assignment());
  if (token.kind != Token::Kind::word) return expected("a statement");
  const std::string_view word = token.text;
  if (word == "if" || word == "while") {
    advance();
    return done(word == "if" ? parse_if(token.place) : parse_while(token.place));
  }
  if (word == "global" || word == "local") {
    advance();
    TRY(std::string name, parse_name());
    if (word == "global") syntax_.globals.push_back(std::move(name));
    return std::optional<NodeId>();
  }
  if (word.starts_with(kSetting)) {
    advance();
    return done(parse_setting(token.place, std::string(word.substr(kSetting.size()))));
  }
  for (const std::string_view prefix : {kPostderived, kPrederived}) {
    if (!word.starts_with(prefix)) continue;
    advance();
    TRY_STATUS(parse_definition(std::string(word.substr(prefix.size())), prefix == kPrederived));
    return std::optional<NodeId>();
  }
  TRY_STATUS(check_supported());
  return expected("a statement");
}

Result<NodeId> Parser::parse_assignment() {
  const Token variable = token_;
  if (variable.text.starts_with("cube::") || variable.text.starts_with("calculation::"))
    return error(variable.place, fmt::format("${{{}}} cannot be assigned", variable.text));
  advance();
  TRY(Children index, parse_index());
  TRY_STATUS(expect("="));
  TRY(const NodeId value, parse_expression(kAnyPrecedence));
  index.insert(index.begin(), value);
  return add(variable.place, Operation::assign, std::move(index), name_number(variable.text));
}

Result<NodeId> Parser::parse_if(Place place) {
  Children children;
  bool more = true;
  while (more) {
    TRY_STATUS(expect("("));
    TRY(const NodeId condition, parse_expression(kAnyPrecedence));
    TRY_STATUS(expect(")"));
    TRY(const NodeId statements, parse_enclosed_statements());
    children.push_back(condition);
    children.push_back(statements);
    more = token_.is_word("elseif");
    if (more) advance();
  }
  if (token_.is_word("else")) {
    advance();
    TRY(const NodeId statements, parse_enclosed_statements());
    children.push_back(statements);
  }
  return add(place, Operation::if_else, std::move(children));
}

Result<NodeId> Parser::parse_while(Place place) {
  TRY_STATUS(expect("("));
  TRY(const NodeId condition, parse_expression(kAnyPrecedence));
  TRY_STATUS(expect(")"));
  TRY(const NodeId statements, parse_enclosed_statements());
  return add(place, Operation::while_loop, {condition, statements});
}

Result<NodeId> Parser::parse_enclosed_statements() {
  const Place place = token_.place;
  TRY_STATUS(expect("{"));
  TRY(Children statements, parse_statements());
  if (token_.is_word("return")) return error(token_.place, "return is not supported within if and while");
  TRY_STATUS(expect("}"));
  return add(place, Operation::sequence, std::move(statements));
}

Result<NodeId> Parser::parse_setting(Place place, const std::string& metric) {
  MetricSetting setting{.metric = metric};
  TRY_STATUS(expect("("));
  TRY(setting.property, parse_quoted());
  TRY_STATUS(expect(","));
  TRY(setting.value, parse_quoted());
  TRY_STATUS(expect(")"));
  syntax_.settings.push_back(std::move(setting));
  return add(place, Operation::set_metric, {}, static_cast<uint32_t>(syntax_.settings.size() - 1));
}

/// What follows the name: for a prederived metric whether it is inclusive, and the expression between << and
/// >>.
Status Parser::parse_definition(const std::string& metric, bool prederived) {
  MetricDefinition definition{.metric = metric, .kind = MetricDefinition::Kind::postderived};
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
  const Place place = token_.place;
  const std::optional<std::string> expression = lexer_.up_to(">>");
  if (!expression) return error(place, "a << without >>");
  definition.expression = *expression;
  syntax_.definitions.push_back(std::move(definition));
  advance();
  return {};
}

}  // namespace latecomer::cubepl
