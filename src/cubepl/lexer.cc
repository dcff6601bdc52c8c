// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/lexer.h"

namespace latecomer::cubepl {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_of_word(char c) {
  return is_letter(c) || is_digit(c) || c == ':';
}
bool is_of_metric(char c) {
  return is_of_word(c) || c == '=';
}
bool is_of_variable(char c) {
  return is_of_word(c) || c == '-' || c == '#';
}

// The longer ones first.
constexpr std::string_view kSymbols[] = {"==", "!=", ">=", "<=", "=~", "<<", ">>", "+", "-", "*", "/", "^",
                                         "(",  ")",  "{",  "}",  "[",  "]",  ";",  ",", "|", "=", ">", "<"};

}  // namespace

char Lexer::take() {
  const char c = text_[position_++];
  if (c == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  return c;
}

std::string Lexer::take(size_t count) {
  std::string taken;
  while (taken.size() < count) taken += take();
  return taken;
}

template <class Test>
std::string Lexer::take_while(Test test) {
  std::string taken;
  while (!at_end() && test(peek())) taken += take();
  return taken;
}

/// Skips spaces, and comments from // to the end of the line.
void Lexer::skip_space() {
  for (;;) {
    while (!at_end() && is_space(peek())) take();
    if (!text_.substr(position_).starts_with("//")) return;
    while (!at_end() && peek() != '\n') take();
  }
}

Token Lexer::next() {
  skip_space();
  Token token{.place = place_};
  if (at_end()) return token;
  const char c = peek();
  if (is_digit(c) || c == '.') {
    token.kind = Token::Kind::number;
    token.text = take_while([](char each) { return is_digit(each) || each == '.'; });
  } else if (is_letter(c)) {
    token.kind = Token::Kind::word;
    const std::string_view rest = text_.substr(position_);
    token.text =
        take_while(rest.starts_with("metric::") || rest.starts_with("cube::") ? is_of_metric : is_of_word);
  } else if (c == '"') {
    token.kind = read_quoted(token.text) ? Token::Kind::text : Token::Kind::unknown;
  } else if (c == '$') {
    read_variable(token);
  } else {
    read_symbol(token);
  }
  return token;
}

void Lexer::read_symbol(Token& token) {
  for (const std::string_view symbol : kSymbols) {
    if (!text_.substr(position_).starts_with(symbol)) continue;
    token.kind = Token::Kind::symbol;
    token.text = take(symbol.size());
    return;
  }
  token.kind = Token::Kind::unknown;
  token.text = take();
}

/// Reads up to the next ". A \ makes \n, \t and \" of what follows, and is left out before anything else.
bool Lexer::read_quoted(std::string& text) {
  take();
  while (!at_end() && peek() != '"') {
    char c = take();
    if (c == '\\') {
      if (at_end()) break;
      c = take();
      if (c == 'n') c = '\n';
      if (c == 't') c = '\t';
    }
    text += c;
  }
  if (at_end()) return false;
  take();
  return true;
}

void Lexer::read_variable(Token& token) {
  token.kind = Token::Kind::unknown;
  token.text = take();
  skip_space();
  if (peek() != '{') return;
  take();
  const std::optional<std::string> name = variable_name();
  skip_space();
  if (!name || peek() != '}') return;
  take();
  token.kind = Token::Kind::variable;
  token.text = *name;
}

std::optional<std::string> Lexer::variable_name() {
  skip_space();
  if (!is_letter(peek())) return std::nullopt;
  return take_while(is_of_variable);
}

std::optional<std::string> Lexer::regular_expression() {
  skip_space();
  if (peek() != '/') return std::nullopt;
  take();
  std::string expression;
  while (!at_end() && peek() != '/') {
    expression += take();
    if (expression.back() != '\\' || at_end()) continue;
    const char escaped = take();
    if (escaped == '/') expression.pop_back();
    expression += escaped;
  }
  if (at_end()) return std::nullopt;
  take();
  return expression;
}

std::optional<std::string> Lexer::up_to(std::string_view end) {
  const size_t found = text_.find(end, position_);
  if (found == std::string_view::npos) return std::nullopt;
  std::string text = take(found - position_);
  take(end.size());
  return text;
}

}  // namespace latecomer::cubepl
