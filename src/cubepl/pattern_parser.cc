// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/pattern_parser.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace latecomer::cubepl {
namespace {

using Code = PatternParser::Code;
using Class = Pattern::Class;
using Kind = Pattern::Instruction::Kind;

constexpr size_t kMostInstructions = 20'000;
constexpr size_t kDeepest = 100;
constexpr int kNone = -1;

Pattern::Instruction jump(Kind kind, size_t distance) {
  return {.kind = kind, .jump = static_cast<int32_t>(distance)};
}

Pattern::Instruction jump_back(size_t distance) {
  return {.kind = Kind::kJump, .jump = -static_cast<int32_t>(distance)};
}

void append(Code& code, const Code& other) {
  code.insert(code.end(), other.begin(), other.end());
}

Class those(int (*test)(int)) {
  Class characters;
  for (int c = 0; c < 128; ++c)
    if (test(c) != 0) characters.set(static_cast<size_t>(c));
  return characters;
}

int is_word(int c) {
  return static_cast<int>(std::isalnum(c) != 0 || c == '_');
}

Class single(unsigned char c) {
  Class characters;
  characters.set(c);
  return characters;
}

}  // namespace

Error PatternParser::error(std::string_view what) const {
  return Error{fmt::format("{} in the regular expression, at its character {}", what, position_ + 1)};
}

bool PatternParser::skip(std::string_view text) {
  if (!expression_.substr(position_).starts_with(text)) return false;
  position_ += text.size();
  return true;
}

Code PatternParser::read(const Class& characters) {
  classes_.push_back(characters);
  return {{.kind = Kind::kClass, .character_class = static_cast<uint32_t>(classes_.size() - 1)}};
}

Result<Code> PatternParser::parse() {
  TRY(Code code, parse_alternatives());
  if (!at_end()) return error("a ) without (");
  code.push_back({.kind = Kind::kFound});
  return code;
}

Result<Code> PatternParser::parse_alternatives() {
  if (depth_ == kDeepest) return error("too many ( within one another");
  ++depth_;
  std::vector<Code> alternatives;
  size_t size = 0;
  do {
    TRY(Code alternative, parse_sequence());
    size += alternative.size() + 2;
    if (size > kMostInstructions) return error("too much");
    alternatives.push_back(std::move(alternative));
  } while (skip("|"));
  --depth_;

  Code code;
  size -= 2;  // the last alternative is neither split off nor jumped behind
  for (size_t i = 0; i + 1 < alternatives.size(); ++i) {
    code.push_back(jump(Kind::kSplit, alternatives[i].size() + 2));
    append(code, alternatives[i]);
    code.push_back(jump(Kind::kJump, size - code.size()));
  }
  append(code, alternatives.back());
  return code;
}

Result<Code> PatternParser::parse_sequence() {
  Code code;
  while (!at_end() && !next_is('|') && !next_is(')')) {
    TRY(Code item, parse_item());
    TRY(const std::optional<Range> range, parse_repetition());
    if (range) {
      TRY(item, repeat(item, *range));
    }
    append(code, item);
    if (code.size() > kMostInstructions) return error("too much");
  }
  return code;
}

Result<Code> PatternParser::parse_item() {
  if (skip("^")) return Code{{.kind = Kind::kBegin}};
  if (skip("$")) return Code{{.kind = Kind::kEnd}};
  if (skip("(")) return parse_group();
  if (skip("[")) return parse_class();
  if (skip("\\")) return parse_escape();
  if (skip(".")) return read(~(single('\n') | single('\r')));
  const char c = expression_[position_];
  if (c == '*' || c == '+' || c == '?' || c == '{') return error(fmt::format("nothing before {}", c));
  ++position_;
  return read(single(static_cast<unsigned char>(c)));
}

Result<Code> PatternParser::parse_group() {
  if (next_is('?') && !skip("?:")) return error("looking ahead is not supported: (?");
  TRY(Code code, parse_alternatives());
  if (!skip(")")) return error("a ( without )");
  return code;
}

Result<Code> PatternParser::parse_escape() {
  if (at_end()) return error("nothing after \\");
  const char letter = expression_[position_];
  if (skip("b")) return Code{{.kind = Kind::kBoundary}};
  if (skip("B")) return Code{{.kind = Kind::kNoBoundary}};
  if (letter >= '1' && letter <= '9') return error(fmt::format("\\{} is not supported", letter));
  if (const std::optional<Class> characters = class_escape(letter)) {
    ++position_;
    return read(*characters);
  }
  TRY(const unsigned char character, character_escape());
  return read(single(character));
}

std::optional<Class> PatternParser::class_escape(char letter) const {
  switch (letter) {
    case 'd':
      return those(std::isdigit);
    case 'D':
      return ~those(std::isdigit);
    case 'w':
      return those(is_word);
    case 'W':
      return ~those(is_word);
    case 's':
      return those(std::isspace);
    case 'S':
      return ~those(std::isspace);
    default:
      return std::nullopt;
  }
}

