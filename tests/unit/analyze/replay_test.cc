// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Replays with the examples of SEMANTICS 9, and of all cases without a change.

#include "analyze/replay/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "analyze/replay/changes.h"
#include "analyze/replayed_trace.h"
#include "analyze/synchronized_trace.h"
#include "comm/comm.h"
#include "support/directories.h"
#include "support/run_ranks.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

/// The call paths whose region has this name.
std::vector<CallPathId> paths_of(const SynchronizedTrace& synchronized, const std::string& name) {
  std::vector<CallPathId> paths;
  const CondensedTrace& trace = synchronized.condensed;
  for (size_t p = 0; p < trace.call_tree.nodes().size(); ++p) {
    const trace::RegionId region = trace.call_tree.nodes()[p].region;
    if (region.valid() && trace.definitions.regions[region.index()].name == name) paths.emplace_back(p);
  }
  return paths;
}

SynchronizedTrace synchronized(const trace::Trace& recorded, Comm& comm) {
  Timings timings;
  return synchronize(recorded, {.mode = ClockMode::off}, comm, timings);
}

/// Replays with the own time of functions, on all ranks, scaled by factors.
std::vector<PointTimes> replayed(const SynchronizedTrace& from, const std::map<std::string, double>& factors,
                                 Comm& comm) {
  OwnTimeChanges changes;
  for (size_t l = 0; l < from.condensed.locations.size(); ++l) {
    std::vector<double>& of_location =
        changes.factors.emplace_back(TimeFactors{std::vector(from.condensed.call_tree.nodes().size(), 1.0)})
            .by_path;
    for (const auto& [name, factor] : factors)
      for (const CallPathId path : paths_of(from, name)) of_location[path.index()] = factor;
  }
  return replay_of(from, comm).times(from.condensed, changes, comm);
}

std::unique_ptr<trace::Trace> parsed(const std::string& text) {
  Result<std::unique_ptr<trace::Trace>> recorded = trace::parse_text_trace(text, "test");
  EXPECT_TRUE(recorded) << recorded.error().message;
  return std::move(recorded).value();
}

/// The end of a run, in seconds, with the own time of functions scaled by factors.
double run_end(const std::string& text, const std::map<std::string, double>& factors) {
  const std::unique_ptr<trace::Trace> recorded = parsed(text);
  const std::unique_ptr<Comm> comm = serial_comm();
  const SynchronizedTrace from = synchronized(*recorded, *comm);
  Ticks last = Ticks::min();
  for (const PointTimes& each : replayed(from, factors, *comm)) last = std::max(last, each.corrected.back());
  return last.seconds(recorded->definitions().ticks_per_second);
}

constexpr const char* kE12 = R"(resolution 1000
rank 0
  0      enter main
  0..4   f
  4..4.1 MPI_Send send to=1 bytes=8
  4.1..5.1 g
  5.1..6.4 MPI_Finalize destroy_handle
  6.4    leave main
rank 1
  0      enter main
  0..1   h
  1..4.3 MPI_Recv recv from=0 bytes=8
  4.3..6.3 k
  6.3..6.4 MPI_Finalize destroy_handle
  6.4    leave main
)";

TEST(Replay, ShortensWhatOthersWaitFor) {
  EXPECT_DOUBLE_EQ(run_end(kE12, {}), 6.4);
  EXPECT_DOUBLE_EQ(run_end(kE12, {{"f", 0.5}}), 4.4);
  EXPECT_DOUBLE_EQ(run_end(kE12, {{"f", 0.1}}), 3.1);
}

constexpr const char* kE14 = R"(resolution 1000
rank 0
  0      enter main
  0..1   f
  1..3.5 MPI_Send send to=1 bytes=8
  3.5..4.5 h
  4.5    leave main
rank 1
  0      enter main
  0..3   g
  3..3.5 MPI_Recv recv from=0 bytes=8
  3.5..4.5 k
  4.5    leave main
)";

TEST(Replay, OnAnInstantNetworkCommunicationTakesNoTime) {
  const std::unique_ptr<trace::Trace> recorded = parsed(kE12);
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  Timings timings;
  replay_trace(from, {{.kind = Change::Kind::instant_network}}, *comm, timings);
  EXPECT_DOUBLE_EQ((from.run.end - from.run.begin).seconds(1000), 6.0);
}

