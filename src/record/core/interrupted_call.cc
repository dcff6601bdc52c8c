// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A signal makes some system calls fail with EINTR, whatever its handler's flags say: those that wait for a
// time, or for signals. A program that never had a signal does not expect that, so such a call is made again.
// Its arguments are still in the registers. Its number is not, but the code before the call says where it
// was:
//
//     mov $number, %eax; ...; syscall    in the code
//     mov 16(%rsp), %rax; syscall        on the stack: glibc from 2.41 on, in processes with one thread
//     mov %rsi, %rax; ...; syscall       in a register that has changed: the same in processes with several;
//                                        its caller has it as its own seventh argument, which is on the stack
//
// Where it is something else, the program sees EINTR.

#include "record/core/interrupted_call.h"

#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include "record/core/code_mapping.h"
#include "record/core/frame_rule.h"

namespace latecomer::record {

#if defined(__x86_64__)
namespace {

// Those that fail when a signal arrives, and that can be called again with what they were called with.
constexpr std::array<int64_t, 28> kWaits = {
    SYS_poll,       SYS_ppoll,  SYS_select,          SYS_pselect6,      SYS_epoll_wait,      SYS_epoll_pwait,
    SYS_nanosleep,  SYS_pause,  SYS_clock_nanosleep, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_semop,
    SYS_semtimedop, SYS_msgrcv, SYS_msgsnd,          SYS_futex,         SYS_io_getevents,    SYS_recvfrom,
    SYS_recvmsg,    SYS_sendto, SYS_sendmsg,         SYS_accept,        SYS_accept4,         SYS_recvmmsg,
    SYS_read,       SYS_write,  SYS_readv,           SYS_writev};

bool is_wait(int64_t number) {
  return std::ranges::find(kWaits, number) != kWaits.end();
}

// Is the code up to a system call, as far as it can be read.
class CodeBefore {
 public:
  explicit CodeBefore(uintptr_t call) : call_(reinterpret_cast<const unsigned char*>(call)) {
    constexpr uintptr_t kPage = 4096;  // what lies before code of no module may not be there
    const std::optional<CodeMapping> mapping = code_mapping_at(call);
    size_ = call - (mapping ? mapping->begin : call / kPage * kPage);
  }
  template <size_t size>
  bool ends_with(const std::array<unsigned char, size>& code) const {
    return size <= size_ && std::memcmp(call_ - size, code.data(), size) == 0;
  }
  bool has(size_t bytes) const { return bytes <= size_; }
  const unsigned char* before_call(size_t bytes) const { return call_ - bytes; }

 private:
  const unsigned char* call_;
  uintptr_t size_;
};

template <class Value>
Value read(const void* from) {
  Value value{};
  std::memcpy(&value, from, sizeof value);
  return value;
}

int64_t word_at(uintptr_t address) {
  return read<int64_t>(reinterpret_cast<const void*>(address));
}

// mov $number, %eax within a few bytes.
std::optional<int64_t> number_in_code(const CodeBefore& code) {
  constexpr unsigned char kMove = 0xb8;
  constexpr size_t kSize = 1 + sizeof(int32_t);
  constexpr size_t kFarthest = 14;
  for (size_t distance = kSize; distance <= kFarthest && code.has(distance); ++distance) {
    const unsigned char* const at = code.before_call(distance);
    if (*at == kMove && is_wait(read<int32_t>(at + 1))) return read<int32_t>(at + 1);
  }
  return std::nullopt;
}

// mov offset(%rsp), %rax
std::optional<int64_t> number_on_stack(const CodeBefore& code, uintptr_t stack_pointer) {
  constexpr std::array<unsigned char, 4> kMove = {0x48, 0x8b, 0x44, 0x24};
  constexpr size_t kSize = kMove.size() + 1;
  if (!code.has(kSize) || std::memcmp(code.before_call(kSize), kMove.data(), kMove.size()) != 0)
    return std::nullopt;
  return word_at(stack_pointer + *code.before_call(1));
}

// A function that has it as its seventh argument calls one that has it as its second.
std::optional<int64_t> number_of_caller(const CodeBefore& code, uintptr_t stack_pointer,
                                        uintptr_t frame_pointer) {
  // mov %rsi, %rax; mov %rdx, %rdi; mov %rcx, %rsi; mov %r8, %rdx; mov %r9, %r10; mov 8(%rsp), %r8;
  // mov 16(%rsp), %r9; mov %r11, 8(%rsp)
  constexpr std::array<unsigned char, 30> kMoves = {
      0x48, 0x89, 0xf0, 0x48, 0x89, 0xd7, 0x48, 0x89, 0xce, 0x4c, 0x89, 0xc2, 0x4d, 0x89, 0xca,
      0x4c, 0x8b, 0x44, 0x24, 0x08, 0x4c, 0x8b, 0x4c, 0x24, 0x10, 0x4c, 0x89, 0x5c, 0x24, 0x08};
  if (!code.ends_with(kMoves)) return std::nullopt;
  const auto return_address = static_cast<uintptr_t>(word_at(stack_pointer));
  const FrameRule rule = frame_rule_at(return_address - 1);
  if (rule.kind != FrameRule::Kind::known || rule.cfa_is_stored) return std::nullopt;
  const bool by_frame_pointer = rule.cfa.base == FramePlace::Base::frame_pointer;
  const uintptr_t base = by_frame_pointer ? frame_pointer : stack_pointer + sizeof return_address;
  return word_at(base + static_cast<uintptr_t>(static_cast<intptr_t>(rule.cfa.offset)));
}

}  // namespace

void repeat_interrupted_call(ucontext_t& context) noexcept {
  constexpr std::array<unsigned char, 2> kSyscall = {0x0f, 0x05};
  greg_t* const registers = context.uc_mcontext.gregs;
  const auto behind = static_cast<uintptr_t>(registers[REG_RIP]);
  if (registers[REG_RAX] != -EINTR || !CodeBefore(behind).ends_with(kSyscall)) return;
  const CodeBefore code(behind - kSyscall.size());
  const auto stack_pointer = static_cast<uintptr_t>(registers[REG_RSP]);
  std::optional<int64_t> number = number_in_code(code);
  if (!number) number = number_on_stack(code, stack_pointer);
  if (!number) number = number_of_caller(code, stack_pointer, static_cast<uintptr_t>(registers[REG_RBP]));
  if (!number || !is_wait(*number)) return;
  registers[REG_RAX] = *number;
  registers[REG_RIP] -= static_cast<greg_t>(kSyscall.size());
}
#else
// Elsewhere the call's first argument is lost.
void repeat_interrupted_call(ucontext_t&) noexcept {}
#endif

}  // namespace latecomer::record
