// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/printable.h"
#include "cubepl/operators.h"
#include "cubepl/program.h"

namespace latecomer::cubepl {
namespace {

constexpr size_t kMostNodes = 200'000;
constexpr size_t kLongestText = 4'000'000;
constexpr size_t kLongestQuote = 40;  // in an error
// Of all regular expressions of a program together, since RE2 needs up to 15 KB for each character while it
// compiles one, and afterwards up to kPatternMemory for each.
constexpr size_t kLongestPatterns = 20'000;
constexpr int64_t kPatternMemory = 1 << 19;

// Of the language, and refused by name.
constexpr std::array<std::string_view, 6> kUnsupported = {"metric::set",        "metric::get",
                                                          "cube::metric::get",  "cube::init::metric",
                                                          "cube::metric::plus", "cube::metric::minus"};

bool accept_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

Error error_at(const std::string& what, Place place, std::string_view message) {
  return Error{printable_line(fmt::format("{}: {} at {}:{}", what, message, place.line, place.column))};
}

Result<Program> parse(std::string_view text, const std::string& what) {
  if (text.size() > kLongestText) return error_at(what, {}, "the expression is too long");
  TRY(Syntax syntax, Parser(text, what).parse());
  return Program(std::make_shared<const Syntax>(std::move(syntax)));
}

Parser::Parser(std::string_view text, const std::string& what) : lexer_(text) {
  syntax_.what = what;
  advance();
}

template <class T>
uint32_t Parser::number_of(const T& name, std::map<T, uint32_t>& numbers, std::vector<T>& list) {
  const auto [known, is_new] = numbers.try_emplace(name, static_cast<uint32_t>(list.size()));
  if (is_new) list.push_back(name);
  return known->second;
}

Result<Syntax> Parser::parse() {
  if (token_.kind == Token::Kind::end) {
    TRY(syntax_.root, add(token_.place, Operation::number));
    return std::move(syntax_);
  }
  TRY(syntax_.root, parse_expression(kAnyPrecedence));
  if (token_.kind != Token::Kind::end) return expected("the end");
  return std::move(syntax_);
}

Result<NodeId> Parser::parse_expression(int least_precedence) {
  if (depth_ == kDeepest) return error(token_.place, "too much within one another");
  ++depth_;
  TRY(NodeId left, parse_operand());
  for (;;) {
    const BinaryOperator* found = find_operator(token_);
    if (found == nullptr || found->precedence < least_precedence) break;
    const Place place = token_.place;
    if (found->operation == Operation::matches) {
      TRY(left, parse_match(place, left));
      continue;
    }
    advance();
    TRY(const NodeId right, parse_expression(found->precedence + 1));
    TRY(left, add(place, found->operation, {left, right}));
  }
  --depth_;
  return left;
}

Result<NodeId> Parser::parse_match(Place place, NodeId value) {
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
  advance();
  return add(place, Operation::matches, {value}, static_cast<uint32_t>(syntax_.patterns.size() - 1));
}

Result<NodeId> Parser::parse_operand() {
  const Token token = token_;
  switch (token.kind) {
    case Token::Kind::number:
      return parse_number();
    case Token::Kind::text:
      advance();
      return add(token.place, Operation::text, {}, number_of(token.text, texts_, syntax_.texts));
    case Token::Kind::variable:
      return parse_variable();
    case Token::Kind::word:
      return parse_word();
    default:
      break;
  }
  if (accept("-")) {
    // -2^2 is -(2^2), and 2^-3*4 is 2^-(3*4).
    TRY(const NodeId operand, parse_expression(kProductPrecedence));
    return add(token.place, Operation::negate, {operand});
  }
  if (accept("(")) {
    TRY(const NodeId inner, parse_expression(kAnyPrecedence));
    TRY_STATUS(expect(")"));
    return inner;
  }
  if (accept("|")) {
    TRY(const NodeId inner, parse_expression(kAnyPrecedence));
    TRY_STATUS(expect("|"));
    return add(token.place, Operation::absolute, {inner});
  }
  if (accept("{")) return parse_block();
  return expected("an expression");
}

Result<NodeId> Parser::parse_variable() {
  const Token token = token_;
  advance();
  TRY(Children index, parse_index());
  return add(token.place, Operation::variable, std::move(index), name_number(token.text));
}

uint32_t Parser::name_number(const std::string& name) {
  return number_of(name, names_, syntax_.names);
}

/// Of what the language has and we do not.
Status Parser::check_supported() const {
  if (token_.text == "random") return error(token_.place, "random is not supported");
  for (const std::string_view prefix : kUnsupported)
    if (token_.text.starts_with(fmt::format("{}::", prefix)))
      return error(token_.place, fmt::format("{} is not supported", prefix));
  return {};
}

Result<NodeId> Parser::parse_number() {
  const Token token = token_;
  double number = 0;
  const char* end = token.text.data() + token.text.size();
  if (std::from_chars(token.text.data(), end, number).ptr != end)
    return error(token.place, fmt::format("{} is no number", token.text));
  advance();
  return add(token.place, Operation::number, {}, 0, number);
}

Result<NodeId> Parser::parse_word() {
  const Token token = token_;
  TRY_STATUS(check_supported());
  advance();
  if (token.text.starts_with("metric::")) return parse_metric(token.place, token.text);
  if (token.text == "true") return add(token.place, Operation::number, {}, 0, 1);
  if (token.text == "false") return add(token.place, Operation::number, {}, 0, 0);
  if (token.text == "arg1" || token.text == "arg2")
    return add(token.place, Operation::variable, {}, name_number(token.text));
  if (token.text == "sizeof") return parse_named(token.place, Operation::size_of);
  if (token.text == "defined") return parse_named(token.place, Operation::defined);
  if (token.text == "env") return parse_process_variable(token.place);
  if (token.text == "not") {
    TRY_STATUS(expect("("));
    TRY(const NodeId condition, parse_expression(kAnyPrecedence));
    TRY_STATUS(expect(")"));
    return add(token.place, Operation::logical_not, {condition});
  }
  return parse_function(token.place, token.text);
}

Result<NodeId> Parser::parse_function(Place place, const std::string& name) {
  const Function* function = find_function(name);
  if (function == nullptr) return error(place, fmt::format("{} is no function", name));
  TRY_STATUS(expect("("));
  Children arguments;
  for (int i = 0; i < function->arguments; ++i) {
    if (i > 0) TRY_STATUS(expect(","));
    TRY(const NodeId argument, parse_expression(kAnyPrecedence));
    arguments.push_back(argument);
  }
  TRY_STATUS(expect(")"));
  return add(place, function->operation, std::move(arguments));
}

/// A name in parentheses, of which the token is the first: it is split otherwise than expressions are.
Result<std::string> Parser::parse_name() {
  if (!token_.is("(")) return expected("(");
  const std::optional<std::string> name = lexer_.variable_name();
  advance();
  if (!name) return expected("a name");
  TRY_STATUS(expect(")"));
  return *name;
}

Result<NodeId> Parser::parse_named(Place place, Operation operation) {
  TRY(const std::string name, parse_name());
  return add(place, operation, {}, name_number(name));
}

Result<std::string> Parser::parse_quoted() {
  if (token_.kind != Token::Kind::text) return expected("a text in quotes");
  std::string text = token_.text;
  advance();
  return text;
}

Result<NodeId> Parser::parse_process_variable(Place place) {
  TRY_STATUS(expect("("));
  TRY(const std::string name, parse_quoted());
  TRY_STATUS(expect(")"));
  return add(place, Operation::process_variable, {},
             number_of(name, process_variables_, syntax_.process_variables));
}

Result<NodeId> Parser::parse_metric(Place place, std::string_view name) {
  accept_prefix(name, "metric::");
  accept_prefix(name, "context::");
  MetricReference reference;
  if (accept_prefix(name, "call::")) {
    reference.metric = name;
    return parse_call(place, std::move(reference));
  }
  const bool fixed = accept_prefix(name, "fixed::");
  reference.metric = name;
  TRY_STATUS(expect("("));
  if (fixed) reference.scope = token_.is(")") ? Scope::fixed : Scope::fixed_call_path;
  if (!token_.is(")")) {
    TRY(reference.call_path, parse_flavour());
    if (accept(",")) {
      TRY(reference.system, parse_flavour());
      reference.scope = Scope::position;
    }
  }
  TRY_STATUS(expect(")"));
  return add(place, Operation::metric, {}, number_of(reference, metrics_, syntax_.metrics));
}

Result<NodeId> Parser::parse_call(Place place, MetricReference reference) {
  reference.scope = Scope::call_path;
  TRY_STATUS(expect("("));
  Children numbers;
  TRY(const NodeId call_path, parse_expression(kAnyPrecedence));
  numbers.push_back(call_path);
  TRY_STATUS(expect(","));
  TRY(reference.call_path, parse_flavour());
  if (accept(",")) {
    reference.scope = Scope::call_path_and_resource;
    TRY(const NodeId resource, parse_expression(kAnyPrecedence));
    numbers.push_back(resource);
    TRY_STATUS(expect(","));
    TRY(reference.system, parse_flavour());
  }
  TRY_STATUS(expect(")"));
  return add(place, Operation::metric, std::move(numbers), number_of(reference, metrics_, syntax_.metrics));
}

Result<Flavour> Parser::parse_flavour() {
  if (accept("*")) return Flavour::as_calculated;
  const bool inclusive = token_.is_word("i");
  if (!inclusive && !token_.is_word("e")) return expected("i, e or *");
  advance();
  return inclusive ? Flavour::inclusive : Flavour::exclusive;
}

/// What follows a variable: an index in brackets, or nothing.
Result<Parser::Children> Parser::parse_index() {
  if (!accept("[")) return Children{};
  TRY(const NodeId index, parse_expression(kAnyPrecedence));
  TRY_STATUS(expect("]"));
  return Children{index};
}

Result<NodeId> Parser::add(Place place, Operation operation, Children children, uint32_t operand,
                           double number) {
  if (syntax_.nodes.size() == kMostNodes) return error(place, "the expression has too many operations");
  uint32_t height = 0;
  for (const NodeId child : children) height = std::max(height, heights_[child.index()] + 1);
  if (height > kDeepest) return error(place, "too much within one another");
  heights_.push_back(height);
  syntax_.nodes.push_back({operation, place, operand, number, std::move(children)});
  return NodeId(syntax_.nodes.size() - 1);
}

bool Parser::accept(std::string_view symbol) {
  if (!token_.is(symbol)) return false;
  advance();
  return true;
}

Status Parser::expect(std::string_view symbol) {
  if (!accept(symbol)) return expected(symbol);
  return {};
}

Error Parser::expected(std::string_view what) const {
  const std::string found =
      token_.kind == Token::Kind::end ? "the end" : fmt::format("'{}'", token_.text.substr(0, kLongestQuote));
  return error(token_.place, fmt::format("{} expected, found {}", what, found));
}

}  // namespace latecomer::cubepl