TEST(Replay, WhatIsBalancedIsTheSameOnAll) {
  const std::unique_ptr<trace::Trace> recorded = parsed(
      "resolution 1000\n"
      "rank 0\n  0 enter main\n  0..10 f\n  10..10 MPI_Barrier barrier\n  10 leave main\n"
      "rank 1\n  0 enter main\n  0..9 f\n  9..10 MPI_Barrier barrier\n  10 leave main\n"
      "rank 2\n  0 enter main\n  0..1 f\n  1..10 MPI_Barrier barrier\n  10 leave main\n");
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  const std::vector<CallPathId> paths = paths_of(from, "f");
  Timings timings;
  replay_trace(from, {{.kind = Change::Kind::balance, .paths = paths}}, *comm, timings);
  EXPECT_EQ((from.run.end - from.run.begin).count, 6667);  // milliseconds: 20 s for three, to the next one
}

TEST(Replay, ASynchronousMessageIsTransferredWhenBothAreThere) {
  EXPECT_DOUBLE_EQ(run_end(kE14, {}), 4.5);
  EXPECT_DOUBLE_EQ(run_end(kE14, {{"g", 0.5}}), 3.0);
  EXPECT_DOUBLE_EQ(run_end(kE14, {{"g", 0.1}}), 2.5);
}

constexpr const char* kE13 = R"(resolution 1000
rank 0
  0      enter main
  0..3   f
  3..3.2 MPI_Barrier barrier
  3.2..4.2   f
  4.2..6.4 MPI_Barrier barrier
  6.4 leave main
rank 1
  0      enter main
  0..1   f
  1..3.2 MPI_Barrier barrier
  3.2..6.2   f
  6.2..6.4 MPI_Barrier barrier
  6.4 leave main
)";

/// The length of a run, in ticks, with changes of a function.
int64_t run_length_of(const std::string& text, const std::string& function, std::vector<Change> changes) {
  const std::unique_ptr<trace::Trace> recorded = parsed(text);
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  for (Change& change : changes) change.paths = paths_of(from, function);
  Timings timings;
  replay_trace(from, changes, *comm, timings);
  return (from.run.end - from.run.begin).count;
}

/// The length of a run, in ticks, with a change of `f`.
int64_t run_length(const std::string& text, const Change& change) {
  return run_length_of(text, "f", {change});
}

TEST(Replay, EachVisitIsBalancedForItself) {
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::balance}), 6400);  // 4 s each
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::balance_each}), 4400);
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::even}), 4400);  // 2 s each
  // Only the second visits begin after 3.1 s: 3.2, then 2 each and 0.2.
  const Change::Between from_the_second = {Ticks(3100), Ticks(6400)};
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::balance_each, .between = from_the_second}), 5400);
}

/// Returns how long each process is in each iteration of `f`, in ticks, for a change that says what these
/// are.
std::vector<std::vector<int64_t>> iteration_ticks(const SynchronizedTrace& from, Change change, Comm& comm) {
  change.paths = paths_of(from, "f");
  std::vector<std::vector<int64_t>> ticks;
  for (const std::vector<Ticks>& process :
       iteration_times(from.condensed, list_locations(from.condensed), change, comm)) {
    ticks.emplace_back();
    for (const Ticks time : process) ticks.back().push_back(time.count);
  }
  return ticks;
}

IterationTimes in_ticks(const std::vector<std::vector<int64_t>>& numbers) {
  IterationTimes times;
  for (const std::vector<int64_t>& process : numbers) {
    times.emplace_back();
    for (const int64_t number : process) times.back().emplace_back(number);
  }
  return times;
}

TEST(Replay, EachIterationGetsItsTime) {
  const auto with = [](const std::vector<std::vector<int64_t>>& times) {
    return run_length(kE13, {.kind = Change::Kind::iterations, .iteration_times = in_ticks(times)});
  };
  EXPECT_EQ(with({{3000, 1000}, {1000, 3000}}), 6400);
  EXPECT_EQ(with({{2000, 2000}, {2000, 2000}}), 4400);
  EXPECT_EQ(with({{3000, 667}, {1000, 3333}}), 6733);  // by the last iteration, which is wrong: 3.333 and 0.2
  EXPECT_EQ(with({{0, 0}, {0, 0}}), 400);
}

