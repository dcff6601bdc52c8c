// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// From a function's frame to its caller's, by the rule that holds at its address:
//
//     rule: CFA = stack pointer + 32, return address at CFA - 8, frame pointer at CFA - 16
//
//     stack pointer |  locals  | frame pointer | return address | caller's frame ...
//                                                               ^ CFA, the caller's stack pointer
//
// A stack that is broken, or a rule that is wrong, leads anywhere. So only the thread's own stack is read as
// it lies there. Of another one (a fiber's, one for signals) nobody knows where it ends: the kernel copies
// what is there, page by page, and stops at what is not mapped.
//
// Functions in Python follow the frame of the function that executes them (python/python_functions.h).
//
// Cost: 3 ns a call whose rule is known, a microsecond for a new one, half of one for a copy.

#include "record/core/unwinder.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "record/python/position.h"

extern "C" void* __libc_stack_end;  // NOLINT: glibc's name for where the first thread's stack begins

namespace latecomer::record {

namespace {

constexpr uintptr_t kPage = 4096;  // or a part of one: no system has smaller ones

bool is_first_thread() {
  return syscall(SYS_gettid) == getpid();  // C libraries before 2.30 have no gettid
}

// Compilers for aarch64 can sign return addresses, in bits that addresses do not use.
uintptr_t without_signature(uintptr_t return_address) {
#if defined(__aarch64__)
  register uintptr_t link_register asm("x30") = return_address;
  asm("hint #7" : "+r"(link_register));  // xpaclri, which older processors take for a nop
  return link_register;
#else
  return return_address;
#endif
}

StackBounds stack_of_first_thread() {
  constexpr rlim_t kMost = rlim_t{64} << 20;  // what lies below may be anything
  const uintptr_t end = reinterpret_cast<uintptr_t>(__libc_stack_end) + sizeof(uintptr_t);
  rlimit limit{};
  const bool is_limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return {end - (is_limited ? std::min(limit.rlim_cur, kMost) : kMost), end};
}

}  // namespace

StackBounds stack_of_this_thread() noexcept {
  if (is_first_thread()) return stack_of_first_thread();
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* begin = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_destroy(&attributes);
  const auto first = reinterpret_cast<uintptr_t>(begin);
  return {first, first + size};
}

UnwoundStack Unwinder::unwind(Frame frame, bool interrupted, std::span<uintptr_t> room,
                              UnwindTrail* trail) noexcept {
  begin(frame);
  python_.rewind();
  trail_ = trail;
  if (trail != nullptr) trail->begin(frame);
  size_t count = 0;
  bool is_exact = interrupted;
  bool is_whole = false;
  while (count < room.size() && !is_whole) {
    room[count++] = frame.program_counter;
    // Behind a call there may be another function already: the call is what belongs to it.
    const FrameRule& rule = rule_at(frame.program_counter - (is_exact ? 0 : 1));
    is_exact = rule.is_signal_frame;
    is_whole = rule.kind == FrameRule::Kind::outermost;
    if (is_whole) break;
    if (rule.kind == FrameRule::Kind::unknown) break;
    if (!go_to_caller(frame, rule)) {
      if (trail != nullptr) trail->lose();
      break;
    }
    if (python_.evaluation() < frame.stack_pointer) [[unlikely]]
      count = put_python(room, count, frame.stack_pointer);
    is_whole = frame.program_counter == 0;
  }
  if (!is_whole && !python_.is_empty()) [[unlikely]] {  // Python knows where no compiler has said it
    while (!python_.is_empty() && count < room.size()) count += python_.put(room.subspan(count));
    is_whole = python_.is_empty() && !python_.is_cut();
  }
  return {room.first(count), !is_whole};
}

// The last of these calls is the evaluation that executes them. What the innermost one calls while garbage is
// collected, the collection calls.
size_t Unwinder::put_python(std::span<uintptr_t> room, size_t count, uintptr_t caller) noexcept {
  if (python_.is_collecting() && count > 1 && count < room.size()) {
    room[count] = room[count - 1];
    room[count - 1] = PythonPosition::collection().word();
    ++count;
  }
  while (count < room.size() && python_.evaluation() < caller) count += python_.put(room.subspan(count));
  return count;
}

void Unwinder::begin(const Frame& frame) noexcept {
  looked_for_memory_ = 0;
  trail_ = nullptr;
  frame_pointer_at_ = 0;
  memory_ = memory_at(frame.stack_pointer);
}

bool Unwinder::go_to_caller(Frame& frame) noexcept {
  const FrameRule& rule = rule_at(frame.program_counter - 1);
  return rule.kind == FrameRule::Kind::known && go_to_caller(frame, rule);
}

const FrameRule& Unwinder::rule_at(uintptr_t address) noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  constexpr unsigned kBits = 9;
  static_assert(kRules == size_t{1} << kBits);
  KnownRule& known = rules_[address * kSpread >> (64 - kBits)];
  if (known.address != address) [[unlikely]]
    known = {address, frame_rule_at(address)};
  return known.rule;
}

