// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "ring_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "trace/trace_builder.h"

namespace latecomer::bench {

using trace::Event;
using trace::EventKind;
using trace::RegionId;

namespace {

constexpr int64_t kWork = 20'000;
constexpr int64_t kLatency = 2'000;
constexpr int64_t kCall = 500;  ///< ticks that a call takes in any case

/// When a rank does what in one step, in ticks.
struct StepTimes {
  int64_t work;
  int64_t send;
  int64_t receive;
  int64_t received;
  int64_t end;
};

bool reduces(const RingRun& run, uint32_t step) {
  return (step + 1) % run.steps_per_reduction == 0;
}

/// times[step * ranks + rank]
std::vector<StepTimes> simulate(const RingRun& run) {
  std::vector<StepTimes> times(size_t{run.steps()} * run.ranks);
  for (uint32_t step = 0; step < run.steps(); ++step) {
    StepTimes* now = &times[size_t{step} * run.ranks];
    int64_t last = 0;
    for (uint32_t rank = 0; rank < run.ranks; ++rank) {
      const uint64_t random = scramble(uint64_t{step} * run.ranks + rank);
      now[rank].work = step == 0 ? 1'000 : (now - run.ranks)[rank].end + kCall;
      now[rank].send = now[rank].work + kWork + static_cast<int64_t>(random % kWork);
      now[rank].receive = now[rank].send + 2 * kCall;
    }
    for (uint32_t rank = 0; rank < run.ranks; ++rank) {
      const int64_t sent = now[(rank + run.ranks - 1) % run.ranks].send;
      now[rank].received = std::max(sent, now[rank].receive) + kLatency;
      last = std::max(last, now[rank].received + kCall);
    }
    for (uint32_t rank = 0; rank < run.ranks; ++rank)
      now[rank].end = reduces(run, step) ? last + kLatency : now[rank].received;
  }
  return times;
}

/// Hands the events of one rank to a sink.
class RankWriter {
 public:
  RankWriter(const RingRun& run, const std::vector<RegionId>& regions, uint32_t rank, trace::EventSink& sink)
      : run_(run), regions_(regions), rank_(rank), sink_(sink) {}

  void write(const std::vector<StepTimes>& times) {
    region(EventKind::enter, 0, kMain);
    for (uint32_t step = 0; step < run_.steps(); ++step) {
      const StepTimes& now = times[size_t{step} * run_.ranks + rank_];
      solve(now.work, now.send);
      message(EventKind::send, now.send, now.send, now.send + kCall);
      message(EventKind::recv, now.receive, now.received, now.received);
      if (reduces(run_, step)) reduce(now.received + kCall, now.end);
    }
    region(EventKind::leave, times[times.size() - run_.ranks + rank_].end + kCall, kMain);
  }

  static std::vector<std::string> region_names() {
    return {"main", "solve", "kernel", "MPI_Send", "MPI_Recv", "MPI_Allreduce"};
  }

 private:
  enum Region { kMain, kSolve, kKernel, kSend, kReceive, kReduce };  ///< positions in region_names

  void region(EventKind kind, int64_t time, Region region) {
    sink_.on_event({.time = Ticks(time), .kind = kind, .region = regions_[region]});
  }

  void solve(int64_t enter, int64_t leave) {
    region(EventKind::enter, enter, kSolve);
    const int64_t half = (leave - enter) / (2 * run_.calls_per_step + 2);
    for (uint32_t call = 0; call < run_.calls_per_step; ++call) {
      region(EventKind::enter, enter + (2 * call + 1) * half, kKernel);
      region(EventKind::leave, enter + (2 * call + 2) * half, kKernel);
    }
    region(EventKind::leave, leave, kSolve);
  }

  void message(EventKind kind, int64_t enter, int64_t time, int64_t leave) {
    const bool sends = kind == EventKind::send;
    region(EventKind::enter, enter, sends ? kSend : kReceive);
    sink_.on_event({.time = Ticks(time),
                    .kind = kind,
                    .comm = trace::TraceBuilder::world(),
                    .peer = (rank_ + (sends ? 1 : run_.ranks - 1)) % run_.ranks,
                    .bytes_sent = sends ? uint64_t{8'192} : 0,
                    .bytes_received = sends ? 0 : uint64_t{8'192}});
    region(EventKind::leave, leave, sends ? kSend : kReceive);
  }

  void reduce(int64_t enter, int64_t leave) {
    region(EventKind::enter, enter, kReduce);
    sink_.on_event({.time = Ticks(enter), .kind = EventKind::collective_begin});
    sink_.on_event({.time = Ticks(leave),
                    .kind = EventKind::collective_end,
                    .collective = trace::CollectiveOp::allreduce,
                    .comm = trace::TraceBuilder::world(),
                    .bytes_sent = 8,
                    .bytes_received = 8});
    region(EventKind::leave, leave, kReduce);
  }

  const RingRun& run_;
  const std::vector<RegionId>& regions_;
  uint32_t rank_;
  trace::EventSink& sink_;
};

}  // namespace

Result<SyntheticArchive> make_ring_archive(const RingRun& run, const std::string& directory) {
  const std::string path = fmt::format("{}/ring-{}-{}-{}-{}", directory, run.ranks, run.messages,
                                       run.steps_per_reduction, run.calls_per_step);
  const auto write = [&](const std::string& unfinished) {
    const std::vector<StepTimes> times = simulate(run);
    return write_archive(unfinished, run.ranks, RankWriter::region_names(),
                         [&](uint32_t rank, const std::vector<RegionId>& regions, trace::EventSink& sink) {
                           RankWriter(run, regions, rank, sink).write(times);
                         });
  };
  return archive_at(path, write);
}

}  // namespace latecomer::bench
