// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/sample_timer.h"

#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace latecomer::record {

namespace {

SampleHandler sample_handler = nullptr;

// Few programs use the last of the real-time signals; SIGPROF is that of profilers.
int sample_signal() {
  return SIGRTMAX - 2;
}

const void* interrupted_at(const void* context) {
  const auto* interrupted = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  const auto address = interrupted->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  const auto address = interrupted->uc_mcontext.pc;
#else
#error "which register is the program counter?"
#endif
  return reinterpret_cast<const void*>(address);
}

void handle(int, siginfo_t*, void* context) {
  const int kept = errno;
  sample_handler(interrupted_at(context));
  errno = kept;
}

Status problem(const char* what) {
  return Error{std::string(what) + ": " + std::strerror(errno)};
}

}  // namespace

Status handle_samples(SampleHandler handler) {
  sample_handler = handler;
  struct sigaction before {};
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  if (sigaction(sample_signal(), nullptr, &before) != 0) return problem("the handler of samples");
  if (before.sa_handler != SIG_DFL)
    return Error{"the program has a handler of its own for signal " + std::to_string(sample_signal())};
  return sigaction(sample_signal(), &action, nullptr) == 0 ? Status() : problem("the handler of samples");
}

Result<std::unique_ptr<SampleTimer>> SampleTimer::start(unsigned per_second) {
  constexpr long kNanosecondsPerSecond = 1'000'000'000;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = sample_signal();
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  timer_t timer{};
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0)
    return problem("a timer for samples").error();
  std::unique_ptr<SampleTimer> result(new SampleTimer(timer));
  itimerspec each{};
  each.it_interval.tv_nsec = kNanosecondsPerSecond / per_second;
  if (per_second == 1) each.it_interval = {1, 0};
  each.it_value = each.it_interval;
  if (timer_settime(timer, 0, &each, nullptr) != 0) return problem("a timer for samples").error();
  return result;
}

SampleTimer::~SampleTimer() {
  timer_delete(timer_);
}

}  // namespace latecomer::record