// False if what the rule says cannot be: callers lie at higher addresses of a stack.
bool Unwinder::go_to_caller(Frame& frame, const FrameRule& rule) noexcept {
  const auto place = [&](const FramePlace& place, uintptr_t cfa) {
    if (trail_ != nullptr && place.base == FramePlace::Base::frame_pointer) follow_frame_pointer(frame);
    const uintptr_t base = place.base == FramePlace::Base::stack_pointer   ? frame.stack_pointer
                           : place.base == FramePlace::Base::frame_pointer ? frame.frame_pointer
                                                                           : cfa;
    return base + static_cast<uintptr_t>(intptr_t{place.offset});
  };
  Frame caller{0, place(rule.cfa, 0), frame.frame_pointer, 0};
  if (rule.cfa_is_stored && !read_on_trail(caller.stack_pointer, caller.stack_pointer)) return false;
  const bool is_above = caller.stack_pointer > frame.stack_pointer ||
                        (rule.returns_by_register && caller.stack_pointer == frame.stack_pointer);
  if (!is_above && !rule.is_signal_frame) return false;
  uintptr_t return_address = frame.link_register;
  if (rule.returns_by_register
          ? return_address == 0
          : !read_on_trail(place(rule.return_address, caller.stack_pointer), return_address))
    return false;
  caller.program_counter = without_signature(return_address);
  if (rule.saves_link_register &&
      !read_on_trail(place(rule.return_address, 0) - 2 * sizeof(uintptr_t), caller.link_register))
    return false;
  if (rule.saves_frame_pointer) {
    const uintptr_t saved_at = place(rule.frame_pointer, caller.stack_pointer);
    if (!read(saved_at, caller.frame_pointer)) return false;
    frame_pointer_at_ = saved_at;
  }
  frame = caller;
  return true;
}

// A stack that is broken leads to what the address sanitizer lets nobody read.
[[gnu::no_sanitize_address]] bool Unwinder::read(uintptr_t address, uintptr_t& value) noexcept {
  if (!memory_.contains(address)) [[unlikely]] {
    memory_ = memory_at(address);
    if (!memory_.contains(address)) return false;
  }
  struct [[gnu::packed]] Word {
    uintptr_t value;
  };
  value = reinterpret_cast<const Word*>(address + memory_.moved)->value;
  return true;
}

bool Unwinder::read_on_trail(uintptr_t address, uintptr_t& value) noexcept {
  if (!read(address, value)) return false;
  if (trail_ == nullptr) return true;
  trail_->add(address, value);
  if (memory_.moved != 0) trail_->lose();
  return true;
}

// Functions that do not need a frame pointer keep other values in its register: it counts only where it leads
// on.
void Unwinder::follow_frame_pointer(const Frame& frame) noexcept {
  if (frame_pointer_at_ != 0)
    trail_->add(frame_pointer_at_, frame.frame_pointer);
  else
    trail_->need_frame_pointer();
}

Unwinder::Memory Unwinder::memory_at(uintptr_t address) noexcept {
  constexpr unsigned kMost = 8;  // as many times that a stack that is broken costs little
  if (stack_.contains(address)) return {address, stack_.end, 0};
  if (++looked_for_memory_ > kMost || address == 0) return {};
  std::array<iovec, kCopied / kPage + 1> pages{};
  uintptr_t begin = address;
  size_t left = kCopied;
  size_t count = 0;
  for (; left > 0; ++count) {
    const size_t in_page = std::min<size_t>(left, kPage - begin % kPage);
    pages[count] = {reinterpret_cast<void*>(begin), in_page};
    begin += in_page;
    left -= in_page;
  }
  const iovec to{copy_.data(), kCopied};
  const int saved = errno;
  const ssize_t bytes = process_vm_readv(getpid(), &to, 1, pages.data(), count, 0);
  errno = saved;
  if (bytes <= 0) return {};
  return {address, address + static_cast<size_t>(bytes), reinterpret_cast<uintptr_t>(copy_.data()) - address};
}

}  // namespace latecomer::record
