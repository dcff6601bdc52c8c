// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/pattern.h"

#include <utility>

#include "cubepl/pattern_parser.h"

namespace latecomer::cubepl {
namespace {

bool is_word(std::string_view text, size_t position) {
  if (position >= text.size()) return false;
  const char c = text[position];
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_boundary(std::string_view text, size_t position) {
  return (position > 0 && is_word(text, position - 1)) != is_word(text, position);
}

/// The instructions that can be reached at a position of a text without reading a character, each once.
class Reached {
 public:
  Reached(const std::vector<Pattern::Instruction>& instructions, std::string_view text)
      : instructions_(instructions), text_(text), seen_(instructions.size(), kNever) {}

  void add(size_t instruction, size_t position) {
    open_.push_back(instruction);
    while (!open_.empty()) {
      const size_t next = open_.back();
      open_.pop_back();
      if (seen_[next] == position) continue;
      seen_[next] = position;
      follow(next, position);
    }
  }

  bool found() const { return found_; }
  /// Those that read a character at the position.
  std::vector<size_t> take_reading() { return std::exchange(reading_, {}); }

 private:
  using Kind = Pattern::Instruction::Kind;
  static constexpr size_t kNever = SIZE_MAX;

  void follow(size_t at, size_t position) {
    const Pattern::Instruction& instruction = instructions_[at];
    switch (instruction.kind) {
      case Kind::kClass:
        reading_.push_back(at);
        return;
      case Kind::kFound:
        found_ = true;
        return;
      case Kind::kJump:
        open_.push_back(at + instruction.jump);
        return;
      case Kind::kSplit:
        open_.push_back(at + instruction.jump);
        open_.push_back(at + 1);
        return;
      case Kind::kBegin:
        go_on_if(position == 0, at);
        return;
      case Kind::kEnd:
        go_on_if(position == text_.size(), at);
        return;
      case Kind::kBoundary:
        go_on_if(is_boundary(text_, position), at);
        return;
      case Kind::kNoBoundary:
        go_on_if(!is_boundary(text_, position), at);
        return;
    }
  }

  void go_on_if(bool condition, size_t at) {
    if (condition) open_.push_back(at + 1);
  }

  const std::vector<Pattern::Instruction>& instructions_;
  std::string_view text_;
  std::vector<size_t> seen_;  // the last position where each was reached
  std::vector<size_t> open_;
  std::vector<size_t> reading_;
  bool found_ = false;
};

}  // namespace

Result<Pattern> Pattern::compile(std::string_view expression) {
  PatternParser parser(expression);
  Pattern pattern;
  TRY(pattern.instructions_, parser.parse());
  pattern.classes_ = parser.take_classes();
  return pattern;
}

bool Pattern::found_in(std::string_view text) const {
  Reached reached(instructions_, text);
  for (size_t position = 0;; ++position) {
    const std::vector<size_t> read = reached.take_reading();
    if (position > 0) {
      const auto character = static_cast<unsigned char>(text[position - 1]);
      for (const size_t at : read)
        if (classes_[instructions_[at].character_class][character]) reached.add(at + 1, position);
    }
    reached.add(0, position);
    if (reached.found()) return true;
    if (position == text.size()) return false;
  }
}

}  // namespace latecomer::cubepl