TEST(Replay, IterationsAreVisitsOfAllThreadsOfAProcess) {
  const std::vector<std::vector<int64_t>> expected = {{3000, 1000}, {1000, 3000}};
  const std::unique_ptr<trace::Trace> recorded = parsed(kE13);
  run_ranks(2, [&](Comm& comm) {
    EXPECT_EQ(iteration_ticks(synchronized(*recorded, comm), {.kind = Change::Kind::iterations}, comm),
              expected);
  });
  // 4 s are halved: what thread 0 has of them, and what thread 1 has.
  const std::string threads = R"(resolution 1000
rank 0
  0      enter main
  0..3   f
  3      leave main
rank 0 thread 1
  0      enter worker
  0..1   f
  1      leave worker
)";
  EXPECT_EQ(run_length(threads, {.kind = Change::Kind::iterations, .iteration_times = in_ticks({{2000}})}),
            1500);
}

TEST(Replay, IterationsCanBeThoseOfCallPaths) {
  const std::unique_ptr<trace::Trace> recorded = parsed(R"(resolution 1000
rank 0
  0      enter main
  0      enter "iteration 1"
  0..1   f
  1..1   MPI_Barrier barrier
  1..2   f
  2      leave "iteration 1"
  2      enter "iteration 2"
  2..5   f
  5      leave "iteration 2"
  5..6   f
  6      leave main
)");
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  Change change = {.kind = Change::Kind::iterations};
  for (const CallTree::Node& node : from.condensed.call_tree.nodes()) {
    const auto is_below = [&](const char* name) {
      return node.parent.valid() && std::ranges::count(paths_of(from, name), node.parent) > 0;
    };
    change.iteration_of_path.push_back(is_below("iteration 1")   ? std::optional(0U)
                                       : is_below("iteration 2") ? std::optional(1U)
                                                                 : std::nullopt);
  }
  EXPECT_EQ(iteration_ticks(from, change, *comm), (std::vector<std::vector<int64_t>>{{2000, 3000}}));
  change.paths = paths_of(from, "f");
  change.iteration_times = in_ticks({{1000, 6000}});
  Timings timings;
  replay_trace(from, {change}, *comm, timings);
  EXPECT_EQ((from.run.end - from.run.begin).count, 8000);  // the last call of f is in no iteration
}

TEST(Replay, ForSomeTimeOnlyThatChanges) {
  // f of rank 0 from 1 to 3 is halved, which leaves it 2 s; the rest is as it was.
  EXPECT_EQ(run_length(kE13, {.factor = 0.5, .between = Change::Between{Ticks(1000), Ticks(3200)}}), 5400);
  // From 3.2 to 6.2 rank 0 has 1 s, and rank 1 has 3: the mean is 2.
  EXPECT_EQ(
      run_length(kE13, {.kind = Change::Kind::balance, .between = Change::Between{Ticks(3200), Ticks(6400)}}),
      5400);
  // Nothing changes before the run's begin.
  EXPECT_EQ(run_length(kE13, {.factor = 0, .between = Change::Between{Ticks(-10), Ticks(0)}}), 6400);
}

TEST(Replay, CollectiveOperationsTakeLonger) {
  // Each barrier completes 0.2 s after its last enter: twice 0.4 s then.
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::collectives, .factor = 2}), 6800);
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::collectives, .factor = 0}), 6000);
}

TEST(Replay, MessagesTakeAsLongAsOnAnotherNetwork) {
  // The message of 8 bytes is sent at 4 and takes 0.5 + 8 / 16 s; then 2 s of k, and 0.1 s of MPI_Finalize.
  EXPECT_EQ(run_length(kE12, {.kind = Change::Kind::network, .latency = 0.5, .bytes_per_second = 16}), 7100);
  EXPECT_EQ(run_length(kE12, {.kind = Change::Kind::network, .latency = 0, .bytes_per_second = 8000}), 6101);
  // A barrier of two takes the latency once: 3 + 0.5 + 3 + 0.5.
  EXPECT_EQ(run_length(kE13, {.kind = Change::Kind::network, .latency = 0.5, .bytes_per_second = 1e9}), 7000);
}

