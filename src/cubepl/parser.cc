// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace latecomer::cubepl {
namespace {

constexpr size_t kMostNodes = 200'000;
constexpr size_t kLongestQuote = 40;  // in an error
// Of all regular expressions of a program together, since RE2 needs up to 15 KB for each character while it
// compiles one, and afterwards up to kPatternMemory for each.
constexpr size_t kLongestPatterns = 20'000;
constexpr int64_t kPatternMemory = 1 << 19;

// Of the language, and refused by name.
constexpr std::string_view kUnsupported[] = {
    "metric::set::",        "metric::get::",        "cube::metric::get::",
    "cube::init::metric::", "cube::metric::plus::", "cube::metric::minus::"};

bool accept_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

Parser::Parser(std::string_view text, const std::string& what) : lexer_(text), token_(lexer_.next()) {
  syntax_.what = what;
}

/// Parses the program; an empty one is 0.
Result<Syntax> Parser::parse() {
  const bool empty = token_.kind == Token::Kind::end;
  TRY(syntax_.root, empty ? add_number(token_.place) : parse_expression());
  if (token_.kind != Token::Kind::end) return expected("the end");
  return std::move(syntax_);
}

Result<NodeId> Parser::parse_expression(int lowest_precedence) {
  if (depth_ == kDeepest) return error(token_.place, "too much within one another");
  ++depth_;
  TRY(NodeId left, parse_operand());
  while (token_.kind == Token::Kind::symbol || token_.kind == Token::Kind::word) {
    const Function* function = find_function(token_.text);
    if (function == nullptr || function->precedence < lowest_precedence) break;
    if (function->operation == Operation::matches) {
      TRY(left, parse_match(left));
      continue;
    }
    const Place place = take().place;
    TRY(const NodeId right, parse_expression(function->precedence + 1));
    TRY(left, add_function(place, *function, {left, right}));
  }
  --depth_;
  return left;
}

Result<NodeId> Parser::parse_operand() {
  const Place place = token_.place;
  if (token_.kind == Token::Kind::number) return parse_number();
  if (token_.kind == Token::Kind::variable) return parse_variable();
  if (token_.kind == Token::Kind::word) return parse_word();
  if (token_.kind == Token::Kind::text)
    return add({Operation::text, place, {}, append(syntax_.texts, take().text)});
  if (token_.is("(")) return parse_in_parentheses();
  if (token_.is("{")) return parse_block();
  if (accept("-")) {
    // -1 * x. -2^2 is -(2^2), and 2^-3*4 is 2^-(3*4).
    TRY(const NodeId factor, add_number(place, -1));
    TRY(const NodeId operand, parse_expression(kProductPrecedence));
    return add_function(place, *find_function("*"), {factor, operand});
  }
  if (accept("|")) {
    TRY(const NodeId inner, parse_expression());
    TRY_STATUS(expect("|"));
    return add_function(place, *find_function("abs"), {inner});
  }
  return expected("an expression");
}

Result<NodeId> Parser::parse_in_parentheses() {
  TRY_STATUS(expect("("));
  TRY(const NodeId inner, parse_expression());
  TRY_STATUS(expect(")"));
  return inner;
}

Result<NodeId> Parser::parse_number() {
  const Token token = take();
  double number = 0;
  const char* end = token.text.data() + token.text.size();
  if (std::from_chars(token.text.data(), end, number).ptr != end)
    return error(token.place, fmt::format("{} is no number", token.text));
  return add_number(token.place, number);
}

Result<NodeId> Parser::parse_variable() {
  const Token token = take();
  TRY(Nodes index, parse_index());
  return add({Operation::variable, token.place, std::move(index), append(syntax_.names, token.text)});
}

/// Parses what follows a variable: an index in brackets, or nothing.
Result<Parser::Nodes> Parser::parse_index() {
  if (!accept("[")) return Nodes{};
  TRY(const NodeId index, parse_expression());
  TRY_STATUS(expect("]"));
  return Nodes{index};
}

Result<NodeId> Parser::parse_word() {
  TRY_STATUS(check_supported());
  const std::string& word = token_.text;
  if (token_.begins_with("metric::")) return parse_metric();
  if (word == "true") return add_number(take().place, 1);
  if (word == "false") return add_number(take().place);
  if (word == "arg1" || word == "arg2")
    return add({Operation::variable, token_.place, {}, append(syntax_.names, take().text)});
  if (word == "sizeof") return parse_named(Operation::size);
  if (word == "defined") return parse_named(Operation::defined);
  if (word == "env") return parse_process_variable();
  return parse_function();
}

/// Refuses what the language has and we do not.
Status Parser::check_supported() const {
  if (token_.is_word("random")) return error(token_.place, "random is not supported");
  for (const std::string_view prefix : kUnsupported)
    if (token_.begins_with(prefix))
      return error(token_.place, fmt::format("{} is not supported", prefix.substr(0, prefix.size() - 2)));
  return {};
}

Result<NodeId> Parser::parse_function() {
  const Token token = take();
  const Function* function = find_function(token.text);
  if (function == nullptr || function->precedence > 0)
    return error(token.place, fmt::format("{} is no function", token.text));
  TRY_STATUS(expect("("));
  Nodes operands;
  for (int i = 0; i < function->operands; ++i) {
    if (i > 0) TRY_STATUS(expect(","));
    TRY(const NodeId operand, parse_expression());
    operands.push_back(operand);
  }
  TRY_STATUS(expect(")"));
  return add_function(token.place, *function, std::move(operands));
}

/// Parses what follows =~, which is the token.
Result<NodeId> Parser::parse_match(NodeId text) {
  const Place place = token_.place;
  const std::optional<std::string> expression = lexer_.regular_expression();
  if (!expression) return error(place, "no regular expression between / and / after =~");
  pattern_length_ += expression->size();
  if (pattern_length_ > kLongestPatterns) return error(place, "too long regular expressions");
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kPatternMemory);
  const RE2& pattern = syntax_.patterns.emplace_back(*expression, options);
  if (!pattern.ok())
    return error(place,
                 fmt::format("unusable regular expression: {}", pattern.error().substr(0, kLongestQuote)));
  take();
  return add({Operation::matches, place, {text}, syntax_.patterns.size() - 1});
}

