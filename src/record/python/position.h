// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::record {

/// Is where a function in Python is, among the addresses of a call stack: the object that it executes, and
/// the instruction in it, in a word that is no address, because those have no first bit.
class PythonPosition {
 public:
  /// `code` has to be aligned as objects are.
  PythonPosition(uintptr_t code, uint64_t instruction)
      : word_(kMark | code / kAlignment << kInstructionBits | instruction) {}
  explicit PythonPosition(uintptr_t word) : word_(word) {}

  static bool is(uintptr_t word) { return (word & kMark) != 0; }
  /// Returns whether a word has room for these.
  static bool fits(uintptr_t code, uint64_t instruction) {
    return code != 0 && code % kAlignment == 0 && code / kAlignment < kMark >> kInstructionBits &&
           instruction < uint64_t{1} << kInstructionBits;
  }
  /// Stands for the collection of garbage, which is called by no function in particular.
  static PythonPosition collection() { return PythonPosition(kMark); }

  uintptr_t word() const { return word_; }
  uintptr_t code() const { return ((word_ & ~kMark) >> kInstructionBits) * kAlignment; }
  uint64_t instruction() const { return word_ & ((uint64_t{1} << kInstructionBits) - 1); }

 private:
  static constexpr uintptr_t kMark = uintptr_t{1} << 63;
  static constexpr unsigned kInstructionBits = 19;  // 44 are left: addresses have 48, of which 4 are zeros
  static constexpr uintptr_t kAlignment = 16;
  uintptr_t word_;
};

}  // namespace latecomer::record
