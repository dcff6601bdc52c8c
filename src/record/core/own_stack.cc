// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/own_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <new>

#include "record/core/thread_state.h"

// The frame pointer leads back to the other stack, so debuggers and exceptions find their way.
#if defined(__x86_64__)
asm(R"(
.text
.globl latecomer_call_on_stack
.hidden latecomer_call_on_stack
.type latecomer_call_on_stack, @function
latecomer_call_on_stack:
  .cfi_startproc
  endbr64
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  mov %rdi, %rsp
  mov %rdx, %rdi
  call *%rsi
  mov %rbp, %rsp
  pop %rbp
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
.size latecomer_call_on_stack, .-latecomer_call_on_stack
)");
#elif defined(__aarch64__)
asm(R"(
.text
.globl latecomer_call_on_stack
.hidden latecomer_call_on_stack
.type latecomer_call_on_stack, %function
latecomer_call_on_stack:
  .cfi_startproc
  stp x29, x30, [sp, -16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x29, -16
  .cfi_offset x30, -8
  mov x29, sp
  .cfi_def_cfa_register x29
  mov sp, x0
  mov x0, x2
  blr x1
  mov sp, x29
  .cfi_def_cfa_register sp
  ldp x29, x30, [sp], 16
  .cfi_def_cfa_offset 0
  ret
  .cfi_endproc
.size latecomer_call_on_stack, .-latecomer_call_on_stack
)");
#else
#error "how is a function called on another stack?"
#endif

namespace latecomer::record {

namespace {

constexpr size_t kPage = size_t{64} << 10;  // or a part of it
constexpr size_t kStack = (size_t{192} << 10) + OwnStack::kScratch;

// Those of threads that have ended.
constinit std::mutex free_stacks_mutex;
constinit OwnStack* free_stacks = nullptr;

// A page that nothing may touch, the stack above it, and what belongs to it at the end.
OwnStack* new_stack() noexcept {
  constexpr size_t kBehind = (sizeof(OwnStack) + kPage - 1) / kPage * kPage;
  void* const mapped = mmap(nullptr, kPage + kStack + kBehind, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  mprotect(mapped, kPage, PROT_NONE);
  auto* const end = static_cast<std::byte*>(mapped) + kPage + kStack;
  auto* const stack = new (end) OwnStack;
  stack->scratch = end - kStack;
  stack->stack_end = end;
  return stack;
}

OwnStack* free_or_new_stack() noexcept {
  {
    const std::scoped_lock lock(free_stacks_mutex);
    if (OwnStack* const stack = free_stacks; stack != nullptr) {
      free_stacks = stack->next_free;
      return stack;
    }
  }
  return new_stack();
}

}  // namespace

OwnStack* own_stack_of_this_thread() noexcept {
  if (this_thread.own_stack != nullptr) return this_thread.own_stack;
  OwnStack* const stack = free_or_new_stack();
  if (stack == nullptr) return nullptr;
  this_thread.own_stack = stack;
  on_own_stack([&] { stack->unwinder.begin_thread(stack_of_this_thread()); });
  return stack;
}

void give_back_own_stack() noexcept {
  const Undisturbed undisturbed;
  OwnStack* const stack = std::exchange(this_thread.own_stack, nullptr);
  if (stack == nullptr) return;
  const std::scoped_lock lock(free_stacks_mutex);
  stack->next_free = free_stacks;
  free_stacks = stack;
}

// The system calls themselves, since glibc keeps signals of its own out of the sets.
Undisturbed::Undisturbed() noexcept {
  const unsigned long all = ~0UL;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &signals_, sizeof all);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelled_);
}

Undisturbed::~Undisturbed() noexcept {
  pthread_setcancelstate(cancelled_, nullptr);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &signals_, nullptr, sizeof signals_);
}

}  // namespace latecomer::record
