// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/dwarf_expression.h"

#include <dwarf.h>

#include <array>
#include <span>

#include "record/core/dwarf_bytes.h"

namespace latecomer::record {

namespace {

using Word = std::optional<uintptr_t>;

class WordStack {
 public:
  void push(Word word) {
    ok_ = ok_ && word && size_ < words_.size();
    if (ok_) words_[size_++] = *word;
  }
  uintptr_t pop() {
    ok_ = ok_ && size_ > 0;
    return ok_ ? words_[--size_] : 0;
  }
  void fail() { ok_ = false; }
  bool ok() const { return ok_; }

 private:
  std::array<uintptr_t, 8> words_{};
  size_t size_ = 0;
  bool ok_ = true;
};

Word combine(uint8_t operation, uintptr_t left, uintptr_t right) {
  switch (operation) {
    case DW_OP_plus:
      return left + right;
    case DW_OP_minus:
      return left - right;
    case DW_OP_mul:
      return left * right;
    case DW_OP_and:
      return left & right;
    case DW_OP_shl:
      return right < 64 ? left << right : 0;
    case DW_OP_ge:
      return static_cast<intptr_t>(left) >= static_cast<intptr_t>(right) ? 1 : 0;
    default:
      return std::nullopt;
  }
}

void execute(uint8_t operation, DwarfBytes& operands, WordStack& stack, const ExpressionContext& context) {
  if (operation >= DW_OP_lit0 && operation <= DW_OP_lit31) return stack.push(operation - DW_OP_lit0);
  if (operation >= DW_OP_breg0 && operation <= DW_OP_breg31) {
    stack.push(context.value(operation - size_t{DW_OP_breg0}));
    return stack.push(stack.pop() + static_cast<uintptr_t>(operands.signed_leb()));
  }
  switch (operation) {
    case DW_OP_const1u:
      return stack.push(operands.get<uint8_t>());
    case DW_OP_constu:
      return stack.push(operands.unsigned_leb());
    case DW_OP_consts:
      return stack.push(static_cast<uintptr_t>(operands.signed_leb()));
    case DW_OP_plus_uconst:
      return stack.push(stack.pop() + operands.unsigned_leb());
    case DW_OP_deref:
      return stack.push(context.read(stack.pop()));
    default:
      const uintptr_t right = stack.pop();
      const uintptr_t left = stack.pop();
      stack.push(combine(operation, left, right));
  }
}

}  // namespace

std::optional<uintptr_t> evaluate(const uint8_t* expression, std::optional<uintptr_t> start,
                                  const ExpressionContext& context) noexcept {
  constexpr size_t kLongest = 128;
  DwarfBytes operations(DwarfBytes({expression, kLongest}).block());
  WordStack stack;
  if (start) stack.push(start);
  while (!operations.at_end() && stack.ok()) execute(operations.get<uint8_t>(), operations, stack, context);
  const uintptr_t result = stack.pop();
  return operations.ok() && stack.ok() ? Word(result) : std::nullopt;
}

}  // namespace latecomer::record
