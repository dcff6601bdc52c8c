// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: guest stacks|alternate|fibers|signals|users|cancelled|stress --load=LIBRARY
// Programs that have little room, or that use what a recorder could want for itself. Alone and recorded they
// print the same.
//   stacks     threads with stacks from 16 KiB on, of which they leave 5 KiB while they compute
//   alternate  threads compute that have small stacks for signals, below which nothing may be written
//   fibers     small stacks of the program's own, one after the other in the same threads
//   signals    handlers for all signals, none, and waiting for all of them
//   users      a thread changes the user, which glibc does with a signal to all threads
//   cancelled  threads are cancelled wherever they are
//   stress     200 rounds of all that stacks and samples meet: LIBRARY is loaded and unloaded, processes are
//              forked, exceptions thrown, stacks unwound, memory allocated, threads ended, users changed
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef GUEST_WITH_MPI
#include <mpi.h>
#endif

namespace {

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

[[gnu::noinline]] void compute(double seconds) {
  const double end = seconds_of(CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (seconds_of(CLOCK_THREAD_CPUTIME_ID) < end) {
    for (int i = 0; i < 20000; ++i) asm volatile("");
  }
}

void fail(const char* what) {
  std::printf("%s\n", what);
  std::fflush(stdout);
  _exit(1);
}

struct Thread {
  Thread(size_t stack_bytes, void* (*run)(void*), void* argument) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, stack_bytes) != 0) fail("the size of a stack");
    if (pthread_create(&thread, &attributes, run, argument) != 0) fail("no thread");
    pthread_attr_destroy(&attributes);
  }
  void join() { pthread_join(thread, nullptr); }
  pthread_t thread{};
};

constexpr size_t kLeft = size_t{5} << 10;  // what the kernel's own frame of a signal takes, and little more
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int turns = 0;

// Goes down until so much is left above the end of the stack, and computes there.
[[gnu::noinline]] void compute_at(const char* end) {
  volatile char frame[256];
  frame[0] = 0;
  if (reinterpret_cast<const char*>(const_cast<char*>(frame)) - end > static_cast<ptrdiff_t>(kLeft + 512)) {
    compute_at(end);
  } else {
    compute(0.03);
  }
  frame[1] = frame[0];
}

void* compute_on_small_stack(void*) {
  pthread_attr_t attributes;
  void* begin = nullptr;
  size_t size = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &begin, &size);
  size_t guard = 0;
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  compute_at(static_cast<const char*>(begin));
  pthread_mutex_lock(&mutex);
  ++turns;
  compute(0.002);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

void small_stacks() {
  for (const size_t size : {16384, 20480, 24576, 32768, 49152, 57344, 65536}) {
    std::vector<Thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(size, compute_on_small_stack, nullptr);
    for (Thread& thread : threads) thread.join();
  }
  std::printf("%d turns\n", turns);
}

void* compute_with_alternate_stack(void* bytes) {
  constexpr size_t kBelow = 8192;
  const size_t size = reinterpret_cast<size_t>(bytes);
  std::vector<char> memory(kBelow + size, 0x5a);
  stack_t stack{};
  stack.ss_sp = memory.data() + kBelow;
  stack.ss_size = size;
  if (sigaltstack(&stack, nullptr) != 0) fail("sigaltstack");
  compute(0.1);
  stack_t found{};
  sigaltstack(nullptr, &found);
  if (found.ss_sp != stack.ss_sp || found.ss_size != size) fail("another alternate stack");
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
  if (std::count(memory.begin(), memory.begin() + kBelow, 0x5a) != static_cast<long>(kBelow))
    fail("written below the stack for signals");
  return nullptr;
}

void alternate_stacks() {
  for (const size_t size : {2048, 2500, 8192, 16384, 65536}) {  // from POSIX's least size on
    Thread thread(size_t{1} << 20, compute_with_alternate_stack, reinterpret_cast<void*>(size));
    thread.join();
  }
  std::printf("nothing below\n");
}

struct Fiber {
  ucontext_t own{};
  ucontext_t back{};
  std::vector<char> memory;
};
thread_local Fiber* fiber = nullptr;

void run_fiber() {
  for (int i = 0; i < 10; ++i) {
    compute(0.001);
    swapcontext(&fiber->own, &fiber->back);
  }
}

