// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/sample_timer.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "record/core/own_stack.h"

#if defined(__x86_64__)
// As glibc makes calls from 2.41 on: with their number on the stack, and as an argument that moves on from
// the seventh to the second.
asm(R"(
.text
call_with_number_on_stack:
  push %rdx
  push %rdi
  push $0
  mov %rsi, %rdi
  xor %esi, %esi
  mov 8(%rsp), %rax
  syscall
  pop %rcx
  pop %rcx
  pop %rcx
  ret
call_with_number_as_argument:
  .cfi_startproc
  push %r9
  .cfi_adjust_cfa_offset 8
  push %r8
  .cfi_adjust_cfa_offset 8
  mov %rcx, %r9
  mov %rsi, %rcx
  mov 24(%rsp), %rsi
  mov %rdx, %r8
  mov %rdi, %rdx
  xor %edi, %edi
  call call_by_second_argument
  pop %rcx
  .cfi_adjust_cfa_offset -8
  pop %rcx
  .cfi_adjust_cfa_offset -8
  ret
  .cfi_endproc
call_by_second_argument:
  .cfi_startproc
  mov %rdi, %r11
  mov %rsi, %rax
  mov %rdx, %rdi
  mov %rcx, %rsi
  mov %r8, %rdx
  mov %r9, %r10
  mov 8(%rsp), %r8
  mov 16(%rsp), %r9
  mov %r11, 8(%rsp)
  syscall
  ret
  .cfi_endproc
)");
extern "C" long call_with_number_on_stack(long number, const void* first, long third);
extern "C" long call_with_number_as_argument(const void* first, long second, long third, long fourth,
                                             long fifth, long sixth, long number);
#endif

namespace latecomer::record {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

std::atomic<int> samples{0};
void count_sample(const Frame&) {
  ++samples;
}

// As the kernel does when a timer's time is up.
void send_sample_signal(pid_t thread) {
  siginfo_t info{};
  info.si_signo = kSampleSignal;
  info.si_code = SI_TIMER;
  info.si_value.sival_ptr = const_cast<void*>(mark_of_samples());
  ASSERT_EQ(syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, kSampleSignal, &info), 0);
}

// What `wait` returns, in which a sample is taken of the thread.
struct Outcome {
  long returned;
  int problem;
  steady_clock::duration time;
};
Outcome interrupted(const std::function<long()>& wait) {
  const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
  std::thread other([thread] {
    std::this_thread::sleep_for(30ms);
    send_sample_signal(thread);
  });
  EXPECT_TRUE(handle_samples(count_sample));  // glibc has installed its own with the process's first thread
  const steady_clock::time_point begin = steady_clock::now();
  errno = 0;
  Outcome outcome{wait(), errno, {}};
  outcome.time = steady_clock::now() - begin;
  other.join();
  return outcome;
}

TEST(SampleTimer, CallsThatASampleInterruptsAreMadeAgain) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "that sanitizer knows nothing of this signal";
#endif
#if !defined(__x86_64__)
  GTEST_SKIP() << "only there it is possible";
#endif
  on_own_stack([] {});  // on which samples are taken
  constexpr int kMilliseconds = 60;
  const timespec time{0, kMilliseconds * 1'000'000};
  const auto until = [](clockid_t clock) {
    timespec end{};
    clock_gettime(clock, &end);
    end.tv_nsec += kMilliseconds * 1'000'000;
    if (end.tv_nsec >= 1'000'000'000) end = {end.tv_sec + 1, end.tv_nsec - 1'000'000'000};
    return end;
  };
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  std::array<int, 2> sockets{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()), 0);
  const timeval receive_time{0, kMilliseconds * 1000};
  setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &receive_time, sizeof receive_time);
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);

  struct Case {
    const char* name;
    std::function<long()> wait;
    long returned;
    int problem;
  };
  char byte = 0;
  epoll_event event{};
  sigset_t usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  const std::vector<Case> cases = {
    {"poll", [] { return poll(nullptr, 0, kMilliseconds); }, 0, 0},
    {"ppoll", [&] { return ppoll(nullptr, 0, &time, nullptr); }, 0, 0},
    {"pselect", [&] { return pselect(0, nullptr, nullptr, nullptr, &time, nullptr); }, 0, 0},
    {"nanosleep", [&] { return nanosleep(&time, nullptr); }, 0, 0},
    {"clock_nanosleep",
     [&] {
       const timespec end = until(CLOCK_MONOTONIC);
       return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr);
     },
     0, 0},
    {"epoll_wait", [&] { return epoll_wait(epoll, &event, 1, kMilliseconds); }, 0, 0},
    {"sem_timedwait",
     [&] {
       const timespec end = until(CLOCK_REALTIME);
       return sem_timedwait(&semaphore, &end);
     },
     -1, ETIMEDOUT},
    {"sigtimedwait", [&] { return sigtimedwait(&usr1, nullptr, &time); }, -1, EAGAIN},
    {"recv", [&] { return recv(sockets[0], &byte, 1, 0); }, -1, EAGAIN},
#if defined(__x86_64__)
    {"number on stack", [] { return call_with_number_on_stack(SYS_poll, nullptr, kMilliseconds); }, 0, 0},
    {"number as argument",
     [] { return call_with_number_as_argument(nullptr, 0, kMilliseconds, 0, 0, 0, SYS_poll); }, 0, 0},
#endif
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.name);
    const int before = samples;
    const Outcome outcome = interrupted(each.wait);
    EXPECT_EQ(outcome.returned, each.returned);
    if (each.problem != 0) {
      EXPECT_EQ(outcome.problem, each.problem);
    }
    EXPECT_GE(outcome.time, std::chrono::milliseconds(kMilliseconds - 1));
    EXPECT_EQ(samples, before + 1);
  }
  sem_destroy(&semaphore);
  for (const int file : {epoll, sockets[0], sockets[1]}) close(file);
}

TEST(SampleTimer, ThreadsAreInterruptedByTheirProcessorTime) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "that sanitizer knows nothing of this signal";
#endif
  ASSERT_TRUE(handle_samples(count_sample));
  std::thread([] {
    on_own_stack([] {});
    SampleTimer timer;
    ASSERT_TRUE(timer.start(1000));
    const int before = samples;
    std::this_thread::sleep_for(50ms);
    EXPECT_LE(samples, before + 1);
    const steady_clock::time_point end = steady_clock::now() + 10s;
    while (samples < before + 5 && steady_clock::now() < end) {
    }
    EXPECT_GE(samples, before + 5);
    timer.stop();
    give_back_own_stack();
  }).join();
}

TEST(SampleTimer, TheSignalCannotBeSeen) {
  ASSERT_TRUE(handle_samples(count_sample));
  struct sigaction action {};
  EXPECT_EQ(sigaction(kSampleSignal, nullptr, &action), -1);
  sigset_t all;
  sigfillset(&all);
  EXPECT_EQ(sigismember(&all, kSampleSignal), 0);
}

}  // namespace
}  // namespace latecomer::record
