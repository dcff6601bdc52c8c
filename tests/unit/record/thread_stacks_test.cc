// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_stacks.h"

#include <alloca.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "stack_by_libgcc.h"
#include "temporary_directory.h"
#include "without_frame_information.h"

#if defined(__aarch64__)
// Handlers return through code as the kernel's, which qemu-user has in no module.
asm(R"(
.text
.globl return_from_handler
.hidden return_from_handler
nop
return_from_handler:
  mov x8, #139
  svc #0
)");
extern "C" void return_from_handler();
#endif

namespace latecomer::record {
namespace {

constexpr size_t kDepth = 100;

// What the tests' functions call, as programs call MPI: the stack that is known, or unwound, has to be that
// of the compiler's library.
std::unique_ptr<Unwinder> unwinder_of_test() {
  auto unwinder = std::make_unique<Unwinder>();
  unwinder->begin_thread(stack_of_this_thread());
  return unwinder;
}

struct Tracer {
  Tracer() : log(std::move(*StackLog::create(directory.path() + "/stacks-0"))) {}

  std::vector<StackNode> nodes() const { return std::move(*read_stack_log(directory.path() + "/stacks-0")); }

  TemporaryDirectory directory;
  std::vector<CodeModule> modules_met;
  LoadedModules modules{[this](const CodeModule& module) { modules_met.push_back(module); }};
  std::unique_ptr<StackLog> log;
  ThreadStacks stacks{*log, modules, kDepth};
  std::unique_ptr<Unwinder> unwinder = unwinder_of_test();
  std::vector<std::pair<StackId, std::vector<uintptr_t>>> seen;  // with what was expected
};

[[gnu::noinline]] StackId trace(Tracer& tracer) {
  const void* const caller = __builtin_return_address(0);
  const StackId stack = tracer.stacks.at(caller, LATECOMER_CALLER_FRAME(), *tracer.unwinder);
  tracer.seen.emplace_back(stack, stack_by_libgcc(caller));
  return stack;
}

// Innermost first.
std::vector<ModuleAddress> calls_of(StackId stack, const std::vector<StackNode>& nodes) {
  std::vector<ModuleAddress> calls;
  for (; stack.valid(); stack = nodes.at(stack.index()).caller) calls.push_back(nodes.at(stack.index()).call);
  return calls;
}

std::vector<ModuleAddress> expected_calls(Tracer& tracer, const std::vector<uintptr_t>& addresses) {
  std::vector<ModuleAddress> calls;
  for (size_t i = 0; i < addresses.size() && i < kDepth; ++i)
    calls.push_back(*tracer.modules.find_or_add(addresses[i] - 1));
  if (addresses.size() > kDepth) calls.push_back({});
  return calls;
}

void expect_right_stacks(Tracer& tracer) {
  const std::vector<StackNode> nodes = tracer.nodes();
  for (const auto& [stack, addresses] : tracer.seen)
    ASSERT_EQ(calls_of(stack, nodes), expected_calls(tracer, addresses));
}

// A program that calls at random: functions whose frames differ in size and kind, through one call site of
// each.
struct Walk;
using Function = void (*)(Walk&, int);

struct Walk {
  explicit Walk(uint64_t seed) : random(seed) {}
  size_t below(size_t limit) { return random() % limit; }