/// What follows a \.
Result<unsigned char> PatternParser::character_escape() {
  const char letter = expression_[position_++];
  switch (letter) {
    case 'n':
      return static_cast<unsigned char>('\n');
    case 't':
      return static_cast<unsigned char>('\t');
    case 'r':
      return static_cast<unsigned char>('\r');
    case 'f':
      return static_cast<unsigned char>('\f');
    case 'v':
      return static_cast<unsigned char>('\v');
    case '0':
      return static_cast<unsigned char>('\0');
    default:
      break;
  }
  if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
    return error(fmt::format("\\{} is not supported", letter));
  return static_cast<unsigned char>(letter);
}

/// What follows a [.
Result<Code> PatternParser::parse_class() {
  const bool others = skip("^");
  Class characters;
  int before = kNone;  // a character that can begin a range
  while (!skip("]")) {
    if (at_end()) return error("a [ without ]");
    const bool range = before != kNone && next_is('-') && !expression_.substr(position_).starts_with("-]");
    if (range) ++position_;
    TRY(const Class member, parse_class_member());
    const bool single_member = member.count() == 1;
    if (range && !single_member) return error("a range without an end");
    const int last = single_member ? static_cast<int>(member._Find_first()) : kNone;
    if (range && last < before) return error("a range that goes backwards");
    characters |= member;
    if (range)
      for (int c = before; c < last; ++c) characters.set(static_cast<size_t>(c));
    before = range ? kNone : last;
  }
  return read(others ? ~characters : characters);
}

/// A character, or a class of its own.
Result<Class> PatternParser::parse_class_member() {
  if (at_end()) return error("a [ without ]");
  if (skip("[:")) return parse_named_class();
  if (!skip("\\")) return single(static_cast<unsigned char>(expression_[position_++]));
  if (at_end()) return error("nothing after \\");
  if (const std::optional<Class> characters = class_escape(expression_[position_])) {
    ++position_;
    return *characters;
  }
  TRY(const unsigned char character, character_escape());
  return single(character);
}

/// What follows a [:, within a class.
Result<Class> PatternParser::parse_named_class() {
  struct Named {
    std::string_view name;
    int (*test)(int);
  };
  static constexpr std::array<Named, 8> kNamed = {{{"alnum:]", std::isalnum},
                                                   {"alpha:]", std::isalpha},
                                                   {"digit:]", std::isdigit},
                                                   {"lower:]", std::islower},
                                                   {"upper:]", std::isupper},
                                                   {"space:]", std::isspace},
                                                   {"punct:]", std::ispunct},
                                                   {"xdigit:]", std::isxdigit}}};
  for (const Named& named : kNamed)
    if (skip(named.name)) return those(named.test);
  return error("an unknown class after [:");
}

Result<std::optional<PatternParser::Range>> PatternParser::parse_repetition() {
  std::optional<Range> range;
  if (skip("*")) {
    range = Range{0, std::nullopt};
  } else if (skip("+")) {
    range = Range{1, std::nullopt};
  } else if (skip("?")) {
    range = Range{0, 1};
  } else if (skip("{")) {
    TRY(range, parse_counts());
  }
  if (range) skip("?");  // as few as possible: whether something matches is the same
  return range;
}

Result<std::optional<PatternParser::Range>> PatternParser::parse_counts() {
  const std::optional<size_t> least = parse_number();
  if (!least) return error("no number after {");
  std::optional<size_t> most = least;
  if (skip(",")) most = parse_number();
  if (!skip("}")) return error("a { without }");
  if (most && *most < *least) return error("a range that goes backwards");
  return std::optional(Range{*least, most});
}

std::optional<size_t> PatternParser::parse_number() {
  size_t number = 0;
  const size_t begin = position_;
  while (!at_end() && std::isdigit(static_cast<unsigned char>(expression_[position_])) != 0)
    number =
        std::min(number * 10 + static_cast<size_t>(expression_[position_++] - '0'), kMostInstructions + 1);
  if (position_ == begin) return std::nullopt;
  return number;
}

Result<Code> PatternParser::repeat(const Code& code, const Range& range) const {
  const size_t copies = range.most.value_or(range.least + 1);
  if ((code.size() + 2) * (copies + 1) > kMostInstructions) return error("too much");
  Code repeated;
  for (size_t i = 0; i < copies; ++i) {
    const bool last_for_ever = !range.most && i == range.least;
    if (i >= range.least) repeated.push_back(jump(Kind::kSplit, code.size() + (last_for_ever ? 2 : 1)));
    append(repeated, code);
    if (last_for_ever) repeated.push_back(jump_back(code.size() + 1));
  }
  return repeated;
}

}  // namespace latecomer::cubepl
