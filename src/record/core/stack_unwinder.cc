// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// From a function's frame to that of its caller:
//
//      frame's address ->  | caller's frame  |        frame's address   a register plus an offset, by the
//      rules that
//                          | return address  |                          hold at the instruction
//                          | saved registers |        return address,
//     stack pointer    ->  | variables       |        saved registers   at offsets from there
//
// and so on, until a function has no caller. Registers are read only when a rule asks for one; until then it
// is known where they are. So the words that are read are all that the result depends on, beside the code: as
// long as a stack's are the same, unwinding it again would ask for the same words, one after the other, and
// get the same answers.
//
// Cost: 50 ns a frame; 200 where the rules have to be found first.

#include "record/core/stack_unwinder.h"

#include <array>
#include <optional>

#include "record/core/dwarf_expression.h"
#include "record/core/frame_rules.h"

namespace latecomer::record {

namespace {

// Where the value of a register is.
struct Place {
  enum class Kind : uint8_t { unknown, value, memory };
  Kind kind = Kind::unknown;
  uintptr_t word = 0;  // the value, or the address
};
using Registers = std::array<Place, kRegisters>;
using Word = std::optional<uintptr_t>;  // none: not known

// Functions give these back as they got them.
constexpr bool is_preserved(size_t reg) {
  constexpr size_t kRbx = 3;
  constexpr size_t kR12 = 12;
  return reg == kRbx || reg == kFramePointer || (reg >= kR12 && reg < kReturnAddress);
}

// One frame after the other, from the inside outwards.
class Frame final : public ExpressionContext {
 public:
  // Of what called a function that runs: `frame` is the function's, where the frame pointer of its caller is
  // stored, then the return address, and behind that begins the caller's.
  Frame(StackMemory& memory, uintptr_t frame) : memory_(memory) {
    constexpr size_t kWord = sizeof(uintptr_t);
    registers_[kFramePointer] = {Place::Kind::memory, frame};
    registers_[kReturnAddress] = {Place::Kind::memory, frame + kWord};
    registers_[kStackPointer] = {Place::Kind::value, frame + 2 * kWord};
  }

  // An address inside of the instruction that the frame's function is at: its call of the one before, or
  // where it was interrupted. None if that is not known.
  Word instruction() {
    const Word next = fix(kReturnAddress);
    return next && !interrupted_ ? Word(*next - 1) : next;
  }

  // Goes on to the caller's frame, by the rules at the instruction. False if its place is not known, or if it
  // is not further up, as all callers' are that were not interrupted on another stack.
  bool go_to_caller(const FrameRules& rules) {
    const Word address = frame_address(rules);
    const Word stack_pointer = fix(kStackPointer);
    if (!address || !stack_pointer) return false;
    Registers callers;
    for (size_t reg = 0; reg < kRegisters; ++reg)
      callers[reg] = place_of(reg, rules.registers[reg], *address);
    registers_ = callers;
    interrupted_ = rules.signal_frame;
    const Word callers_stack_pointer = fix(kStackPointer);
    return callers_stack_pointer && (*callers_stack_pointer > *stack_pointer || interrupted_);
  }

  Word value(size_t reg) const override {
    if (reg >= kRegisters || registers_[reg].kind == Place::Kind::unknown) return std::nullopt;
    const Place& place = registers_[reg];
    return place.kind == Place::Kind::value ? place.word : memory_.read(place.word);
  }
  Word read(uintptr_t address) const override { return memory_.read(address); }

 private:
  // Reads a register once and for all.
  Word fix(size_t reg) {
    const Word word = value(reg);
    if (word) registers_[reg] = {Place::Kind::value, *word};
    return word;
  }

  Word frame_address(const FrameRules& rules) const {
    if (rules.base_expression != nullptr) return evaluate(rules.base_expression, std::nullopt, *this);
    const Word base = value(rules.base);
    return base ? Word(*base + static_cast<uintptr_t>(rules.offset)) : std::nullopt;
  }

  Place place_of(size_t reg, const Rule& rule, uintptr_t frame_address) const {
    using enum Rule::Kind;
    using Kind = Place::Kind;
    const uintptr_t at_offset = frame_address + static_cast<uintptr_t>(int64_t{rule.number});
    switch (rule.kind) {
      case same:
        if (reg == kStackPointer) return {Kind::value, frame_address};
        return is_preserved(reg) ? registers_[reg] : Place{};
      case undefined:
        return {};
      case saved:
        return {Kind::memory, at_offset};
      case frame_address_plus:
        return {Kind::value, at_offset};
      case in_register:
        return rule.number < int{kRegisters} ? registers_[static_cast<size_t>(rule.number)] : Place{};
      case saved_at_expression:
      case expression: {
        const Word word = evaluate(rule.expression, frame_address, *this);
        const Kind kind = rule.kind == expression ? Kind::value : Kind::memory;
        return word ? Place{kind, *word} : Place{};
      }
    }
    return {};
  }

  StackMemory& memory_;
  Registers registers_;
  bool interrupted_ = false;
};

constexpr size_t kWordsPerFrame = 4;  // more than are read
constexpr size_t kKnownRules = 127;

}  // namespace

StackUnwinder::StackUnwinder(StackBounds own, size_t depth)
    : memory_(own, kWordsPerFrame * (depth + 1)), addresses_(depth), known_rules_(kKnownRules) {}

void StackUnwinder::forget_code() noexcept {
  for (KnownRules& known : known_rules_) known.address = 0;
}

const FrameRules* StackUnwinder::rules_at(uintptr_t address) noexcept {
  KnownRules& known = known_rules_[address % known_rules_.size()];
  if (known.address == address) return &known.rules;
  const std::optional<FrameRules> rules = frame_rules_at(address);
  if (!rules) return nullptr;
  known = {address, *rules};
  return &known.rules;
}

UnwoundStack StackUnwinder::unwind(const void* innermost) noexcept {
  const uintptr_t start = reinterpret_cast<uintptr_t>(innermost);
  memory_.begin(start);
  Frame frame(memory_, start);
  for (size_t count = 0; count < addresses_.size();) {
    const Word instruction = frame.instruction();
    if (!instruction) return {std::span(addresses_).first(count), true};
    addresses_[count++] = *instruction;
    const FrameRules* const rules = rules_at(*instruction);
    const bool outermost = rules != nullptr && rules->registers[kReturnAddress].kind == Rule::Kind::undefined;
    if (outermost || rules == nullptr || !frame.go_to_caller(*rules))
      return {std::span(addresses_).first(count), !outermost};
  }
  return {addresses_, true};
}

}  // namespace latecomer::record
