// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace latecomer {

/// Takes a text piece by piece.
using TextTaker = std::function<void(std::string_view)>;

/// Passes text on in pieces of some size, so that memory does not grow with it; the rest by `finish`, which
/// no destructor can do, because taking may throw. No piece ends within what is added at once.
class TextPieces {
 public:
  explicit TextPieces(TextTaker take) : take_(std::move(take)) {}
  void add(std::string_view text) {
    constexpr size_t kPiece = 1 << 16;
    text_ += text;
    if (text_.size() >= kPiece) finish();
  }
  void finish() {
    take_(text_);
    text_.clear();
  }

 private:
  TextTaker take_;
  std::string text_;
};

}  // namespace latecomer