TEST(Replay, AnEagerMessageDoesNotWaitForItsReceiver) {
  // Of E14: the message leaves at 1, so it is there when it is asked for at 3, and k ends at 4.
  EXPECT_EQ(run_length(kE14, {.kind = Change::Kind::eager, .bytes = 8}), 4000);
  EXPECT_EQ(run_length(kE14, {.kind = Change::Kind::eager, .bytes = 7}), 4500);
}

TEST(Replay, AMessageWaitsForItsReceiverIfItIsNotEager) {
  // Rank 0 sends at 1; rank 1 asks for it at 3. How long it takes is not known, as nobody waited for it. So
  // rank 0 goes on at 3 instead of 1.1.
  const std::string text = R"(resolution 1000
rank 0
  0      enter main
  1..1.1 MPI_Send send to=1 bytes=8
  6      leave main
rank 1
  0      enter main
  3..3.1 MPI_Recv recv from=0 bytes=8
  3.2    enter f
  4.2    leave f
  4.2    leave main
)";
  EXPECT_EQ(run_length(text, {.kind = Change::Kind::eager, .bytes = 8}), 6000);
  EXPECT_EQ(run_length(text, {.kind = Change::Kind::eager, .bytes = 7}), 7900);
}

/// Two partitions, ready at 1 and 3. The receiver wants the first from 0 on and has it only at 3.5, when both
/// have been sent; then it works for 2 s, and waits for the second.
constexpr const char* kPartitions = R"(resolution 1000
rank 0
  0      enter main
  0..0   MPI_Psend_init psend_init to=1 request=1 partitions=2 bytes=8
  0..0   MPI_Start      psend_request request=1
  0..1   f
  1..1   MPI_Pready     pready request=1 partition=0
  1..3   g
  3..3   MPI_Pready     pready request=1 partition=1
  3..3.1 MPI_Wait       psend_complete request=1
  3.1    leave main
rank 1
  0      enter main
  0..0   MPI_Precv_init precv_init from=0 request=1 partitions=2 bytes=8
  0..0   MPI_Start      precv_request request=1
  0..3.5 MPI_Parrived   parrived request=1 partition=0
  3.5..5.5 h
  5.5..5.6 MPI_Wait     precv_complete request=1
  5.6    leave main
)";

TEST(Replay, PartitionsLeaveWhenTheyAreReady) {
  constexpr double kOfModel = 5;  // how long a message takes is known to a hundredth
  EXPECT_EQ(run_length(kPartitions, {.factor = 1}), 5600);
  // The message came 0.5 s after all partitions were ready; so the first is there at 1.5, h ends at 3.5, when
  // the second comes as well, and MPI_Wait takes the 0.1 s that it took when nothing had to be waited for.
  const Change early = {.kind = Change::Kind::early_partitions};
  EXPECT_NEAR(run_length(kPartitions, early), 3600, kOfModel);
  // With 1 s more of g the second partition is ready at 4. It was there when it was asked for, so it can have
  // come at once; and why the first came late, is not known.
  const Change longer_g = {.factor = 1.5};
  EXPECT_EQ(run_length_of(kPartitions, "g", {longer_g}), 5600);
  EXPECT_NEAR(run_length_of(kPartitions, "g", {longer_g, early}), 4500, kOfModel);
  // On another network a partition takes 0.25 + 4 / 8 s.
  const Change network = {.kind = Change::Kind::network, .latency = 0.25, .bytes_per_second = 8};
  EXPECT_EQ(run_length_of(kPartitions, "g", {network, early}), 3850);
}

TEST(Replay, PartitionsThatLeftEarlyDoSoAsTheyDid) {
  // The first partition was seen at 1.2, before the second was ready.
  std::string text = kPartitions;
  const std::string late = "0..3.5 MPI_Parrived   parrived request=1 partition=0\n  3.5..5.5 h";
  text.replace(text.find(late), late.size(),
               "0..1.2 MPI_Parrived   parrived request=1 partition=0\n  1.2..5.5 h");
  EXPECT_EQ(run_length(text, {.kind = Change::Kind::early_partitions}), 5600);
}

