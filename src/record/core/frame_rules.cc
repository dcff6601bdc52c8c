// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Call frame information is a program that makes a table: for each address of a function's code the rules by
// which its caller's registers are found. Its instructions change single rules and go on to the next address,
//
//     push %rbp         frame address = stack pointer + 8
//                       go on 1;  frame address = + 16;  rbp saved at -16
//     mov %rsp, %rbp
//                       go on 3;  frame address = rbp + 16
//
// so the rules at an address are what the program has made when it would go beyond it.

#include "record/core/frame_rules.h"

#include <dwarf.h>

#include <span>

#include "record/core/dwarf_bytes.h"
#include "record/core/frame_info.h"

namespace latecomer::record {

namespace {

// Instructions that give a register another rule: its number, then the rule's.
enum class Operand : uint8_t { none, plain, aligned, aligned_signed, block };
struct RuleInstruction {
  uint8_t instruction;
  Rule::Kind kind;
  Operand operand;
};
constexpr std::array<RuleInstruction, 9> kRuleInstructions = {{
    {DW_CFA_undefined, Rule::Kind::undefined, Operand::none},
    {DW_CFA_same_value, Rule::Kind::same, Operand::none},
    {DW_CFA_register, Rule::Kind::in_register, Operand::plain},
    {DW_CFA_offset_extended, Rule::Kind::saved, Operand::aligned},
    {DW_CFA_offset_extended_sf, Rule::Kind::saved, Operand::aligned_signed},
    {DW_CFA_val_offset, Rule::Kind::frame_address_plus, Operand::aligned},
    {DW_CFA_val_offset_sf, Rule::Kind::frame_address_plus, Operand::aligned_signed},
    {DW_CFA_expression, Rule::Kind::saved_at_expression, Operand::block},
    {DW_CFA_val_expression, Rule::Kind::expression, Operand::block},
}};

class Execution {
 public:
  // Makes `rules` those at the address.
  Execution(const FrameInfo& info, uintptr_t address, FrameRules& rules)
      : info_(info), wanted_(address), location_(info.function), rules_(rules) {}

  // False if there is an instruction that is not understood.
  bool run() {
    if (!run(info_.common_instructions)) return false;
    initial_ = rules_.registers;
    return run(info_.instructions);
  }

 private:
  bool run(std::span<const uint8_t> instructions) {
    DwarfBytes code(instructions);
    while (!code.at_end() && location_ <= wanted_) {
      const uint8_t instruction = code.get<uint8_t>();
      const uint8_t operand = instruction & 0x3f;  // of those that have it in their own byte
      switch (instruction & 0xc0) {
        case DW_CFA_advance_loc:
          advance(operand);
          break;
        case DW_CFA_offset:
          set(operand, Rule::Kind::saved, Operand::aligned, code);
          break;
        case DW_CFA_restore:
          restore(operand);
          break;
        default:
          execute(instruction, code);
      }
    }
    return code.ok();
  }

  void execute(uint8_t instruction, DwarfBytes& code) {
    switch (instruction) {
      case DW_CFA_nop:
        break;
      case DW_CFA_set_loc:
        location_ = code.pointer(info_.pointer_encoding);
        break;
      case DW_CFA_advance_loc1:
        advance(code.get<uint8_t>());
        break;
      case DW_CFA_advance_loc2:
        advance(code.get<uint16_t>());
        break;
      case DW_CFA_advance_loc4:
        advance(code.get<uint32_t>());
        break;
      case DW_CFA_restore_extended:
        restore(code.unsigned_leb());
        break;
      case DW_CFA_remember_state:
        remember(code);
        break;
      case DW_CFA_restore_state:
        recall(code);
        break;
      case DW_CFA_GNU_args_size:  // of use to exceptions
        code.unsigned_leb();
        break;
      default:
        if (!change_base(instruction, code)) change_rule(instruction, code);
    }
  }

  // False if this is another instruction.
  bool change_base(uint8_t instruction, DwarfBytes& code) {
    const bool is_signed = instruction == DW_CFA_def_cfa_sf || instruction == DW_CFA_def_cfa_offset_sf;
    switch (instruction) {
      case DW_CFA_def_cfa:
      case DW_CFA_def_cfa_sf:
        set_base(code.unsigned_leb());
        rules_.offset = is_signed ? aligned(code.signed_leb()) : static_cast<int64_t>(code.unsigned_leb());
        return true;
      case DW_CFA_def_cfa_register:
        set_base(code.unsigned_leb());
        return true;
      case DW_CFA_def_cfa_offset:
      case DW_CFA_def_cfa_offset_sf:
        rules_.offset = is_signed ? aligned(code.signed_leb()) : static_cast<int64_t>(code.unsigned_leb());
        return true;
      case DW_CFA_def_cfa_expression:
        rules_.base_expression = block(code);
        return true;
      default:
        return false;
    }
  }

  void change_rule(uint8_t instruction, DwarfBytes& code) {
    for (const RuleInstruction& known : kRuleInstructions) {
      if (known.instruction == instruction) return set(code.unsigned_leb(), known.kind, known.operand, code);
    }
    code.fail();
  }

  // Registers above those that are followed hold no addresses of frames.
  void set(uint64_t reg, Rule::Kind kind, Operand operand, DwarfBytes& code) {
    const Rule rule{kind, static_cast<int32_t>(number(operand, code)),
                    operand == Operand::block ? block(code) : nullptr};
    if (reg < kRegisters) rules_.registers[reg] = rule;
  }
  int64_t number(Operand operand, DwarfBytes& code) const {
    switch (operand) {
      case Operand::plain:
        return static_cast<int64_t>(code.unsigned_leb());
      case Operand::aligned:
        return aligned(static_cast<int64_t>(code.unsigned_leb()));
      case Operand::aligned_signed:
        return aligned(code.signed_leb());
      default:
        return 0;
    }
  }
  static const uint8_t* block(DwarfBytes& code) {
    const uint8_t* const start = code.rest().data();
    code.block();
    return start;
  }

  int64_t aligned(int64_t units) const { return units * info_.data_alignment; }
  void advance(uint64_t units) { location_ += units * info_.code_alignment; }
  void restore(uint64_t reg) {
    if (reg < kRegisters && initial_) rules_.registers[reg] = (*initial_)[reg];
  }
  void set_base(uint64_t reg) {
    rules_.base = reg;
    rules_.base_expression = nullptr;
  }
  void remember(DwarfBytes& code) {
    if (remembered_ == states_.size()) return code.fail();
    states_[remembered_++] = rules_;
  }
  void recall(DwarfBytes& code) {
    if (remembered_ == 0) return code.fail();
    rules_ = *states_[--remembered_];
  }

  const FrameInfo& info_;
  uintptr_t wanted_;
  uintptr_t location_;
  FrameRules& rules_;
  std::optional<std::array<Rule, kRegisters>> initial_;
  std::array<std::optional<FrameRules>, 4> states_;  // compilers nest one or two
  size_t remembered_ = 0;
};

}  // namespace

std::optional<FrameRules> frame_rules_at(uintptr_t address) noexcept {
  std::optional<FrameRules> rules;
  const std::optional<FrameInfo> info = find_frame_info(address);
  if (!info) return rules;
  rules.emplace().signal_frame = info->signal_frame;
  if (!Execution(*info, address, *rules).run()) rules.reset();
  return rules;
}

}  // namespace latecomer::record