  Tracer tracer;
  std::mt19937_64 random;
  size_t calls_left = 20'000;
};

void go_on(Walk& walk, int levels);

template <size_t kSize>
[[gnu::noinline]] void fixed_frame(Walk& walk, int levels) {
  std::array<char, kSize> frame;  // with what was there before
  go_on(walk, levels);
  stay(frame.data());
}

template <size_t kSize>
[[gnu::noinline, gnu::optimize("no-omit-frame-pointer")]] void with_frame_pointer(Walk& walk, int levels) {
  std::array<char, kSize> frame;
  go_on(walk, levels);
  stay(frame.data());
}

template <size_t kSize>
[[gnu::noinline, gnu::optimize("O0")]] void unoptimized(Walk& walk, int levels) {
  std::array<char, kSize> frame;
  go_on(walk, levels);
  stay(frame.data());
}

template <size_t kSize>
[[gnu::noinline]] void variable_frame(Walk& walk, int levels) {
  void* const frame = alloca(16 + walk.below(kSize));
  go_on(walk, levels);
  stay(frame);
}

template <size_t kSize>
[[gnu::noinline]] void aligned_frame(Walk& walk, int levels) {
  alignas(128) std::array<char, kSize> frame;
  go_on(walk, levels);
  stay(frame.data());
}

template <size_t kSize>
[[gnu::noinline]] void two_call_sites(Walk& walk, int levels) {
  std::array<char, kSize> frame;
  if (walk.below(2) == 0) trace(walk.tracer);
  go_on(walk, levels);
  trace(walk.tracer);
  stay(frame.data());
}

template <size_t... kSizes>
std::vector<Function> functions_with(std::index_sequence<kSizes...>) {
  std::vector<Function> functions;
  for (const std::vector<Function>& kind : {std::vector<Function>{fixed_frame<16 * kSizes + 16>...},
                                            std::vector<Function>{with_frame_pointer<16 * kSizes + 16>...},
                                            std::vector<Function>{unoptimized<16 * kSizes + 16>...},
                                            std::vector<Function>{variable_frame<16 * kSizes + 16>...},
                                            std::vector<Function>{aligned_frame<16 * kSizes + 16>...},
                                            std::vector<Function>{two_call_sites<16 * kSizes + 16>...}})
    functions.insert(functions.end(), kind.begin(), kind.end());
  return functions;
}

[[gnu::noinline]] void go_on(Walk& walk, int levels) {
  static const std::vector<Function> functions = functions_with(std::make_index_sequence<6>());
  for (size_t calls = 1 + walk.below(3); calls > 0 && walk.calls_left > 0; --calls) {
    --walk.calls_left;
    if (levels == 0 || walk.below(4) == 0) {
      trace(walk.tracer);
    } else {
      functions[walk.below(functions.size())](walk, levels - 1);
    }
  }
  stay();
}

class RandomCalls : public testing::TestWithParam<int> {};

TEST_P(RandomCalls, HaveTheStacksThatUnwindingFinds) {
  Walk walk(static_cast<uint64_t>(GetParam()));
  const int levels = GetParam() % 2 == 0 ? 4 : 150;  // few stacks many times, and many
  while (walk.calls_left > 0) go_on(walk, levels);
  EXPECT_GT(walk.tracer.seen.size(), 5'000U);
  expect_right_stacks(walk.tracer);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCalls, testing::Range(0, 8));

// The same function at the same place of the stack, called by others: words of theirs that are left there
// must not be taken for its callers'.
[[gnu::noinline]] StackId innermost(Tracer& tracer) {
  const StackId stack = trace(tracer);
  stay();
  return stack;
}
template <size_t kSize, int kVariant>
[[gnu::noinline]] StackId over_what_was_left(Tracer& tracer) {
  std::array<char, kSize> frame;
  const StackId stack = innermost(tracer);
  stay(frame.data() + kVariant);
  return stack;
}

TEST(ThreadStacks, AreNotThoseOfEarlierCallersAtTheSamePlace) {
  Tracer tracer;
  std::array<StackId, 4> first;
  for (int round = 0; round < 3; ++round) {
    const std::array<StackId, 4> stacks = {
        over_what_was_left<64, 1>(tracer), over_what_was_left<64, 2>(tracer),
        over_what_was_left<1024, 1>(tracer), over_what_was_left<1024, 2>(tracer)};
    for (size_t i = 0; i < 4; ++i) {
      if (round == 0) first[i] = stacks[i];
      EXPECT_EQ(stacks[i], first[i]);
      for (size_t j = 0; j < i; ++j) EXPECT_NE(stacks[i], stacks[j]);
    }
  }
  expect_right_stacks(tracer);
}

void trace_from_plugin(void* tracer) {
  trace(*static_cast<Tracer*>(tracer));
  stay();
}

TEST(ThreadStacks, LibrariesThatFollowEachOtherAtOneAddressAreNotConfused) {
  Tracer tracer;
  std::vector<std::string> outermost_but_test;
  for (const std::string name : {"small", "large", "small", "large"}) {
    const std::string path = std::string(LATECOMER_PLUGIN_DIR) + "/plugin_" + name + ".so";
    void* const handle = dlopen(path.c_str(), RTLD_NOW);
    ASSERT_NE(handle, nullptr);
    reinterpret_cast<void (*)(void (*)(void*), void*)>(dlsym(handle, "call_back"))(trace_from_plugin,
                                                                                   &tracer);
    expect_right_stacks(tracer);
    const std::vector<ModuleAddress> calls = calls_of(tracer.seen.back().first, tracer.nodes());
    EXPECT_EQ(tracer.modules_met.at(calls.at(1).module.index()).path, path);
    tracer.seen.clear();
    tracer.modules.unloading();
    tracer.unwinder->forget();
    dlclose(handle);
    tracer.modules.unloading();
  }
}

Tracer* handlers_tracer = nullptr;

void trace_in_handler(int) {
  trace(*handlers_tracer);
  stay();
}

#if defined(__aarch64__)
void handle(int number, void (*handler)(int), int flags) {
  constexpr int kRestorer = 0x04000000;
  const struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    uint64_t mask;
  } action = {handler, static_cast<unsigned long>(flags | kRestorer), return_from_handler, 0};
  syscall(SYS_rt_sigaction, number, &action, nullptr, sizeof action.mask);
}
#else
void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, nullptr);
}
#endif

// qemu-user lacks what other stacks than the thread's own are read with.
bool reads_other_stacks() {
  char from = 1;
  char to = 0;
  const iovec source{&from, 1};
  const iovec target{&to, 1};
  return process_vm_readv(getpid(), &target, 1, &source, 1, 0) == 1;
}

