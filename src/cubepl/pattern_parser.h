// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cubepl/pattern.h"

namespace latecomer::cubepl {

/// Makes instructions of a regular expression. Jumps are relative, so that parts can be repeated by copying
/// them.
class PatternParser {
 public:
  using Code = std::vector<Pattern::Instruction>;

  explicit PatternParser(std::string_view expression) : expression_(expression) {}

  Result<Code> parse();
  std::vector<Pattern::Class> take_classes() { return std::move(classes_); }

 private:
  struct Range {
    size_t least;
    std::optional<size_t> most;
  };

  Result<Code> parse_alternatives();
  Result<Code> parse_sequence();
  Result<Code> parse_item();
  Result<Code> parse_group();
  Result<Code> parse_escape();
  Result<Code> parse_class();
  Result<Pattern::Class> parse_class_member();
  Result<std::optional<Range>> parse_repetition();
  Result<std::optional<Range>> parse_counts();
  Result<Pattern::Class> parse_named_class();
  Result<Code> repeat(const Code& code, const Range& range) const;
  std::optional<Pattern::Class> class_escape(char letter) const;
  Result<unsigned char> character_escape();
  std::optional<size_t> parse_number();

  bool at_end() const { return position_ == expression_.size(); }
  bool next_is(char c) const { return !at_end() && expression_[position_] == c; }
  bool skip(std::string_view text);
  Code read(const Pattern::Class& characters);
  Error error(std::string_view what) const;

  std::string_view expression_;
  size_t position_ = 0;
  size_t depth_ = 0;
  std::vector<Pattern::Class> classes_;
};

}  // namespace latecomer::cubepl