void* switch_fibers(void* bytes) {
  constexpr size_t kBelow = 8192;
  const size_t size = reinterpret_cast<size_t>(bytes);
  std::array<Fiber, 4> fibers;
  for (Fiber& each : fibers) {
    each.memory.assign(kBelow + size, 0x5a);
    getcontext(&each.own);
    each.own.uc_stack.ss_sp = each.memory.data() + kBelow;
    each.own.uc_stack.ss_size = size;
    each.own.uc_link = &each.back;
    makecontext(&each.own, run_fiber, 0);
  }
  for (int i = 0; i < 10; ++i) {
    for (Fiber& each : fibers) {
      fiber = &each;
      swapcontext(&each.back, &each.own);
    }
  }
  for (const Fiber& each : fibers) {
    if (std::count(each.memory.begin(), each.memory.begin() + kBelow, 0x5a) != static_cast<long>(kBelow))
      fail("written below a fiber's stack");
  }
  return nullptr;
}

void fibers() {
  for (const size_t size : {6144, 8192, 16384}) {
    std::vector<Thread> threads;
    for (int i = 0; i < 2; ++i)
      threads.emplace_back(size_t{1} << 20, switch_fibers, reinterpret_cast<void*>(size));
    for (Thread& thread : threads) thread.join();
  }
  std::printf("fibers ended\n");
}

std::atomic<int> handled{0};
void count_signal(int) {
  ++handled;
}

void* compute_long(void*) {
  compute(0.2);
  return nullptr;
}

void compute_in_threads() {
  Thread first(size_t{1} << 20, compute_long, nullptr);
  Thread second(size_t{1} << 20, compute_long, nullptr);
  compute(0.2);
  first.join();
  second.join();
}

void signals() {
  const auto is_free = [](int number) { return number != SIGKILL && number != SIGSTOP && number != SIGCHLD; };
  int refused = 0;
  for (int number = 1; number <= SIGRTMAX; ++number) {
    struct sigaction before {};
    if (!is_free(number)) continue;
    if (sigaction(number, nullptr, &before) != 0)
      ++refused;
    else if (before.sa_handler != SIG_DFL)
      std::printf("signal %d has a handler\n", number);
    signal(number, count_signal);
  }
  compute_in_threads();
  for (int number = 1; number <= SIGRTMAX; ++number) {
    if (is_free(number)) signal(number, SIG_DFL);
  }
  compute_in_threads();
  sigset_t all;
  sigset_t pending;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::memset(&all, 0xff, sizeof all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  const int file = signalfd(-1, &all, SFD_NONBLOCK);
  compute_in_threads();
  sigpending(&pending);
  int found = 0;
  for (int number = 1; number <= SIGRTMAX; ++number) found += sigismember(&pending, number) == 1 ? 1 : 0;
  const timespec soon{0, 1'000'000};
  siginfo_t info{};
  const int taken = sigtimedwait(&all, &info, &soon);
  signalfd_siginfo read_info{};
  const ssize_t bytes = read(file, &read_info, sizeof read_info);
  std::printf("%d refused, %d handled, %d pending, %d taken, %zd read\n", refused, handled.load(), found,
              taken, bytes);
}

std::atomic<bool> ended{false};

void* change_user(void*) {
  for (int i = 0; i < 200; ++i) {
    if (setresuid(getuid(), geteuid(), static_cast<uid_t>(-1)) != 0) fail("setresuid");
  }
  ended = true;
  return nullptr;
}

void* compute_until_ended(void*) {
  while (!ended) compute(0.001);
  return nullptr;
}

void users() {
  Thread first(size_t{1} << 20, compute_until_ended, nullptr);
  Thread second(16384, compute_until_ended, nullptr);
  Thread changing(size_t{1} << 20, change_user, nullptr);
  for (Thread* thread : {&first, &second, &changing}) thread->join();
  std::printf("all changed\n");
}

void* be_cancelled(void*) {
  pthread_cleanup_push([](void*) { pthread_mutex_unlock(&mutex); }, nullptr);
  while (true) {
    pthread_mutex_lock(&mutex);
    compute(0.0002);
    pthread_testcancel();
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_testcancel();
    pthread_mutex_unlock(&mutex);
  }
  pthread_cleanup_pop(0);
  return nullptr;
}

// Their first calls, at which the recorder makes files, come when they are cancelled already.
void cancelled() {
  int count = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<Thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(size_t{32} << 10, be_cancelled, nullptr);
    if (round % 2 == 0) compute(0.001);
    for (Thread& thread : threads) pthread_cancel(thread.thread);
    for (Thread& thread : threads) {
      void* result = nullptr;
      pthread_join(thread.thread, &result);
      count += result == PTHREAD_CANCELED ? 1 : 0;
    }
  }
  std::printf("%d cancelled\n", count);
}