Result<NodeId> Parser::parse_named(Operation operation) {
  const Place place = take().place;
  TRY(std::string name, parse_name());
  return add({operation, place, {}, append(syntax_.names, std::move(name))});
}

/// Parses a name in parentheses, of which the token is the first: it is split otherwise than expressions are.
Result<std::string> Parser::parse_name() {
  if (!token_.is("(")) return expected("(");
  const std::optional<std::string> name = lexer_.variable_name();
  take();
  if (!name) return expected("a name");
  TRY_STATUS(expect(")"));
  return *name;
}

Result<std::string> Parser::parse_quoted() {
  if (token_.kind != Token::Kind::text) return expected("a text in quotes");
  return take().text;
}

Result<NodeId> Parser::parse_process_variable() {
  const Place place = take().place;
  TRY_STATUS(expect("("));
  TRY(const std::string name, parse_quoted());
  TRY_STATUS(expect(")"));
  syntax_.process_variables.insert(name);
  return add({Operation::process_variable, place, {}, append(syntax_.texts, name)});
}

Result<NodeId> Parser::parse_metric() {
  const Token token = take();
  std::string_view name = token.text;
  accept_prefix(name, "metric::");
  accept_prefix(name, "context::");
  MetricReference reference;
  if (accept_prefix(name, "call::"))
    reference.scope = Scope::call_path;
  else if (accept_prefix(name, "fixed::"))
    reference.scope = Scope::fixed;
  reference.metric = name;
  Nodes numbers;
  TRY_STATUS(expect("("));
  TRY_STATUS(reference.scope == Scope::call_path ? parse_numbers_and_flavours(reference, numbers)
                                                 : parse_flavours(reference));
  TRY_STATUS(expect(")"));
  const auto [entry, is_new] = metrics_.try_emplace(reference, syntax_.metrics.size());
  if (is_new) syntax_.metrics.push_back(reference);
  return add({Operation::metric, token.place, std::move(numbers), entry->second});
}

/// Parses no flavour, or one, or two.
Status Parser::parse_flavours(MetricReference& reference) {
  if (token_.is(")")) return {};
  TRY(reference.call_path, parse_flavour());
  if (reference.scope == Scope::fixed) reference.scope = Scope::fixed_call_path;
  if (!accept(",")) return {};
  TRY(reference.system, parse_flavour());
  reference.scope = Scope::position;
  return {};
}

Status Parser::parse_numbers_and_flavours(MetricReference& reference, Nodes& numbers) {
  TRY(const NodeId call_path, parse_expression());
  numbers.push_back(call_path);
  TRY_STATUS(expect(","));
  TRY(reference.call_path, parse_flavour());
  if (!accept(",")) return {};
  TRY(const NodeId resource, parse_expression());
  numbers.push_back(resource);
  TRY_STATUS(expect(","));
  TRY(reference.system, parse_flavour());
  reference.scope = Scope::call_path_and_resource;
  return {};
}

Result<Flavour> Parser::parse_flavour() {
  if (accept("*")) return Flavour::as_calculated;
  if (!token_.is_word("i") && !token_.is_word("e")) return expected("i, e or *");
  return take().text == "i" ? Flavour::inclusive : Flavour::exclusive;
}

Token Parser::take() {
  return std::exchange(token_, lexer_.next());
}

bool Parser::accept(std::string_view symbol) {
  if (!token_.is(symbol)) return false;
  take();
  return true;
}

Status Parser::expect(std::string_view symbol) {
  if (!accept(symbol)) return expected(symbol);
  return {};
}

Result<NodeId> Parser::add(Node node) {
  if (syntax_.nodes.size() == kMostNodes) return error(node.place, "the expression has too many operations");
  for (const NodeId child : node.children) node.height = std::max(node.height, syntax_[child].height + 1);
  if (node.height > kDeepest) return error(node.place, "too much within one another");
  syntax_.nodes.push_back(std::move(node));
  return NodeId(syntax_.nodes.size() - 1);
}

Result<NodeId> Parser::add_number(Place place, double number) {
  return add({.operation = Operation::number, .place = place, .number = number});
}

Result<NodeId> Parser::add_function(Place place, const Function& function, Nodes operands) {
  return add({.operation = function.operation,
              .place = place,
              .children = std::move(operands),
              .function = &function});
}

Error Parser::expected(std::string_view what) const {
  const std::string found =
      token_.kind == Token::Kind::end ? "the end" : fmt::format("'{}'", token_.text.substr(0, kLongestQuote));
  return error(token_.place, fmt::format("{} expected, found {}", what, found));
}

}  // namespace latecomer::cubepl
