// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/handle_table.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "record/mpi/known_objects.h"

namespace latecomer::record::mpi {
namespace {

// Tables are never destroyed, so those of these tests are static: what they hold is no leak.
using Table = HandleTable<int, std::string>;

std::string look_at(Table& table, int handle) {
  std::string seen = "nothing";
  table.look_at(handle, [&](const std::string& value) { seen = value; });
  return seen;
}

TEST(HandleTable, SetTakesThePlaceOfWhatTheHandleStoodFor) {
  static Table table;
  table.add(1, "old");
  table.add(1, "older");
  table.set(1, "new");
  EXPECT_EQ(table.take(1), "new");
  EXPECT_FALSE(table.take(1));
}

// MPI gives handle 1 away again in time 2 to 3: thread A has completed what was first, and not looked it up
// yet.
TEST(HandleTable, ACallFindsTheNewestThatWasThereWhenItBegan) {
  static Table table;
  table.add(1, "first", Ticks(1));
  std::thread([] { table.add(1, "second", Ticks(3)); }).join();
  table.add(1, "third", Ticks(5));
  const auto taken_by_call_at = [](int64_t begin) {
    std::string taken = "nothing";
    table.edit(1, Ticks(begin), [&](std::string& value, Ticks) {
      taken = value;
      return false;
    });
    return taken;
  };
  EXPECT_EQ(taken_by_call_at(4), "second");
  EXPECT_EQ(taken_by_call_at(2), "first");
  EXPECT_EQ(taken_by_call_at(2), "nothing");
  EXPECT_EQ(taken_by_call_at(5), "third");
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, TheNewestIsTakenFromAnyPositionOfAThreadsList) {
  static Table table;
  for (const int64_t time : {1, 2, 3, 4}) table.add(1, std::to_string(time), Ticks(time));
  const auto take_at = [](int64_t begin) {
    table.edit(1, Ticks(begin), [&](std::string& value, Ticks time) {
      EXPECT_EQ(value, std::to_string(begin));
      EXPECT_EQ(time, Ticks(begin));
      return false;
    });
  };
  take_at(2);
  take_at(4);
  table.add(1, "5", Ticks(5));
  for (const int64_t time : {1, 5, 3}) take_at(time);
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, EntriesOfTheSharedHandleAreTakenInTheirOrder) {
  static Table table;
  table.share(1);
  for (const char* value : {"one", "two", "three"}) table.add(1, value);
  EXPECT_EQ(table.take(1), "one");
  table.add(1, "four");
  for (const char* value : {"two", "three", "four"}) EXPECT_EQ(table.take(1), value);
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, WhatIsEditedStaysIfItIsTo) {
  static Table table;
  table.add(1, "one");
  const auto append = [&](bool stays) {
    table.edit(1, Table::kNow, [&](std::string& value, Ticks) {
      value += "!";
      return stays;
    });
  };
  append(true);
  EXPECT_EQ(look_at(table, 1), "one!");
  append(false);
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, EachThreadFindsItsOwnOfTheSharedHandleFirst) {
  static Table table;
  table.share(1);
  table.add(1, "of the first thread");
  std::optional<std::string> others;
  std::thread other([&] {
    table.add(1, "of the other thread");
    others = table.take(1);
  });
  other.join();
  EXPECT_EQ(others, "of the other thread");

  std::thread([&] { table.add(1, "of the other thread"); }).join();
  EXPECT_EQ(table.take(1), "of the first thread");
  EXPECT_EQ(table.take(1), "of the other thread");  // stands for it where there is none
}

TEST(HandleTable, WithoutItsOwnAThreadFindsTheOldestOfTheSharedHandle) {
  static Table table;
  table.share(1);
  table.add(1, "old");
  std::optional<std::string> taken;
  std::thread([&] {
    std::thread([&] { table.add(1, "new"); }).join();
    taken = table.take(1);
  }).join();
  EXPECT_EQ(taken, "old");
}

TEST(HandleTable, APassFindsAnotherEntryOfTheSharedHandleEachTime) {
  static Table table;
  table.share(1);
  for (const char* value : {"one", "two"}) table.add(1, value);
  table.add(2, "other");
  for (int round = 0; round < 2; ++round) {
    Table::Pass pass(table);
    std::vector<std::string> seen;
    for (const int handle : {1, 2, 1, 1})
      pass.look_at(handle, [&](const std::string& value) { seen.push_back(value); });
    EXPECT_EQ(seen, std::vector<std::string>({"one", "other", "two"}));
  }
  EXPECT_EQ(table.take(1), "one");
}

TEST(HandleTable, APassInASignalHandlerGivesUpWhereALockIsHeld) {
  static Table table;
  table.add(1, "one");
  Table::Pass pass(table);
  table.look_at(1, [&](const std::string&) {
    std::thread([&] { EXPECT_FALSE(pass.try_look_at(1, [](const std::string&) {})); }).join();
  });
  bool seen = false;
  EXPECT_TRUE(pass.try_look_at(1, [&](const std::string&) { seen = true; }));
  EXPECT_TRUE(seen);
}

// 200,000 sends that were finished when they were started: MPI's own time for one of them is 0.1 us.
TEST(HandleTable, ManyEntriesOfTheSharedHandleTakeNoLongerEach) {
  static HandleTable<int, int> table;
  table.share(1);
  const auto seconds = [](int entries) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < entries; ++i) table.add(1, i);
    for (int i = 0; i < entries; ++i) EXPECT_EQ(table.take(1), i);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds(200'000);  // the pool grows
  EXPECT_LT(seconds(200'000) / 200'000, 5e-6);
}

// What the table promises, without any cleverness.
class SlowTable {
 public:
  static constexpr int kShared = 0;

  void add(int handle, int thread, int value, Ticks time) {
    entries_[handle].push_back({thread, value, time});
  }
  std::optional<int> take(int handle, int thread, Ticks begin) {
    std::vector<Entry>& entries = entries_[handle];
    auto found = entries.end();
    for (auto each = entries.begin(); each != entries.end(); ++each) {
      if (handle != kShared && each->time <= begin) found = each;
      if (handle == kShared && each->thread == thread && found == entries.end()) found = each;
    }
    if (handle == kShared && found == entries.end()) found = entries.begin();
    if (found == entries.end()) return std::nullopt;
    const int value = found->value;
    entries.erase(found);
    return value;
  }

 private:
  struct Entry {
    int thread;
    int value;
    Ticks time;
  };
  std::map<int, std::vector<Entry>> entries_;
};

TEST(HandleTable, DoesWhatASlowOneDoesWithRandomOperations) {
  static HandleTable<int, int> table;
  table.share(SlowTable::kShared);
  SlowTable slow;
  Ticks time;
  std::mt19937 random(1);
  constexpr int kThreads = 3;
  // Threads that do one thing after another: what comes out depends on nothing else.
  for (int round = 0; round < 200; ++round) {
    const int thread = static_cast<int>(random() % kThreads);
    static std::array<std::jthread, kThreads> workers;
    static std::array<std::atomic<int>, kThreads> turns{};
    static std::function<void()> work;
    work = [&] {
      for (int i = 0; i < 200; ++i) {
        const int handle = static_cast<int>(random() % 7);
        const bool adds = random() % 100 < (round % 2 == 0 ? 60U : 40U);
        if (adds) {
          const int value = static_cast<int>(random());
          time += Ticks(1);
          table.add(handle, value, time);
          slow.add(handle, thread, value, time);
        } else {
          const Ticks begin = time - Ticks(static_cast<int64_t>(random() % 20));
          std::optional<int> taken;
          table.edit(handle, begin, [&](int& found, Ticks) {
            taken = found;
            return false;
          });
          ASSERT_EQ(taken, slow.take(handle, thread, begin)) << "round " << round;
        }
      }
    };
    if (!workers[thread].joinable()) {
      workers[thread] = std::jthread([thread](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          if (turns[thread] != 1) {
            std::this_thread::yield();
            continue;
          }
          work();
          turns[thread] = 0;
        }
      });
    }
    turns[thread] = 1;
    while (turns[thread] != 0) std::this_thread::yield();
    if (round == 199)
      for (std::jthread& worker : workers) worker = {};
  }
}

TEST(HandleTable, ThreadsLoseNothing) {
  static HandleTable<int, int> table;
  constexpr int kThreads = 4;
  constexpr int kEach = 20'000;
  std::atomic<int64_t> sum{0};
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < kEach; ++i) {
          table.add(i % 5, thread * kEach + i);
          if (i % 3 != 0) sum += table.take((i + thread) % 5).value_or(0);
        }
      });
    }
  }
  for (int handle = 0; handle < 5; ++handle)
    while (const std::optional<int> rest = table.take(handle)) sum += *rest;
  const int64_t all = int64_t{kThreads} * kEach;
  EXPECT_EQ(sum, all * (all - 1) / 2);
}

TEST(KnownObjects, AThreadForgetsWhatItFoundLastWhenThatIsTakenOut) {
  static KnownObjects<int, std::string> objects;
  objects.set(1, std::make_unique<std::string>("old"));
  EXPECT_EQ(*objects.find(1), "old");
  std::thread([&] { objects.set(1, std::make_unique<std::string>("new")); }).join();
  EXPECT_EQ(*objects.find(1), "new");
  EXPECT_EQ(*objects.take(1), "new");
  EXPECT_EQ(objects.find(1), nullptr);
  EXPECT_EQ(objects.take(1), nullptr);
}

}  // namespace
}  // namespace latecomer::record::mpi
