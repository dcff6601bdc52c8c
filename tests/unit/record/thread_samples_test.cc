// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_samples.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "stack_by_libgcc.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

constexpr size_t kDepth = 50;

class Collect final : public trace::EventSink {
 public:
  void on_event(const trace::Event& event) override { events.push_back(event); }
  std::vector<trace::Event> events;
};

class ThreadSamplesTest : public testing::Test {
 protected:
  ThreadSamplesTest() { unwinder->begin_thread(stack_of_this_thread()); }

  /// As the handler of a signal that came when this had returned.
  [[gnu::noinline]] void take(int64_t time) {
    samples.take(LATECOMER_CALLER_FRAME(), *unwinder, Ticks(time));
    stay();
  }
  std::vector<trace::Event> stored() {
    EXPECT_TRUE(samples.store(stacks, *log));
    EXPECT_TRUE(samples.empty());
    Collect collect;
    EXPECT_TRUE(read_thread_log(log_path(), collect));
    return collect.events;
  }
  std::string log_path() const { return directory.path() + "/events-0"; }
  std::string stacks_path() const { return directory.path() + "/stacks-0"; }

  TemporaryDirectory directory;
  LoadedModules modules{[](const CodeModule&) {}};
  std::unique_ptr<StackLog> stack_log = std::move(*StackLog::create(stacks_path()));
  std::unique_ptr<ThreadLog> log = std::move(*ThreadLog::create(log_path()));
  std::unique_ptr<Unwinder> unwinder = std::make_unique<Unwinder>();
  ThreadStacks stacks{*stack_log, modules, kDepth};
  ThreadSamples samples{kDepth};
};

TEST_F(ThreadSamplesTest, AreStoredOrForgottenUpToATime) {
  for (const int64_t time : {10, 20, 30, 40, 50}) take(time);
  EXPECT_TRUE(samples.store(stacks, *log, Ticks(20)));
  EXPECT_FALSE(samples.empty());
  samples.forget_until(Ticks(40));
  const std::vector<trace::Event> events = stored();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].time, Ticks(10));
  EXPECT_EQ(events[1].time, Ticks(40));
  EXPECT_EQ(events[2].time, Ticks(50));
  EXPECT_EQ(events[0].calling_context, events[2].calling_context);
}

TEST_F(ThreadSamplesTest, AreEventsWithTheirTimesAndStacks) {
  EXPECT_TRUE(samples.empty());
  for (const int64_t time : {10, 20, 35}) take(time);
  const std::vector<trace::Event> events = stored();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[2].time, Ticks(35));
  EXPECT_EQ(events[0].kind, trace::EventKind::sample);
  EXPECT_EQ(events[0].calling_context, events[1].calling_context);  // of one loop

  const std::vector<StackNode> nodes = *read_stack_log(stacks_path());
  const std::vector<uintptr_t> expected = stack_by_libgcc(__builtin_return_address(0));
  std::vector<ModuleAddress> calls;
  for (StackId id(events[0].calling_context.index()); id.valid(); id = nodes.at(id.index()).caller)
    calls.push_back(nodes.at(id.index()).call);
  ASSERT_EQ(calls.size(), expected.size() + 1);
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(calls[i + 1], *modules.find_or_add(expected[i] - 1));
}

// plugin_small.so, then plugin_other.so in its place: of the first is known what was there when it was met,
// of the second what is there.
TEST_F(ThreadSamplesTest, OfALibraryThatIsGoneAreOfThatOne) {
  using Calls = void(void (*)(void*), void*);
  const auto sample_in = [&](const char* plugin, int64_t time) {
    void* const handle = dlopen((std::string(LATECOMER_PLUGIN_DIR) + "/" + plugin).c_str(), RTLD_NOW);
    auto* const call_back = reinterpret_cast<Calls*>(dlsym(handle, "call_back"));
    std::function<void()> take_here = [&] { take(time); };
    unwinder->forget();
    call_back([](void* here) { (*static_cast<std::function<void()>*>(here))(); }, &take_here);
    return std::pair(handle, reinterpret_cast<uintptr_t>(call_back));
  };
  const auto modules_of = [&](const trace::Event& sample) {
    const std::vector<StackNode> nodes = *read_stack_log(stacks_path());
    std::set<ModuleId> found;
    for (StackId id(sample.calling_context.index()); id.valid(); id = nodes.at(id.index()).caller)
      found.insert(nodes.at(id.index()).call.module);
    return found;
  };
  modules.watch_loader();
  const auto [small, place] = sample_in("plugin_small.so", 10);
  const ModuleId small_module = modules.find_or_add(place)->module;
  dlclose(small);
  const auto [other, same_place] = sample_in("plugin_other.so", 20);
  ASSERT_EQ(same_place, place);
  EXPECT_TRUE(modules.has_unloaded());
  const std::vector<trace::Event> events = stored();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_TRUE(modules_of(events[0]).contains(small_module));
  EXPECT_FALSE(modules_of(events[1]).contains(small_module));
  EXPECT_TRUE(modules_of(events[1]).contains(modules.find_or_add(place)->module));
  // Nobody has met plugin_small.so since.
  dlclose(other);
  dlclose(sample_in("plugin_small.so", 30).first);
  EXPECT_TRUE(modules.has_unloaded());
  EXPECT_EQ(stored().size(), 2U);
}

TEST_F(ThreadSamplesTest, OfALongTimeAreTakenLessOften) {
  constexpr int64_t kTaken = 10'000;
  for (int64_t time = 1; time <= kTaken; ++time) take(time);
  const std::vector<trace::Event> events = stored();
  EXPECT_LE(events.size(), 2048U);
  EXPECT_GE(events.size(), 1024U);
  const auto distance = [&](size_t i) { return events[i].time - events[i - 1].time; };
  for (size_t i = 1; i < events.size(); ++i) EXPECT_EQ(distance(i), distance(1));
  EXPECT_GT(events.back().time + (events[1].time - events[0].time), Ticks(kTaken - 1));
}

TEST_F(ThreadSamplesTest, AreAllTakenAgainOnceTheyAreStored) {
  for (int64_t time = 1; time <= 3000; ++time) take(time);
  const size_t before = stored().size();
  for (int64_t time = 3001; time <= 3010; ++time) take(time);
  EXPECT_EQ(stored().size(), before + 10);
}

}  // namespace
}  // namespace latecomer::record
