// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>

namespace latecomer::record {

/// What a DWARF expression may ask for.
class ExpressionContext {
 public:
  virtual std::optional<uintptr_t> value(size_t reg) const = 0;
  virtual std::optional<uintptr_t> read(uintptr_t address) const = 0;

 protected:
  ~ExpressionContext() = default;
};

/// The value of an expression of call frame information, a program for a stack of words. `expression` begins
/// with its size, `start` is on the stack at first. None if there is an operation that compilers and linkers
/// do not use there, or something that is not known.
std::optional<uintptr_t> evaluate(const uint8_t* expression, std::optional<uintptr_t> start,
                                  const ExpressionContext& context) noexcept;

}  // namespace latecomer::record
