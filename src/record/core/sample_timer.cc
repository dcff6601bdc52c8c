// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Timers need a signal, and all signals are the program's: it may handle each of them, reset it, block it or
// wait for it. But two are glibc's own, which its functions leave out of all sets and refuse to change. With
// the second of them (SIGSETXID) it makes all threads follow a change of the user; so a handler stands in
// front of glibc's, takes what comes from the recorder's timers, and hands on the rest:
//
//     timer  --->  handle  --->  on the recorder's stack: take a sample
//     setuid --->    "     --->  glibc's handler, which it installs when a first thread is created

#include "record/core/sample_timer.h"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "record/core/interrupted_call.h"
#include "record/core/own_stack.h"
#include "record/core/thread_state.h"

extern "C" void latecomer_return_from_handler();
#if defined(__x86_64__)
// Debuggers know these two instructions.
asm(R"(
.text
.globl latecomer_return_from_handler
.hidden latecomer_return_from_handler
.type latecomer_return_from_handler, @function
latecomer_return_from_handler:
  mov $15, %rax
  syscall
.size latecomer_return_from_handler, .-latecomer_return_from_handler
)");
#elif defined(__aarch64__)
// The kernel has its own.
void latecomer_return_from_handler() {}
#endif

namespace latecomer::record {

namespace {

#if defined(__x86_64__)
constexpr unsigned long kRestorerFlag = 0x04000000;  // the kernel's SA_RESTORER
#else
constexpr unsigned long kRestorerFlag = 0;
#endif

// As the kernel has it.
struct KernelAction {
  void (*handler)(int, siginfo_t*, void*);
  unsigned long flags;
  void (*restorer)();
  unsigned long mask;
};

SampleHandler sample_handler = nullptr;
constinit std::atomic<void (*)(int, siginfo_t*, void*)> handler_of_glibc{nullptr};
char timer_mark = 0;  // its address is what the recorder's timers send

#if defined(__x86_64__)
Frame interrupted_frame(const ucontext_t& context) {
  const greg_t* const registers = context.uc_mcontext.gregs;
  return {static_cast<uintptr_t>(registers[REG_RIP]), static_cast<uintptr_t>(registers[REG_RSP]),
          static_cast<uintptr_t>(registers[REG_RBP]), 0};
}
#elif defined(__aarch64__)
Frame interrupted_frame(const ucontext_t& context) {
  constexpr int kFramePointer = 29;
  constexpr int kLinkRegister = 30;
  const mcontext_t& registers = context.uc_mcontext;
  return {registers.pc, registers.sp, registers.regs[kFramePointer], registers.regs[kLinkRegister]};
}
#else
#error "which registers has a signal interrupted?"
#endif

void take(void* given) {
  auto& context = *static_cast<ucontext_t*>(given);
  repeat_interrupted_call(context);
  sample_handler(interrupted_frame(context));
}

// All other signals wait, those of glibc as well.
void handle(int signal, siginfo_t* info, void* context) {
  if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &timer_mark) {
    if (auto* const next = handler_of_glibc.load(std::memory_order_relaxed)) next(signal, info, context);
    return;
  }
  const int kept = errno;
  OwnStack* const stack = this_thread.own_stack;
  if (stack == nullptr || stack->is_on_stack) {
    repeat_interrupted_call(*static_cast<ucontext_t*>(context));
  } else {
    stack->is_on_stack = true;
    latecomer_call_on_stack(stack->stack_end, take, context);
    stack->is_on_stack = false;
  }
  errno = kept;
}

int change_action(const KernelAction* action, KernelAction* before) {
  return static_cast<int>(
      syscall(SYS_rt_sigaction, kSampleSignal, action, before, sizeof(KernelAction::mask)));
}

// In front of glibc's, if it has installed one since.
Status install_handler() {
  KernelAction installed{};
  if (change_action(nullptr, &installed) != 0) return Error{std::strerror(errno)};
  if (installed.handler == handle) return {};
  handler_of_glibc = reinterpret_cast<uintptr_t>(installed.handler) > 1 ? installed.handler : nullptr;
  const KernelAction action{handle, SA_SIGINFO | SA_RESTART | SA_ONSTACK | kRestorerFlag,
                            latecomer_return_from_handler, ~0UL};
  return change_action(&action, nullptr) == 0 ? Status() : Error{std::strerror(errno)};
}

}  // namespace

const void* mark_of_samples() noexcept {
  return &timer_mark;
}

Status handle_samples(SampleHandler handler) {
  sample_handler = handler;
  return install_handler();
}

void stay_in_front_of_glibc() noexcept {
  static constinit std::atomic<bool> has_done_so{false};
  if (sample_handler == nullptr || has_done_so.load(std::memory_order_relaxed)) return;
  has_done_so.store(true, std::memory_order_relaxed);
  const ErrnoKeeper keeper;
  harmless([] { require(install_handler()); });
}

Status SampleTimer::start(unsigned per_second) {
  constexpr long kNanosecondsPerSecond = 1'000'000'000;
  TRY_STATUS(install_handler());
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = kSampleSignal;
  event.sigev_value.sival_ptr = &timer_mark;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0)
    return Error{std::string("a timer for samples: ") + std::strerror(errno)};
  runs_ = true;
  itimerspec each{};
  each.it_interval.tv_nsec = kNanosecondsPerSecond / per_second;
  if (per_second == 1) each.it_interval = {1, 0};
  each.it_value = each.it_interval;
  if (timer_settime(timer_, 0, &each, nullptr) == 0) return {};
  return Error{std::string("a timer for samples: ") + std::strerror(errno)};
}

void SampleTimer::stop() noexcept {
  if (runs_) timer_delete(timer_);
  runs_ = false;
}

}  // namespace latecomer::record
