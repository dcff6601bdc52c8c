// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// One-sided communication as no program would do it: any operation at any time, by any thread, whatever
// epochs are open. What is found need not make sense, but the analysis has to come to an end, give the same
// on any number of ranks, find no wait longer than the call it is in, and charge all waiting to somebody.
// Debug builds check more (check_results.h).

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "report/metrics.h"
#include "support/run_ranks.h"
#include "trace/trace_builder.h"

namespace latecomer::analyze {
namespace {

using report::Builtin;
using trace::CollectiveOp;
using trace::Event;
using trace::EventKind;
using trace::GroupId;
using trace::TraceBuilder;
using trace::WindowId;

constexpr uint32_t kRanks = 4;
constexpr int kCalls = 60;

/// Random operations on two windows, with few targets and short times so that they often meet.
class RandomWindows {
 public:
  explicit RandomWindows(uint64_t seed) : random_(seed) {
    for (const char* name : {"w", "v"}) windows_.push_back(builder_.add_window(name, TraceBuilder::world()));
    groups_.push_back(builder_.add_group("all", {0, 1, 2, 3}));
    groups_.push_back(builder_.add_group("even", {0, 2}));
    groups_.push_back(builder_.add_group("one", {1}));
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      add_thread(builder_.thread(rank));
      if (number(3) == 0) add_thread(builder_.thread(rank, 1));
    }
  }

  std::unique_ptr<trace::MemoryTrace> build() && { return std::move(builder_).build().value(); }

 private:
  uint32_t number(uint32_t below) { return static_cast<uint32_t>(random_() % below); }

  void add_thread(TraceBuilder::Thread thread) {
    std::vector<Event>& events = builder_.events(thread);
    Ticks time;
    const auto pass = [&](EventKind kind, trace::RegionId region) {
      time += Ticks(number(5));
      events.push_back({.time = time, .kind = kind, .region = region});
    };
    pass(EventKind::enter, builder_.region("main"));
    for (int i = 0; i < kCalls; ++i) {
      const auto& [name, operation] = random_operation();
      pass(EventKind::enter, builder_.region(name));
      time += Ticks(number(9));
      Event event = operation;
      event.time = time;
      events.push_back(event);
      pass(EventKind::leave, builder_.region(name));
    }
    pass(EventKind::leave, builder_.region("main"));
  }

  std::pair<std::string, Event> random_operation() {
    Event event;
    event.window = number(100) == 0 ? WindowId() : windows_[number(2)];
    event.peer = number(50) == 0 ? kRanks + 7 : number(20) == 0 ? trace::kNoRank : number(kRanks);
    event.sources = number(100) == 0 ? GroupId() : groups_[number(3)];
    event.number = number(2);
    event.request = number(6);
    event.bytes_sent = event.bytes_received = number(100);
    const auto of_kind = [&](const char* name, EventKind kind, CollectiveOp op = CollectiveOp::none) {
      event.kind = kind;
      event.collective = op;
      return std::pair(std::string(name), event);
    };
    switch (number(14)) {
      case 0:
        return of_kind("MPI_Win_fence", EventKind::rma_collective_end, CollectiveOp::barrier);
      case 1:
        return of_kind("MPI_Win_post", EventKind::rma_group_sync);
      case 2:
        return of_kind("MPI_Win_start", EventKind::rma_group_sync);
      case 3:
        return of_kind("MPI_Win_complete", EventKind::rma_group_sync);
      case 4:
        return of_kind("MPI_Win_wait", EventKind::rma_group_sync);
      case 5:
        return of_kind("MPI_Win_test", EventKind::rma_group_sync);
      case 6:
        return of_kind("MPI_Win_lock", EventKind::rma_request_lock);
      case 7:
        return of_kind("MPI_Win_lock", EventKind::rma_acquire_lock);
      case 8:
      case 9:
        return of_kind("MPI_Win_unlock", EventKind::rma_release_lock);
      case 10:
        return of_kind("MPI_Win_flush", EventKind::rma_complete_remote);
      case 11:
        return of_kind("MPI_Get", EventKind::rma_get);
      case 12:
        return of_kind("MPI_Accumulate", EventKind::rma_atomic);
      default:
        return of_kind("MPI_Put", EventKind::rma_put);
    }
  }

  std::mt19937_64 random_;
  TraceBuilder builder_;
  std::vector<WindowId> windows_;
  std::vector<GroupId> groups_;
};

/// (metric, call path, location) -> seconds or number.
using Values = std::map<std::tuple<std::string, std::string, size_t>, double>;

Values analyze_on(int ranks, const trace::Trace& trace) {
  std::vector<Values> of_ranks(static_cast<size_t>(ranks));
  run_ranks(ranks, [&](Comm& comm) {
    Timings timings;
    const report::ReportShare share = analyze(trace, comm, timings);
    const report::Report& report = share.report;
    for (const auto& [key, column] : share.rows) {
      const std::vector<double> row = column->numbers();
      for (size_t l = 0; l < row.size(); ++l) {
        if (row[l] != 0)
          of_ranks[static_cast<size_t>(comm.rank())][{
              report.metrics[key.first.index()].id, report.path_name(key.second), share.first_location + l}] =
              row[l];
      }
    }
  });
  Values all;
  for (const Values& each : of_ranks) all.insert(each.begin(), each.end());
  return all;
}

double total(const Values& values, const std::string& metric) {
  double sum = 0;
  for (const auto& [place, value] : values) sum += std::get<0>(place) == metric ? value : 0;
  return sum;
}

TEST(WindowWaits, HoldForAnyOrderOfOperations) {
  const std::vector<report::Metric> metrics = report::builtin_metrics();
  std::map<std::string, int> found;  // kinds of wait states, and in how many traces
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const std::unique_ptr<trace::MemoryTrace> trace = RandomWindows(seed).build();
    const Values values = analyze_on(1, *trace);
    EXPECT_EQ(values, analyze_on(3, *trace)) << "seed " << seed;

    double waiting = 0;
    for (const auto& [place, value] : values) {
      const auto& [metric, path, location] = place;
      const Builtin id = *report::find_builtin(metric);
      if (!report::is_wait_state(id)) continue;
      ++found[metric];
      const std::string& parent = metrics[metrics[static_cast<size_t>(id)].parent.index()].id;
      EXPECT_LE(value, values.at({parent, path, location})) << metric << " at " << path << ", seed " << seed;
      const bool is_part = metric == "mpi_rma_early_fence" || metric == "mpi_rma_late_complete";
      if (!is_part) waiting += value;
    }
    EXPECT_NEAR(total(values, "delay"), waiting, 1e-6 * waiting) << "seed " << seed;
  }
  for (const char* metric : {"mpi_rma_wait_at_fence", "mpi_rma_early_fence", "mpi_rma_sync_late_post",
                             "mpi_rma_comm_late_post", "mpi_rma_early_wait", "mpi_rma_late_complete",
                             "mpi_rma_sync_lock_competition", "mpi_rma_comm_lock_competition",
                             "mpi_rma_sync_wait_for_progress", "mpi_rma_comm_wait_for_progress"}) {
    EXPECT_GT(found[metric], 0) << metric;
  }
}

}  // namespace
}  // namespace latecomer::analyze