// --- stress ---

double round_end = 0;
bool goes_on() {
  return seconds_of(CLOCK_MONOTONIC) < round_end;
}

[[gnu::noinline]] void throw_at(int depth) {
  if (depth == 0) throw std::runtime_error("thrown");
  throw_at(depth - 1);
  asm volatile("");
}

void* throw_often(void*) {
  while (goes_on()) {
    try {
      throw_at(10);
    } catch (const std::exception&) {
    }
  }
  return nullptr;
}

void* load_often(void* library) {
  while (goes_on()) {
    if (void* const handle = dlopen(static_cast<const char*>(library), RTLD_NOW)) dlclose(handle);
  }
  return nullptr;
}

void* fork_often(void*) {
  while (goes_on()) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) fail("a child");
  }
  return nullptr;
}

void* unwind_often(void*) {
  while (goes_on()) {
    int frames = 0;
    _Unwind_Backtrace(
        [](_Unwind_Context*, void* count) {
          ++*static_cast<int*>(count);
          return _URC_NO_REASON;
        },
        &frames);
    if (frames < 2) fail("a stack");
  }
  return nullptr;
}

void* allocate_often(void*) {
  while (goes_on()) {
    for (size_t size = 16; size < 100'000; size *= 3) {
      const std::unique_ptr<char[]> memory(new char[size]);
      memory[0] = 1;
      asm volatile("" : : "r"(memory.get()) : "memory");
    }
  }
  return nullptr;
}

void* end_at_once(void*) {
  return nullptr;
}

void* create_often(void*) {
  while (goes_on()) {
    Thread thread(16384, end_at_once, nullptr);
    thread.join();
  }
  return nullptr;
}

void* compute_on_little(void*) {
  while (goes_on()) compute(0.001);
  return nullptr;
}

void* switch_often(void*) {
  return switch_fibers(reinterpret_cast<void*>(size_t{8192}));
}

void stress(char* library) {
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    round_end = seconds_of(CLOCK_MONOTONIC) + 0.01;
    std::vector<Thread> threads;
    constexpr size_t kLarge = size_t{256} << 10;
    threads.emplace_back(kLarge, load_often, library);
    threads.emplace_back(size_t{16} << 10, compute_on_little, nullptr);
    switch (round % 4) {
      case 0:
        threads.emplace_back(kLarge, throw_often, nullptr);
        threads.emplace_back(kLarge, create_often, nullptr);
        break;
      case 1:
        threads.emplace_back(kLarge, fork_often, nullptr);
        threads.emplace_back(kLarge, unwind_often, nullptr);
        break;
      case 2:
        threads.emplace_back(kLarge, allocate_often, nullptr);
        threads.emplace_back(kLarge, throw_often, nullptr);
        break;
      default:
        threads.emplace_back(kLarge, switch_often, nullptr);
        threads.emplace_back(kLarge, load_often, library);
        break;
    }
    for (Thread& thread : threads) thread.join();
  }
  std::printf("%d rounds\n", kRounds);
}

}  // namespace

int main(int count, char** arguments) {
#ifdef GUEST_WITH_MPI
  int provided = 0;
  MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &provided);
#endif
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "stacks") small_stacks();
  if (what == "alternate") alternate_stacks();
  if (what == "fibers") fibers();
  if (what == "signals") signals();
  if (what == "users") users();
  if (what == "cancelled") cancelled();
  constexpr size_t kOption = std::size("--load=") - 1;
  if (what == "stress" && count > 2) stress(arguments[2] + kOption);
#ifdef GUEST_WITH_MPI
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
#endif
  return 0;
}
