// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Compilers describe, for each instruction of a function, where its caller's registers are: as a program
// that changes a row of rules from one address to the next. Libraries that read it take locks or memory,
// which a signal handler must not; of the row, a stack of calls needs three columns:
//
//     address     canonical frame address    return address    frame pointer
//     f           stack pointer + 8          CFA - 8           as in f
//     f+1  push   stack pointer + 16         CFA - 8           at CFA - 16
//     f+4  mov    frame pointer + 16         CFA - 8           at CFA - 16
//
// A module has a table of its functions, in the order of their addresses. An expression, which a row can have
// instead, is evaluated with what is known of the registers: each value on its stack is a number, or a
// distance from a register.
//
// Cost: a microsecond; whoever asks remembers the answer.

#include "record/core/frame_rule.h"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <utility>

#include "record/core/code_mapping.h"

namespace latecomer::record {

namespace {

#if defined(__x86_64__)
constexpr uint64_t kFramePointer = 6;
constexpr uint64_t kStackPointer = 7;
constexpr uint64_t kProgramCounter = 16;
constexpr bool kHasLinkRegister = false;
#elif defined(__aarch64__)
constexpr uint64_t kFramePointer = 29;
constexpr uint64_t kStackPointer = 31;
constexpr uint64_t kProgramCounter = 32;
constexpr bool kHasLinkRegister = true;
#else
#error "which registers have the stack and frame pointers?"
#endif

// Reads what a module's tables hold, from some byte on.
class Reader {
 public:
  Reader(const std::byte* at, const std::byte* end) : at_(at), end_(end) {}