TEST(Replay, ABarrierEndsAsLongAfterTheLast) {
  EXPECT_DOUBLE_EQ(run_end(kE13, {}), 6.4);
  EXPECT_DOUBLE_EQ(run_end(kE13, {{"f", 0.5}}), 3.4);
}

constexpr const char* kE15 = R"(resolution 1000
rank 0
  0      enter main
  0..10   f
  10..10 MPI_Barrier barrier
  10 leave main
rank 1
  0      enter main
  0..9   g
  9..10 MPI_Barrier barrier
  10 leave main
rank 2
  0      enter main
  0..1   h
  1..10 MPI_Barrier barrier
  10 leave main
)";

TEST(Replay, TheNextCauseIsBehindTheFirst) {
  EXPECT_DOUBLE_EQ(run_end(kE15, {}), 10);
  EXPECT_DOUBLE_EQ(run_end(kE15, {{"f", 0}}), 9);
  EXPECT_DOUBLE_EQ(run_end(kE15, {{"f", 0}, {"g", 0}}), 1);
  EXPECT_DOUBLE_EQ(run_end(kE15, {{"h", 11}}), 11);
}

/// A master that receives from ranks 1 and 2 in an order, and when these send, in seconds.
std::string master_and_workers(const std::string& order, const std::string& first,
                               const std::string& second) {
  std::string text = "resolution 1000\nrank 0\n  0 enter main\n";
  for (size_t i = 0; i < order.size(); ++i)
    text += "  " + std::to_string(i) + ".5.." + std::to_string(i + 1) + ".1 MPI_Recv recv from=" + order[i] +
            " bytes=8\n";
  text += "  9 leave main\n";
  for (const auto& [rank, sends] : {std::pair("1", first), std::pair("2", second)}) {
    text += std::string("rank ") + rank + "\n  0 enter main\n" + (rank[0] == '1' ? "  0..0.9 f\n" : "");
    for (const char when : sends)
      text += std::string("  ") + when + ".." + when + ".1 MPI_Send send to=0 bytes=8\n";
    text += "  9 leave main\n";
  }
  return text;
}

KeptOrder kept_order(const std::string& text) {
  const std::unique_ptr<trace::Trace> recorded = parsed(text);
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  Timings timings;
  return replay_trace(from, {{.paths = paths_of(from, "f"), .factor = 20}}, *comm, timings);
}

TEST(Replay, SaysWhatIsKeptInOrder) {
  // Rank 0 has received from 1, 2, 2 and 1 as they sent, at 1, 2, 3 and 4. When rank 1 begins 17.1 s later,
  // both messages of rank 2 come before its first, and its second is the last one as before.
  EXPECT_EQ(kept_order(master_and_workers("1221", "14", "23")), (KeptOrder{.messages = 1, .locks = 0}));
  // In turn, they may have been asked for in turn.
  EXPECT_EQ(kept_order(master_and_workers("1212", "13", "24")), (KeptOrder{.messages = 0, .locks = 0}));
}

TEST(Replay, IdleThreadsHaveNoWorkToBalance) {
  const std::unique_ptr<trace::Trace> recorded = parsed(R"(resolution 1000
team t threads 0.0 0.1
rank 0
  0      enter main
  4      thread_fork threads=2
  4      team_begin team=t
  4      enter "!$omp parallel"
  5..8   "!$omp barrier"
  8      leave "!$omp parallel"
  8      team_end team=t
  8      thread_join
  9      leave main
rank 0 thread 1
  4      team_begin team=t
  4      enter "!$omp parallel"
  8..8   "!$omp barrier"
  8      leave "!$omp parallel"
  8      team_end team=t
)");
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  const std::vector<CallPathId> paths = paths_of(from, "main");
  Timings timings;
  // Thread 0 works 4 + 1 + 1 s, thread 1 4 s, and is idle before and after that: 5 s each are the mean. So
  // the fork is at 4 x 5/6, the barrier 5 s later, and the end 1 x 5/6 after that.
  replay_trace(from, {{.kind = Change::Kind::balance, .paths = paths}}, *comm, timings);
  EXPECT_NEAR((from.run.end - from.run.begin).seconds(1000), 10.0 / 3 + 5 + 5.0 / 6, 0.002);
}

