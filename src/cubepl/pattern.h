// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace latecomer::cubepl {

/// A regular expression in the syntax of ECMAScript, but for what refers back or looks ahead. Matching
/// follows all ways at once, so that its time is limited by the lengths of pattern and text multiplied.
class Pattern {
 public:
  using Class = std::bitset<256>;
  struct Instruction {
    enum class Kind : uint8_t { kClass, kSplit, kJump, kBegin, kEnd, kBoundary, kNoBoundary, kFound } kind;
    uint32_t character_class = 0;
    int32_t jump = 0;  // how far kJump goes; kSplit goes on to the next instruction, and there
  };

  static Result<Pattern> compile(std::string_view expression);

  /// Whether a part of the text matches.
  bool found_in(std::string_view text) const;

  size_t size() const { return instructions_.size(); }

 private:
  std::vector<Instruction> instructions_;
  std::vector<Class> classes_;
};

}  // namespace latecomer::cubepl
