// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/stack_unwinder.h"

#include <alloca.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "stack_by_libgcc.h"
#include "without_frame_information.h"

namespace latecomer::record {
namespace {

constexpr size_t kDepth = 200;

struct Seen {
  std::vector<uintptr_t> unwound;
  std::vector<uintptr_t> expected;
  bool cut = false;
  bool comparable = false;
};

// The stack at the call of this.
[[gnu::noinline]] Seen look(size_t depth = kDepth) {
  StackUnwinder unwinder(own_stack(), depth);
  const void* const frame = __builtin_frame_address(0);
  const UnwoundStack stack = unwinder.unwind(frame);
  return {{stack.addresses.begin(), stack.addresses.end()},
          stack_by_libgcc(frame),
          stack.cut,
          unwinder.comparable()};
}

void expect_whole(const Seen& seen) {
  EXPECT_EQ(seen.unwound, seen.expected);
  EXPECT_FALSE(seen.cut);
  EXPECT_GE(seen.unwound.size(), 3U);
}

[[gnu::noinline]] Seen plain() {
  const Seen seen = look();
  stay();
  return seen;
}

[[gnu::noinline, gnu::optimize("O0")]] Seen unoptimized() {
  return plain();
}

[[gnu::noinline, gnu::optimize("omit-frame-pointer")]] Seen without_frame_pointer() {
  const Seen seen = unoptimized();
  stay();
  return seen;
}

[[gnu::noinline, gnu::optimize("no-omit-frame-pointer")]] Seen with_frame_pointer() {
  const Seen seen = without_frame_pointer();
  stay();
  return seen;
}

[[gnu::noinline]] Seen with_variable_array(size_t size) {
  void* const array = alloca(size);
  const Seen seen = with_frame_pointer();
  stay(array);
  return seen;
}

[[gnu::noinline]] Seen with_aligned_variable(size_t size) {
  alignas(256) std::array<char, 256> aligned;
  const Seen seen = with_variable_array(size);
  stay(aligned.data());
  return seen;
}

TEST(StackUnwinder, FindsTheCallersOfAllKindsOfFrames) {
  for (size_t size = 1; size < 3000; size += 333) {
    const Seen seen = with_aligned_variable(size);
    expect_whole(seen);
    EXPECT_TRUE(seen.comparable);
  }
}

[[gnu::noinline]] Seen recursive(size_t levels, size_t depth) {
  const Seen seen = levels == 0 ? look(depth) : recursive(levels - 1, depth);
  stay();
  return seen;
}

TEST(StackUnwinder, StopsAtTheDepth) {
  const Seen few = recursive(5, kDepth);
  expect_whole(few);
  for (const size_t depth : {size_t{1}, size_t{7}, few.expected.size() - 1}) {
    const Seen seen = recursive(5, depth);
    EXPECT_EQ(seen.unwound.size(), depth);
    EXPECT_TRUE(seen.cut);
    EXPECT_TRUE(std::equal(seen.unwound.begin(), seen.unwound.end(), seen.expected.begin()));
  }
  const Seen exactly = recursive(5, few.expected.size());
  expect_whole(exactly);
}

void* recurse_deeply(void* seen) {
  *static_cast<Seen*>(seen) = recursive(100'000, kDepth);
  return nullptr;
}

TEST(StackUnwinder, SurvivesDeepRecursion) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{1} << 30);
  pthread_t thread;
  Seen seen;
  ASSERT_EQ(pthread_create(&thread, &attributes, recurse_deeply, &seen), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  ASSERT_EQ(seen.unwound.size(), kDepth);
  EXPECT_TRUE(seen.cut);
  EXPECT_TRUE(std::equal(seen.unwound.begin(), seen.unwound.end(), seen.expected.begin()));
}

void* look_in_thread(void* seen) {
  *static_cast<Seen*>(seen) = with_aligned_variable(100);
  return nullptr;
}

TEST(StackUnwinder, AThreadsStackEndsWithTheThread) {
  pthread_t thread;
  Seen seen;
  ASSERT_EQ(pthread_create(&thread, nullptr, look_in_thread, &seen), 0);
  pthread_join(thread, nullptr);
  expect_whole(seen);
  EXPECT_TRUE(seen.comparable);
}

Seen seen_in_handler;

void handle(int) {
  seen_in_handler = with_frame_pointer();
}

[[gnu::noinline]] void interrupt_itself(int flags) {
  struct sigaction action {};
  action.sa_handler = handle;
  action.sa_flags = flags;
  sigaction(SIGUSR1, &action, nullptr);
  raise(SIGUSR1);
  stay();
}

TEST(StackUnwinder, GoesThroughSignalHandlers) {
  interrupt_itself(0);
  expect_whole(seen_in_handler);
  EXPECT_TRUE(seen_in_handler.comparable);
}

TEST(StackUnwinder, GoesThroughSignalHandlersOnOtherStacks) {
  std::vector<char> memory(size_t{1} << 20);
  stack_t other{};
  stack_t before{};
  other.ss_sp = memory.data();
  other.ss_size = memory.size();
  ASSERT_EQ(sigaltstack(&other, &before), 0);
  interrupt_itself(SA_ONSTACK);
  sigaltstack(&before, nullptr);
  expect_whole(seen_in_handler);
  EXPECT_FALSE(seen_in_handler.comparable);
}

#if defined(__x86_64__)
// Counts the stacks at which this was interrupted, and those that were not found.
size_t steps = 0;
size_t wrong_steps = 0;

void handle_step(int) {
  const Seen seen = look();
  ++steps;
  if (seen.cut || seen.unwound != seen.expected) ++wrong_steps;
}

[[gnu::noinline]] int compare(const void* a, const void* b) {
  return *static_cast<const char*>(a) - *static_cast<const char*>(b);
}

// Without aligned variables: of the instructions that leave such a function gcc tells wrong rules.
[[gnu::noinline]] void work(size_t size) {
  char* const some = static_cast<char*>(alloca(size));
  for (size_t i = 0; i < size; ++i) some[i] = static_cast<char>(i * 7 % 5);
  qsort(some, size, 1, compare);
  stay(some);
}

// The processor traps after each instruction while this is on. With a frame pointer, because this moves the
// stack pointer in ways that the unwind tables do not tell.
[[gnu::noinline, gnu::optimize("no-omit-frame-pointer")]] void step_through(bool on) {
  constexpr uint64_t kTrap = 0x100;
  uint64_t flags = __builtin_ia32_readeflags_u64();
  __builtin_ia32_writeeflags_u64(on ? flags | kTrap : flags & ~kTrap);
}

TEST(StackUnwinder, FindsTheCallersAtEachInstruction) {
  struct sigaction action {};
  action.sa_handler = handle_step;
  sigaction(SIGTRAP, &action, nullptr);
  step_through(true);
  work(9);
  step_through(false);
  signal(SIGTRAP, SIG_DFL);
  EXPECT_GT(steps, 300U);
  EXPECT_EQ(wrong_steps, 0U);
}
#endif

ucontext_t main_context;
ucontext_t coroutine;
Seen seen_in_coroutine;

void run_coroutine() {
  seen_in_coroutine = with_variable_array(50);
  swapcontext(&coroutine, &main_context);
}

TEST(StackUnwinder, EndsWithACoroutine) {
  std::vector<char> memory(size_t{1} << 20);
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = memory.data();
  coroutine.uc_stack.ss_size = memory.size();
  coroutine.uc_link = &main_context;
  makecontext(&coroutine, run_coroutine, 0);
  swapcontext(&main_context, &coroutine);
  EXPECT_EQ(seen_in_coroutine.unwound, seen_in_coroutine.expected);
  EXPECT_GE(seen_in_coroutine.unwound.size(), 4U);
  EXPECT_TRUE(seen_in_coroutine.cut);  // what it returns to has not called it
  EXPECT_FALSE(seen_in_coroutine.comparable);
}

Seen seen_in_callback;
void look_in_callback() {
  seen_in_callback = plain();
}

TEST(StackUnwinder, IsCutWhereThereIsNoFrameInformation) {
  without_frame_information(look_in_callback);
  EXPECT_TRUE(seen_in_callback.cut);
  ASSERT_EQ(seen_in_callback.unwound.size(), 3U);  // plain, look_in_callback, and the one
  const uintptr_t function = reinterpret_cast<uintptr_t>(&without_frame_information);
  EXPECT_GT(seen_in_callback.unwound[2], function);
  EXPECT_LT(seen_in_callback.unwound[2], function + 100);
}

TEST(StackUnwinder, IsCutAtCodeThatWasMadeAtRunTime) {
  // sub $8, %rsp; call *%rdi; add $8, %rsp; ret
  constexpr std::array<unsigned char, 11> kCode = {0x48, 0x83, 0xec, 8, 0xff, 0xd7,
                                                   0x48, 0x83, 0xc4, 8, 0xc3};
  void* const page =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  std::memcpy(page, kCode.data(), kCode.size());
  reinterpret_cast<void (*)(void (*)())>(page)(look_in_callback);
  EXPECT_TRUE(seen_in_callback.cut);
  ASSERT_EQ(seen_in_callback.unwound.size(), 3U);
  EXPECT_EQ(seen_in_callback.unwound[2], reinterpret_cast<uintptr_t>(page) + 5);
  munmap(page, 4096);
}

// Whatever belongs to this word.
[[gnu::no_sanitize("address")]] uintptr_t load(const uintptr_t* word) {
  return *static_cast<const volatile uintptr_t*>(word);
}

// A copy of the stack in which words are overwritten.
[[gnu::noinline]] void unwind_broken_copies(std::mt19937_64& random, int copies) {
  const uintptr_t* const frame = static_cast<const uintptr_t*>(__builtin_frame_address(0));
  constexpr size_t kWords = 300;
  std::array<uintptr_t, kWords> copy;
  const StackBounds bounds{reinterpret_cast<uintptr_t>(copy.data()),
                           reinterpret_cast<uintptr_t>(copy.data() + kWords)};
  StackUnwinder unwinder(bounds, kDepth);
  for (int i = 0; i < copies; ++i) {
    for (size_t word = 0; word < kWords; ++word) copy[word] = load(frame + word);
    for (uint64_t broken = 1 + random() % 8; broken > 0; --broken) {
      const std::array<uintptr_t, 5> values = {random(), bounds.begin + random() % (8 * kWords),
                                               bounds.end - 8 * (random() % 4), random() % 4096,
                                               load(frame + random() % kWords) + random() % 16};
      copy[random() % kWords] = values[random() % values.size()];
    }
    EXPECT_LE(unwinder.unwind(copy.data()).addresses.size(), kDepth);
  }
}

[[gnu::noinline]] void below(int levels, std::mt19937_64& random) {
  std::array<char, 300> some;
  if (levels == 0) {
    unwind_broken_copies(random, 20'000);
  } else {
    below(levels - 1, random);
  }
  stay(some.data());
}

TEST(StackUnwinder, SurvivesBrokenStacks) {
  std::mt19937_64 random(1);
  below(10, random);
}

}  // namespace
}  // namespace latecomer::record