TEST(Replay, AnIdleThreadGoesOnWhenItIsNeeded) {
  // The worker is idle from 2 to 6, while thread 0 is in f; then it works for 3 s, and thread 0 waits for it.
  const std::string text = R"(resolution 1000
team t threads 0.0 0.1
rank 0
  0      enter main
  1      thread_fork threads=2
  1      team_begin team=t
  1      enter "!$omp parallel"
  2..2   "!$omp barrier"
  2      leave "!$omp parallel"
  2      team_end team=t
  2      thread_join
  2..6   f
  6      thread_fork threads=2
  6      team_begin team=t
  6      enter "!$omp parallel"
  7..9   "!$omp barrier"
  9      leave "!$omp parallel"
  9      team_end team=t
  9      thread_join
  10     leave main
rank 0 thread 1
  1      team_begin team=t
  1      enter "!$omp parallel"
  2..2   "!$omp barrier"
  2      leave "!$omp parallel"
  2      team_end team=t
  6      team_begin team=t
  6      enter "!$omp parallel"
  9..9   "!$omp barrier"
  9      leave "!$omp parallel"
  9      team_end team=t
)";
  EXPECT_DOUBLE_EQ(run_end(text, {{"f", 0.5}}), 8);
  EXPECT_DOUBLE_EQ(run_end(text, {{"f", 2}}), 14);
}

TEST(Replay, AThreadBeginsWhenItIsCreated) {
  // The thread is created after 2 s, and works for 4 s; thread 0 waits for its end.
  const std::string text = R"(resolution 1000
rank 0
  0      enter main
  2..2   pthread_create  thread_create thread=1
  2..6   pthread_join    thread_wait thread=1
  7      leave main
rank 0 thread 1
  2      enter worker
  2      thread_begin thread=1
  6      thread_end thread=1
  6      leave worker
)";
  EXPECT_DOUBLE_EQ(run_end(text, {}), 7);
  EXPECT_DOUBLE_EQ(run_end(text, {{"main", 0.5}}), 5.5);  // 1, 4 and 0.5 s
  EXPECT_DOUBLE_EQ(run_end(text, {{"main", 3}}), 13);     // 6, 4 and 3 s
}

TEST(Replay, WhoHasALockReleasesItSooner) {
  // Thread 0 has the mutex from 1 to 5, within update, and thread 1 wants it from 2 on: it works 2 s after
  // it.
  const std::string text = R"(resolution 1000
rank 0
  0      enter main
  1..1   pthread_mutex_lock    acquire_lock lock=3 order=0 paradigm=pthread
  1..5   update
  5..5   pthread_mutex_unlock  release_lock lock=3 order=0 paradigm=pthread
  6      leave main
rank 0 thread 1
  0      enter worker
  2..5   pthread_mutex_lock    acquire_lock lock=3 order=1 paradigm=pthread
  7..7   pthread_mutex_unlock  release_lock lock=3 order=1 paradigm=pthread
  7      leave worker
)";
  EXPECT_DOUBLE_EQ(run_end(text, {}), 7);
  EXPECT_DOUBLE_EQ(run_end(text, {{"update", 0.5}}), 5);  // released at 3, and 2 s
  EXPECT_DOUBLE_EQ(run_end(text, {{"update", 0.1}}), 4);  // released at 1.4: nobody waits at 2
  EXPECT_DOUBLE_EQ(run_end(text, {{"main", 2}}), 8);      // released at 6; main ends at 8
}

TEST(Replay, WhoHasAWindowsLockReleasesItSooner) {
  // Rank 0 has the lock of rank 2's window until its unlock ends at 6, and rank 1 wants it from 2 on: it has
  // it 0.5 s later, and works 1.5 s. Its own unlock begins at 8; rank 3 waits for that from 7 to 8.2.
  const std::string text = R"(resolution 1000
window w world
rank 0
  0      enter main
  1..1   MPI_Win_lock   rma_acquire_lock win=w target=2 lock=0
  1..5   update
  5..6   MPI_Win_unlock rma_release_lock win=w target=2 lock=0
  6      leave main
rank 1
  0      enter main
  2..6.5 MPI_Win_lock   rma_acquire_lock win=w target=2 lock=0
  8..8.5 MPI_Win_unlock rma_release_lock win=w target=2 lock=0
  8.5    leave main
rank 2
  0..1   main
rank 3
  0      enter main
  7..8.2 MPI_Win_lock   rma_acquire_lock win=w target=2 lock=0
  9..9   MPI_Win_unlock rma_release_lock win=w target=2 lock=0
  9      leave main
)";
  EXPECT_DOUBLE_EQ(run_end(text, {}), 9);
  // Released at 4, had at 4.5, and again released from 6 on: nobody waits at 7. What the lock takes then is
  // not known.
  EXPECT_DOUBLE_EQ(run_end(text, {{"update", 0.5}}), 7.8);
  EXPECT_DOUBLE_EQ(run_end(text, {{"update", 2}}), 13);  // released at 10, had at 10.5 and, from 12 on, 12.2
}

