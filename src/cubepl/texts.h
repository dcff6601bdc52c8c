// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"

namespace latecomer::cubepl {

struct TextId : Id<TextId> {
  using Id::Id;
};

/// The texts that programs use, each once, and the numbers that they are where a number is wanted.
class Texts {
 public:
  static constexpr TextId kEmpty{size_t{0}};

  Texts() { id(""); }
  Texts(Texts&&) = default;
  Texts& operator=(Texts&&) = default;

  TextId id(std::string_view text);
  const std::string& text(TextId id) const { return texts_[id.index()]; }
  double number(TextId id) const { return numbers_[id.index()]; }
  size_t size() const { return texts_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  std::deque<std::string> texts_;
  std::vector<double> numbers_;
  std::unordered_map<std::string_view, TextId> ids_;  // views of texts_
  size_t bytes_ = 0;
};

/// The number that a text begins with, 0 where it begins with none.
double leading_number(std::string_view text);

/// A number as CubePL writes it, in 14 digits.
std::string number_text(double number);

}  // namespace latecomer::cubepl