  bool at_end() const { return at_ >= end_; }
  const std::byte* position() const { return at_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  void skip(uint64_t bytes) { at_ += bytes < left() ? bytes : left(); }
  Reader part(uint64_t bytes) {
    const Reader part(at_, at_ + (bytes < left() ? bytes : left()));
    skip(bytes);
    return part;
  }

  template <class T>
  T get() {
    T value{};
    if (left() < sizeof value) {
      at_ = end_;
      return value;
    }
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  uint64_t uleb() {
    uint64_t value = 0;
    for (unsigned shift = 0; !at_end(); shift += 7) {
      const auto byte = get<uint8_t>();
      if (shift < 64) value |= uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return value;
  }
  int64_t sleb() {
    uint64_t value = 0;
    for (unsigned shift = 0; !at_end();) {
      const auto byte = get<uint8_t>();
      if (shift < 64) value |= uint64_t{byte & 0x7fU} << shift;
      shift += 7;
      if ((byte & 0x80U) != 0) continue;
      if ((byte & 0x40U) != 0 && shift < 64) value |= ~uint64_t{0} << shift;
      break;
    }
    return static_cast<int64_t>(value);
  }
  const char* text() {
    const auto* begin = reinterpret_cast<const char*>(at_);
    while (!at_end() && get<char>() != '\0') {
    }
    return begin;
  }

 private:
  const std::byte* at_;
  const std::byte* end_;
};

// Pointers' encodings (Linux Standard Base, 10.5).
constexpr uint8_t kFormat = 0x0f;
constexpr uint8_t kOmitted = 0xff;

// A number of such a format; 0 for those that are not known.
uint64_t encoded_number(Reader& from, uint8_t encoding) {
  switch (encoding & kFormat) {
    case 0x00:
      return from.get<uintptr_t>();
    case 0x01:
      return from.uleb();
    case 0x02:
      return from.get<uint16_t>();
    case 0x03:
      return from.get<uint32_t>();
    case 0x04:
    case 0x0c:
      return from.get<uint64_t>();
    case 0x09:
      return static_cast<uint64_t>(from.sleb());
    case 0x0a:
      return static_cast<uint64_t>(int64_t{from.get<int16_t>()});
    case 0x0b:
      return static_cast<uint64_t>(int64_t{from.get<int32_t>()});
    default:
      return 0;
  }
}

// An entry of .eh_frame, without the length it begins with.
Reader entry_at(const std::byte* at) {
  constexpr uint32_t kLong = 0xffffffff;
  Reader head(at, at + sizeof(uint32_t) + sizeof(uint64_t));
  uint64_t length = head.get<uint32_t>();
  if (length == kLong) length = head.get<uint64_t>();
  return {head.position(), head.position() + length};
}

// What the functions of a compilation unit have in common.
struct CommonInformation {
  uint64_t code_alignment = 1;
  int64_t data_alignment = 1;
  uint64_t return_column = 0;
  uint8_t pointer_encoding = 0;
  bool has_augmentation = false;
  bool is_signal_frame = false;
  Reader instructions{nullptr, nullptr};
};

void read_augmentation(Reader& entry, const char* letters, CommonInformation& common) {
  common.has_augmentation = *letters == 'z';
  if (!common.has_augmentation) return;
  Reader data = entry.part(entry.uleb());
  for (const char* letter = letters + 1; *letter != '\0'; ++letter) {
    if (*letter == 'R') common.pointer_encoding = data.get<uint8_t>();
    if (*letter == 'S') common.is_signal_frame = true;
    if (*letter == 'L') data.skip(1);
    if (*letter == 'P') {
      const auto encoding = data.get<uint8_t>();
      encoded_number(data, encoding);
    }
  }
}

CommonInformation common_information_at(const std::byte* at) {
  CommonInformation common;
  Reader entry = entry_at(at);
  entry.skip(sizeof(uint32_t));  // it says that this is one
  const auto version = entry.get<uint8_t>();
  const char* letters = entry.text();
  common.code_alignment = entry.uleb();
  common.data_alignment = entry.sleb();
  common.return_column = version == 1 ? entry.get<uint8_t>() : entry.uleb();
  read_augmentation(entry, letters, common);
  common.instructions = entry;
  return common;
}

// A number, or a distance from what a register holds, or from the canonical frame address; or what is stored
// there.
struct Value {
  enum class Kind : uint8_t { unknown, number, stack_pointer, frame_pointer, cfa };
  Kind kind = Kind::unknown;
  bool is_stored = false;
  int64_t offset = 0;
};

Value register_value(uint64_t number, int64_t offset, uintptr_t address) {
  if (number == kStackPointer) return {Value::Kind::stack_pointer, false, offset};
  if (number == kFramePointer) return {Value::Kind::frame_pointer, false, offset};
  if (number == kProgramCounter) return {Value::Kind::number, false, static_cast<int64_t>(address) + offset};
  return {};
}

Value sum(const Value& a, const Value& b) {
  const bool is_number = b.kind == Value::Kind::number && !b.is_stored && !a.is_stored;
  return is_number ? Value{a.kind, false, a.offset + b.offset} : Value{};
}

// The operations of DWARF expressions that compilers use for frames (DWARF 5, 7.7.1).
class Expression {
 public:
  explicit Expression(uintptr_t address) : address_(address) {}

  void push(Value value) {
    if (size_ < values_.size()) values_[size_++] = value;
  }
  Value evaluate(Reader code) {
    while (!code.at_end()) {
      if (!operate(code)) return {};
    }
    return pop();
  }

 private:
  Value pop() { return size_ == 0 ? Value{} : values_[--size_]; }
  void push_number(int64_t number) { push({Value::Kind::number, false, number}); }

  bool operate(Reader& code) {
    constexpr uint8_t kLiteral = 0x30;
    constexpr uint8_t kRegister = 0x70;
    constexpr uint8_t kOfEach = 32;
    const auto operation = code.get<uint8_t>();
    if (operation >= kLiteral && operation < kLiteral + kOfEach)
      push_number(operation - kLiteral);
    else if (operation >= kRegister && operation < kRegister + kOfEach)
      push(register_value(operation - kRegister, code.sleb(), address_));
    else if (!push_constant(operation, code))
      return combine(operation, code);
    return true;
  }

  bool push_constant(uint8_t operation, Reader& code) {
    switch (operation) {
      case 0x08:
        push_number(code.get<uint8_t>());
        return true;
      case 0x09:
        push_number(code.get<int8_t>());
        return true;
      case 0x0a:
        push_number(code.get<uint16_t>());
        return true;
      case 0x0b:
        push_number(code.get<int16_t>());
        return true;
      case 0x0c:
        push_number(code.get<uint32_t>());
        return true;
      case 0x0d:
        push_number(code.get<int32_t>());
        return true;
      case 0x10:
        push_number(static_cast<int64_t>(code.uleb()));
        return true;
      case 0x11:
        push_number(code.sleb());
        return true;
      default:
        return false;
    }
  }

  bool combine(uint8_t operation, Reader& code) {
    const Value last = pop();
    switch (operation) {
      case 0x06:  // deref
        if (last.is_stored || last.kind == Value::Kind::number) return false;
        push({last.kind, true, last.offset});
        return true;
      case 0x22:  // plus
        push(sum(pop(), last));
        return true;
      case 0x23:  // plus_uconst
        push(sum(last, {Value::Kind::number, false, static_cast<int64_t>(code.uleb())}));
        return true;
      case 0x1a:  // and
        return push_of_numbers(pop(), last, [](int64_t a, int64_t b) { return a & b; });
      case 0x1c:  // minus
        return push_of_numbers(pop(), last, [](int64_t a, int64_t b) { return a - b; });
      case 0x24:  // shl
        return push_of_numbers(pop(), last,
                               [](int64_t a, int64_t b) { return b >= 0 && b < 63 ? a << b : 0; });
      case 0x2a:  // ge
        return push_of_numbers(pop(), last, [](int64_t a, int64_t b) { return int64_t{a >= b}; });
      default:
        return false;
    }
  }

  template <class Calculate>
  bool push_of_numbers(const Value& a, const Value& b, Calculate calculate) {
    const auto is_number = [](const Value& value) {
      return value.kind == Value::Kind::number && !value.is_stored;
    };
    if (!is_number(a) || !is_number(b)) return false;
    push_number(calculate(a.offset, b.offset));
    return true;
  }

  uintptr_t address_;
  std::array<Value, 8> values_{};
  size_t size_ = 0;
};

// How a register of the caller is found.
struct RegisterRule {
  enum class Kind : uint8_t { same, undefined, at, unknown };
  Kind kind = Kind::same;
  Value place = {};  // where it is stored
};

// The columns that matter, at one address.
struct Row {
  Value cfa;
  RegisterRule return_address;
  RegisterRule frame_pointer;
};

// Runs the instructions of a function up to an address (DWARF 5, 6.4.2).
class RowProgram {
 public:
  RowProgram(const CommonInformation& common, uintptr_t begin, uintptr_t address)
      : common_(common), location_(begin), address_(address) {
    run(common.instructions);
    initial_ = row_;
  }

  /// Runs the instructions. Returns false if there is one that is not known.
  bool run(Reader code) {
    while (!code.at_end() && location_ <= address_) {
      if (!step(code)) return false;
    }
    return true;
  }
  const Row& row() const { return row_; }

 private:
  bool step(Reader& code) {
    constexpr uint8_t kOperand = 0x3f;
    const auto instruction = code.get<uint8_t>();
    const uint8_t operand = instruction & kOperand;
    switch (instruction & ~kOperand) {
      case 0x40:
        advance(operand);
        return true;
      case 0x80:
        store(operand, static_cast<int64_t>(code.uleb()));
        return true;
      case 0xc0:
        restore(operand);
        return true;
      default:
        return step_with_operands(instruction, code);
    }
  }

  bool step_with_operands(uint8_t instruction, Reader& code) {
    switch (instruction) {
      case 0x00:  // nop
        return true;
      case 0x02:
        advance(code.get<uint8_t>());
        return true;
      case 0x03:
        advance(code.get<uint16_t>());
        return true;
      case 0x04:
        advance(code.get<uint32_t>());
        return true;
      case 0x0a:  // remember_state
        if (depth_ == kept_.size()) return false;
        kept_[depth_++] = row_;
        return true;
      case 0x0b:  // restore_state
        if (depth_ == 0) return false;
        row_ = kept_[--depth_];
        return true;
      case 0x2d:  // the return address is signed, or the register window is saved
        return true;
      case 0x2e:  // GNU_args_size
        code.uleb();
        return true;
      default:
        return define_cfa(instruction, code) || define_register(instruction, code);
    }
  }

  bool define_cfa(uint8_t instruction, Reader& code) {
    switch (instruction) {
      case 0x0c: {  // def_cfa
        const uint64_t number = code.uleb();
        row_.cfa = register_value(number, static_cast<int64_t>(code.uleb()), address_);
        return true;
      }
      case 0x0d:  // def_cfa_register
        row_.cfa = register_value(code.uleb(), row_.cfa.offset, address_);
        return true;
      case 0x0e:  // def_cfa_offset
        row_.cfa.offset = static_cast<int64_t>(code.uleb());
        return true;
      case 0x0f:  // def_cfa_expression
        row_.cfa = Expression(address_).evaluate(code.part(code.uleb()));
        return true;
      case 0x12: {  // def_cfa_sf
        const uint64_t number = code.uleb();
        row_.cfa = register_value(number, code.sleb() * common_.data_alignment, address_);
        return true;
      }
      case 0x13:  // def_cfa_offset_sf
        row_.cfa.offset = code.sleb() * common_.data_alignment;
        return true;
      default:
        return false;
    }
  }

  bool define_register(uint8_t instruction, Reader& code) {
    const uint64_t number = code.uleb();
    switch (instruction) {
      case 0x05:  // offset_extended
        store(number, static_cast<int64_t>(code.uleb()));
        return true;
      case 0x06:  // restore_extended
        restore(number);
        return true;
      case 0x07:
        set(number, {RegisterRule::Kind::undefined});
        return true;
      case 0x08:
        set(number, {RegisterRule::Kind::same});
        return true;
      case 0x09:  // it is in another register
        code.uleb();
        set(number, {RegisterRule::Kind::unknown});
        return true;
      case 0x10:  // expression
        set_expression(number, code.part(code.uleb()));
        return true;
      case 0x11:  // offset_extended_sf
        store(number, code.sleb());
        return true;
      case 0x14:  // val_offset
        code.uleb();
        set(number, {RegisterRule::Kind::unknown});
        return true;
      case 0x15:  // val_offset_sf
        code.sleb();
        set(number, {RegisterRule::Kind::unknown});
        return true;
      case 0x16:  // val_expression
        code.skip(code.uleb());
        set(number, {RegisterRule::Kind::unknown});
        return true;
      case 0x2f:  // GNU_negative_offset_extended
        store(number, -static_cast<int64_t>(code.uleb()));
        return true;
      default:
        return false;
    }
  }

  void advance(uint64_t units) { location_ += units * common_.code_alignment; }

  RegisterRule* column(Row& row, uint64_t number) const {
    if (number == common_.return_column) return &row.return_address;
    return number == kFramePointer ? &row.frame_pointer : nullptr;
  }
  void set(uint64_t number, const RegisterRule& rule) {
    if (RegisterRule* const column = this->column(row_, number)) *column = rule;
  }
  void store(uint64_t number, int64_t factored) {
    set(number, {RegisterRule::Kind::at, {Value::Kind::cfa, false, factored * common_.data_alignment}});
  }
  void set_expression(uint64_t number, Reader code) {
    Expression expression(address_);
    expression.push({Value::Kind::cfa, false, 0});
    const Value place = expression.evaluate(code);
    const bool is_place = place.kind != Value::Kind::unknown && place.kind != Value::Kind::number;
    set(number, {is_place && !place.is_stored ? RegisterRule::Kind::at : RegisterRule::Kind::unknown, place});
  }
  void restore(uint64_t number) {
    if (const RegisterRule* const column = this->column(initial_, number)) set(number, *column);
  }

  const CommonInformation& common_;
  uintptr_t location_;
  uintptr_t address_;
  Row row_;
  Row initial_;
  std::array<Row, 4> kept_{};
  size_t depth_ = 0;
};

FramePlace place_of(const Value& value) {
  FramePlace place;
  if (value.kind == Value::Kind::stack_pointer) place.base = FramePlace::Base::stack_pointer;
  if (value.kind == Value::Kind::frame_pointer) place.base = FramePlace::Base::frame_pointer;
  place.offset = static_cast<int32_t>(value.offset);
  return place;
}

FrameRule rule_of(const Row& row, bool is_signal_frame) {
  FrameRule rule;
  rule.is_signal_frame = is_signal_frame;
  if (row.return_address.kind == RegisterRule::Kind::undefined) rule.kind = FrameRule::Kind::outermost;
  const bool has_cfa =
      row.cfa.kind == Value::Kind::stack_pointer || row.cfa.kind == Value::Kind::frame_pointer;
  rule.returns_by_register = kHasLinkRegister && row.return_address.kind == RegisterRule::Kind::same;
  const bool returns = rule.returns_by_register || row.return_address.kind == RegisterRule::Kind::at;
  const bool is_understood = has_cfa && returns && row.frame_pointer.kind != RegisterRule::Kind::unknown;
  if (!is_understood) return rule;
  rule.kind = FrameRule::Kind::known;
  rule.cfa = place_of(row.cfa);
  rule.cfa_is_stored = row.cfa.is_stored;
  rule.return_address = place_of(row.return_address.place);
  rule.saves_frame_pointer = row.frame_pointer.kind == RegisterRule::Kind::at;
  if (rule.saves_frame_pointer) rule.frame_pointer = place_of(row.frame_pointer.place);
  return rule;
}

// An entry of the module's table: both are distances from the table's begin.
struct TableEntry {
  int32_t code;
  int32_t description;
};

// The last entry whose code begins at `address` or before; nullptr if there is none.
const std::byte* find_description(const std::byte* header, uintptr_t address) {
  constexpr uint8_t kVersion = 1;
  constexpr uint8_t kRelative4 = 0x3b;  // signed, of four bytes, from the table's begin
  Reader reader(header, header + 4 + 2 * sizeof(uint64_t));
  const auto version = reader.get<uint8_t>();
  const auto frame_encoding = reader.get<uint8_t>();
  const auto count_encoding = reader.get<uint8_t>();
  const auto table_encoding = reader.get<uint8_t>();
  if (version != kVersion || count_encoding == kOmitted || table_encoding != kRelative4) return nullptr;
  encoded_number(reader, frame_encoding);
  uint64_t count = encoded_number(reader, count_encoding);
  const std::byte* first = reader.position();
  const auto distance = static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(header));
  const auto entry_of = [](const std::byte* at) {
    TableEntry entry{};
    std::memcpy(&entry, at, sizeof entry);
    return entry;
  };
  if (count == 0 || entry_of(first).code > distance) return nullptr;
  while (count > 1) {  // the one that is looked for is among them
    const uint64_t half = count / 2;
    const std::byte* const middle = first + half * sizeof(TableEntry);
    const bool behind = entry_of(middle).code > distance;
    if (!behind) first = middle;
    count = behind ? half : count - half;
  }
  return header + entry_of(first).description;
}

FrameRule rule_in(const std::byte* description, uintptr_t address) {
  constexpr uint8_t kRelativeToHere = 0x10;
  Reader entry = entry_at(description);
  const std::byte* const here = entry.position();
  const CommonInformation common = common_information_at(here - entry.get<uint32_t>());
  const std::byte* const begin_at = entry.position();
  uintptr_t begin = encoded_number(entry, common.pointer_encoding);
  if ((common.pointer_encoding & ~kFormat) == kRelativeToHere) begin += reinterpret_cast<uintptr_t>(begin_at);
  const uintptr_t size = encoded_number(entry, common.pointer_encoding);
  if (address < begin || address - begin >= size) return {};
  if (common.has_augmentation) entry.skip(entry.uleb());
  RowProgram program(common, begin, address);
  return program.run(entry) ? rule_of(program.row(), common.is_signal_frame) : FrameRule();
}

FrameRule described_rule(uintptr_t address) {
  const std::optional<CodeMapping> mapping = code_mapping_at(address);
  if (!mapping || mapping->frames == nullptr) return {};
  const std::byte* const description = find_description(mapping->frames, address);
  return description == nullptr ? FrameRule() : rule_in(description, address);
}

#if defined(__aarch64__)
// Whether as much as a signal mask can be read there: the kernel reads one before it refuses this call. In a
// module, too, there is memory that cannot.
bool is_readable(uintptr_t address) {
  const int saved = errno;
  syscall(SYS_rt_sigprocmask, -1, address, nullptr, sizeof(uint64_t));
  return std::exchange(errno, saved) == EINVAL;
}

// Signal handlers return to code of the kernel that nobody describes: it has no more than the system call
// rt_sigreturn. The stack pointer is then at what the kernel has stored, a siginfo_t and a ucontext_t.
FrameRule rule_of_signal_return(uintptr_t address) {
  constexpr std::array<uint32_t, 2> kSignalReturn = {0xd2801168, 0xd4000001};  // mov x8, #139; svc #0
  static_assert(sizeof kSignalReturn == sizeof(uint64_t));
  constexpr uintptr_t kRegisters = sizeof(siginfo_t) + offsetof(ucontext_t, uc_mcontext.regs);
  constexpr uintptr_t kStackPointerAt = sizeof(siginfo_t) + offsetof(ucontext_t, uc_mcontext.sp);
  constexpr uintptr_t kProgramCounterAt = sizeof(siginfo_t) + offsetof(ucontext_t, uc_mcontext.pc);
  const uintptr_t code = (address + 3) / 4 * 4;  // the address is in the call that would be before
  if (!is_readable(code) ||
      std::memcmp(reinterpret_cast<const void*>(code), kSignalReturn.data(), sizeof kSignalReturn) != 0)
    return {};
  const auto place = [](uintptr_t offset) {
    return FramePlace{FramePlace::Base::stack_pointer, static_cast<int32_t>(offset)};
  };
  FrameRule rule;
  rule.kind = FrameRule::Kind::known;
  rule.is_signal_frame = true;
  rule.saves_link_register = true;
  rule.saves_frame_pointer = true;
  rule.cfa_is_stored = true;
  rule.cfa = place(kStackPointerAt);
  rule.return_address = place(kProgramCounterAt);
  rule.frame_pointer = place(kRegisters + kFramePointer * sizeof(uint64_t));
  return rule;
}
#endif

}  // namespace

FrameRule frame_rule_at(uintptr_t address) noexcept {
  const FrameRule rule = described_rule(address);
#if defined(__aarch64__)
  if (rule.kind == FrameRule::Kind::unknown) return rule_of_signal_return(address);
#endif
  return rule;
}

}  // namespace latecomer::record