/// The trace of a case, which stands before what is to be found in it.
std::string trace_of_case(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str().substr(0, text.str().find("\n---\n") + 1);
}

TEST(Replay, WhatThreadsLostToOthersCanBeTakenAway) {
  // Rank 0 was preempted for 1 s of the 6 s before its send, for which rank 1 waits: all ends 1 s sooner.
  const std::unique_ptr<trace::Trace> recorded =
      parsed(trace_of_case(source_path("tests/cases/preempted.case")));
  const std::unique_ptr<Comm> comm = serial_comm();
  SynchronizedTrace from = synchronized(*recorded, *comm);
  Change change = {.factor = 0};
  const std::vector<CallTree::Node>& nodes = from.condensed.call_tree.nodes();
  for (size_t p = 0; p < nodes.size(); ++p)
    if (nodes[p].kind == CallTree::Kind::preempted) change.paths.emplace_back(p);
  Timings timings;
  replay_trace(from, {change}, *comm, timings);
  EXPECT_DOUBLE_EQ((from.run.end - from.run.begin).seconds(recorded->definitions().ticks_per_second), 7);
}

TEST(Predictions, AreLeftOutForMoreCallsThanWanted) {
  const std::unique_ptr<trace::Trace> recorded = parsed(kE12);  // 2 calls on each rank
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  EXPECT_TRUE(analyze_to_predict(*recorded, *comm, timings, {}, kPollingGap, {}, 4).predictions);
  EXPECT_FALSE(analyze_to_predict(*recorded, *comm, timings, {}, kPollingGap, {}, 3).predictions);
}

class ReplayOfCases : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ReplayOfCases, WithoutAChangeHasTheRecordedTimes) {
  const std::unique_ptr<trace::Trace> recorded = parsed(trace_of_case(GetParam()));
  const std::unique_ptr<Comm> comm = serial_comm();
  const SynchronizedTrace from = synchronized(*recorded, *comm);
  EXPECT_TRUE(is_replayed_as_it_is(from, *comm));
}

TEST_P(ReplayOfCases, PredictsHowLongTheReplayedRunTakes) {
  const std::unique_ptr<trace::Trace> recorded = parsed(trace_of_case(GetParam()));
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  const ClockOptions clocks = {.mode = ClockMode::off};
  SynchronizedTrace from = synchronized(*recorded, *comm);
  Change half = {.factor = 0.5};
  for (size_t p = 0; p < from.condensed.call_tree.nodes().size(); ++p)
    if (!from.condensed.call_tree.nodes()[p].parent.valid()) half.paths.emplace_back(p);
  const PredictingAnalysis analysis = analyze_to_predict(*recorded, *comm, timings, clocks, kPollingGap, {});
  EXPECT_EQ(analysis.predictions->run_length({}, *comm), from.run.end - from.run.begin);
  for (const std::vector<Change>& changes : {std::vector{half},
                                             {{.kind = Change::Kind::instant_network}},
                                             {{.kind = Change::Kind::collectives, .factor = 3},
                                              {.kind = Change::Kind::balance, .paths = half.paths}}}) {
    SynchronizedTrace replayed = synchronized(*recorded, *comm);
    replay_trace(replayed, changes, *comm, timings);
    EXPECT_EQ(analysis.predictions->run_length(changes, *comm), replayed.run.end - replayed.run.begin);
  }
}

std::vector<std::filesystem::path> cases() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("tests/cases")))
    if (entry.path().extension() == ".case") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

INSTANTIATE_TEST_SUITE_P(All, ReplayOfCases, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace latecomer::analyze