TEST(ThreadStacks, OfSignalHandlersAreRight) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "to that sanitizer all signals are asynchronous";
#endif
  Tracer tracer;
  handlers_tracer = &tracer;
  std::vector<char> memory(size_t{1} << 20);
  stack_t other{};
  other.ss_sp = memory.data();
  other.ss_size = memory.size();
  stack_t before{};
  sigaltstack(&other, &before);
  const int other_stack = reads_other_stacks() ? SA_ONSTACK : 0;
  for (const int flags : {0, other_stack, 0, other_stack}) {
    handle(SIGUSR1, trace_in_handler, flags);
    raise(SIGUSR1);
  }
  sigaltstack(&before, nullptr);
  expect_right_stacks(tracer);
  EXPECT_EQ(tracer.seen.size(), 4U);
}

[[gnu::noinline]] void recurse(Tracer& tracer, size_t levels) {
  levels == 0 ? trace(tracer) : (recurse(tracer, levels - 1), StackId());
  stay();
}

TEST(ThreadStacks, OfDeepRecursionsBeginWithACallThatIsNotKnown) {
  Tracer tracer;
  recurse(tracer, 1000);
  recurse(tracer, 1001);
  EXPECT_EQ(tracer.seen[0].first, tracer.seen[1].first);
  expect_right_stacks(tracer);
}

// The calls in which the one of a function that was given a callback is the last that is known.
void expect_cut_above(Tracer& tracer, uintptr_t begin, size_t size) {
  const auto& [stack, addresses] = tracer.seen.back();
  const std::vector<ModuleAddress> calls = calls_of(stack, tracer.nodes());
  ASSERT_GE(addresses.size(), 2U);
  EXPECT_EQ(calls.front(), *tracer.modules.find_or_add(addresses.front() - 1));
  EXPECT_EQ(calls.back(), ModuleAddress());
  const std::optional<ModuleAddress> function = tracer.modules.find_or_add(begin);
  if (function) {
    const ModuleAddress& outermost = calls.at(calls.size() - 2);
    EXPECT_EQ(outermost.module, function->module);
    EXPECT_GT(outermost.address, function->address);
    EXPECT_LT(outermost.address, function->address + size);
  } else {
    EXPECT_EQ(calls.size(), 2U);
  }
}

Tracer* callbacks_tracer = nullptr;
void trace_in_callback() {
  trace(*callbacks_tracer);
  stay();
}

TEST(ThreadStacks, AreCutWhereThereIsNoFrameInformation) {
  Tracer tracer;
  callbacks_tracer = &tracer;
  without_frame_information(trace_in_callback);
  expect_cut_above(tracer, reinterpret_cast<uintptr_t>(&without_frame_information), 100);
}

#if defined(__x86_64__)
TEST(ThreadStacks, AreCutAtCodeThatWasMadeAtRunTime) {
  // sub $8, %rsp; call *%rdi; add $8, %rsp; ret
  constexpr std::array<unsigned char, 11> kCode = {0x48, 0x83, 0xec, 8, 0xff, 0xd7,
                                                   0x48, 0x83, 0xc4, 8, 0xc3};
  constexpr size_t kPage = 4096;
  void* const page =
      mmap(nullptr, kPage, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  std::memcpy(page, kCode.data(), kCode.size());
  Tracer tracer;
  callbacks_tracer = &tracer;
  reinterpret_cast<void (*)(void (*)())>(page)(trace_in_callback);
  expect_cut_above(tracer, reinterpret_cast<uintptr_t>(page), kPage);
  munmap(page, kPage);
}

[[gnu::noinline]] void trace_alone(Tracer& tracer) {
  tracer.stacks.at(__builtin_return_address(0), LATECOMER_CALLER_FRAME(), *tracer.unwinder);
  stay();
}

// Its return address is overwritten meanwhile, as by writing beyond the end of an array.
[[gnu::noinline, gnu::optimize("no-omit-frame-pointer")]] void with_broken_frame(Tracer& tracer,
                                                                                 uintptr_t broken) {
  uintptr_t* const frame = static_cast<uintptr_t*>(__builtin_frame_address(0));
  const std::array<uintptr_t, 2> kept = {frame[0], frame[1]};
  frame[0] = broken;
  frame[1] = broken;
  stay(frame);
  trace_alone(tracer);
  frame[0] = kept[0];
  frame[1] = kept[1];
  stay(frame);
}

TEST(ThreadStacks, ThatAreBrokenHarmNothing) {
  Tracer tracer;
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    const uintptr_t here = reinterpret_cast<uintptr_t>(&random);
    const std::array<uintptr_t, 4> values = {
        random(), here + random() % 4096, random() % 4096,
        reinterpret_cast<uintptr_t>(&with_broken_frame) + random() % 4096};
    with_broken_frame(tracer, values[i % values.size()]);
  }
  EXPECT_FALSE(tracer.nodes().empty());
  trace(tracer);
  expect_right_stacks(tracer);
}
#endif

}  // namespace
}  // namespace latecomer::record
