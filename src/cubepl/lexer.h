// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace latecomer::cubepl {

/// Is a position in the text of a program, from 1.
struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

struct Token {
  enum class Kind { end, number, word, text, variable, symbol, unknown };

  Kind kind = Kind::end;
  std::string text;  // of a text and a variable, what is within " and ${}
  Place place;

  bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
  bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
  bool begins_with(std::string_view prefix) const { return kind == Kind::word && text.starts_with(prefix); }
};

/// Splits the text of a program into tokens. What can only be split by who knows what to expect is read by
/// functions of its own, from where the last token ended.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next();
  /// Reads the name of a variable in sizeof(name): it can have characters that are operators elsewhere.
  std::optional<std::string> variable_name();
  /// Reads a regular expression, between slashes.
  std::optional<std::string> regular_expression();
  /// Reads the text up to and with `end`.
  std::optional<std::string> up_to(std::string_view end);

 private:
  bool at_end() const { return position_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  char take();
  std::string take(size_t count);
  void skip_space();
  template <class Test>
  std::string take_while(Test test);
  bool read_quoted(std::string& text);
  void read_variable(Token& token);
  void read_symbol(Token& token);

  std::string_view text_;
  size_t position_ = 0;
  Place place_;
};

}  // namespace latecomer::cubepl
