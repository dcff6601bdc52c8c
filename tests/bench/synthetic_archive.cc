// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "synthetic_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "otf2/archive_reader.h"
#include "otf2/archive_writer.h"
#include "trace/trace_builder.h"

namespace latecomer::bench {

using trace::Event;
using trace::EventKind;
using trace::RegionId;

namespace {

/// When a rank does what in one step, in ticks.
struct StepTimes {
  int64_t begin;
  int64_t exchange;   ///< the functions are done, the messages are sent
  int64_t exchanged;  ///< all messages have arrived
  int64_t end;
};

constexpr int64_t kLatency = 2'000;
constexpr int64_t kTicksPerCall = 400;

bool reduces(const SyntheticRun& run, uint32_t step) {
  return step % run.steps_per_reduction == 0;
}

/// times[step * ranks + rank]
std::vector<StepTimes> simulate(const SyntheticRun& run) {
  std::vector<StepTimes> times(size_t{run.steps} * run.ranks);
  for (uint32_t step = 0; step < run.steps; ++step) {
    StepTimes* now = &times[size_t{step} * run.ranks];
    for (uint32_t rank = 0; rank < run.ranks; ++rank) {
      const int64_t work = run.calls_per_step * kTicksPerCall;
      const int64_t extra =
          static_cast<int64_t>(scramble(uint64_t{step} * run.ranks + rank) % static_cast<uint64_t>(work));
      now[rank].begin = step == 0 ? 1'000 : (now - run.ranks)[rank].end;
      now[rank].exchange = now[rank].begin + work + extra;
    }
    int64_t last = 0;
    for (uint32_t rank = 0; rank < run.ranks; ++rank) {
      const int64_t left = now[(rank + run.ranks - 1) % run.ranks].exchange;
      const int64_t right = now[(rank + 1) % run.ranks].exchange;
      now[rank].exchanged = std::max({left, right, now[rank].exchange}) + kLatency;
      last = std::max(last, now[rank].exchanged);
    }
    for (uint32_t rank = 0; rank < run.ranks; ++rank) {
      now[rank].end = (reduces(run, step) ? last + kLatency : now[rank].exchanged) + kLatency;
    }
  }
  return times;
}

/// Hands the events of one rank to a sink.
class RankWriter {
 public:
  RankWriter(const SyntheticRun& run, const std::vector<RegionId>& regions, uint32_t rank,
             trace::EventSink& sink)
      : run_(run), regions_(regions), rank_(rank), sink_(sink) {}

  static std::vector<std::string> region_names() {
    return {"main", "step", "update", "flux", "MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Allreduce"};
  }

  void write(const std::vector<StepTimes>& times) {
    region(EventKind::enter, 0, kMain);
    for (uint32_t step = 0; step < run_.steps; ++step) {
      const StepTimes& now = times[size_t{step} * run_.ranks + rank_];
      region(EventKind::enter, now.begin, kStep);
      compute(now);
      exchange(now);
      if (reduces(run_, step)) reduce(now);
      region(EventKind::leave, now.end, kStep);
    }
    region(EventKind::leave, times[times.size() - run_.ranks + rank_].end + 1'000, kMain);
  }

 private:
  enum Region { kMain, kStep, kUpdate, kFlux, kIsend, kIrecv, kWaitall, kReduce };  ///< as in region_names

  void region(EventKind kind, int64_t time, Region region) {
    Event event;
    event.kind = kind;
    event.time = Ticks(time);
    event.region = regions_[region];
    sink_.on_event(event);
  }

  void compute(const StepTimes& now) {
    const int64_t quarter = (now.exchange - now.begin) / run_.calls_per_step / 4;
    for (uint32_t call = 0; call < run_.calls_per_step; ++call) {
      const int64_t time = now.begin + 4 * quarter * call;
      region(EventKind::enter, time, kUpdate);
      region(EventKind::enter, time + quarter, kFlux);
      region(EventKind::leave, time + 2 * quarter, kFlux);
      region(EventKind::leave, time + 3 * quarter, kUpdate);
    }
  }

  void message(EventKind kind, int64_t time, uint32_t neighbour) {
    Event event;
    event.kind = kind;
    event.time = Ticks(time);
    event.comm = trace::TraceBuilder::world();
    event.peer = (rank_ + (neighbour == 0 ? run_.ranks - 1 : 1)) % run_.ranks;
    // A message's tag is its direction: what the left neighbour sends to its right comes from the left here.
    const bool receives = kind == EventKind::irecv;
    event.tag = receives ? 1 - neighbour : neighbour;
    (receives ? event.bytes_received : event.bytes_sent) = 8'192;
    event.request = neighbour + (kind == EventKind::irecv || kind == EventKind::irecv_request ? 3 : 1);
    sink_.on_event(event);
  }

  void exchange(const StepTimes& now) {
    for (uint32_t neighbour = 0; neighbour < 2; ++neighbour) {
      const int64_t time = now.exchange + 100 * int64_t{neighbour};
      region(EventKind::enter, time, kIrecv);
      message(EventKind::irecv_request, time + 20, neighbour);
      region(EventKind::leave, time + 50, kIrecv);
    }
    for (uint32_t neighbour = 0; neighbour < 2; ++neighbour) {
      const int64_t time = now.exchange + 200 + 100 * int64_t{neighbour};
      region(EventKind::enter, time, kIsend);
      message(EventKind::isend, time + 20, neighbour);
      region(EventKind::leave, time + 50, kIsend);
    }
    region(EventKind::enter, now.exchange + 400, kWaitall);
    for (const EventKind kind : {EventKind::isend_complete, EventKind::irecv}) {
      for (uint32_t neighbour = 0; neighbour < 2; ++neighbour) message(kind, now.exchanged, neighbour);
    }
    region(EventKind::leave, now.exchanged, kWaitall);
  }

  void reduce(const StepTimes& now) {
    region(EventKind::enter, now.exchanged + 100, kReduce);
    Event event;
    event.kind = EventKind::collective_begin;
    event.time = Ticks(now.exchanged + 100);
    sink_.on_event(event);
    event.kind = EventKind::collective_end;
    event.time = Ticks(now.end - kLatency);
    event.comm = trace::TraceBuilder::world();
    event.collective = trace::CollectiveOp::allreduce;
    event.bytes_sent = event.bytes_received = 8;
    sink_.on_event(event);
    region(EventKind::leave, now.end - kLatency, kReduce);
  }

  const SyntheticRun& run_;
  const std::vector<RegionId>& regions_;
  uint32_t rank_;
  trace::EventSink& sink_;
};

}  // namespace

uint64_t scramble(uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

Status write_archive(const std::string& directory, uint32_t ranks,
                     const std::vector<std::string>& region_names, const WriteRank& write_rank) {
  trace::TraceBuilder builder;
  builder.set_ticks_per_second(1'000'000'000);
  std::vector<RegionId> regions;
  for (const std::string& name : region_names) regions.push_back(builder.region(name));
  for (uint32_t rank = 0; rank < ranks; ++rank) builder.thread(rank);
  TRY(const std::unique_ptr<trace::MemoryTrace> skeleton, std::move(builder).build());
  trace::Definitions definitions = skeleton->definitions();

  TRY(otf2::ArchiveWriter writer, otf2::ArchiveWriter::create(directory, otf2::ArchivePart::whole));
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    TRY(const otf2::LocationExtent extent,
        writer.write_location(definitions.locations[rank].reference, {},
                              [&](trace::EventSink& sink) { write_rank(rank, regions, sink); }));
    definitions.locations[rank].events = extent.events;
    definitions.length = std::max(definitions.length, static_cast<uint64_t>(extent.last.count));
  }
  TRY_STATUS(writer.write_definitions(definitions));
  return writer.close();
}

Result<SyntheticArchive> archive_at(const std::string& path,
                                    const std::function<Status(const std::string&)>& write) {
  namespace fs = std::filesystem;
  if (!fs::exists(path)) {
    // Under another name until it is whole, so that an interrupted run leaves nothing to mistake for it.
    const std::string unfinished = path + ".unfinished";
    fs::remove_all(unfinished);
    fs::create_directories(fs::path(path).parent_path());
    TRY_STATUS(write(unfinished));
    fs::rename(unfinished, path);
  }
  TRY(const std::unique_ptr<trace::Trace> archive, otf2::open_archive(path));
  SyntheticArchive result{path, 0};
  for (const trace::Location& location : archive->definitions().locations) result.events += location.events;
  return result;
}

Result<SyntheticArchive> make_synthetic_archive(const SyntheticRun& run, const std::string& directory) {
  const std::string path = fmt::format("{}/stencil-{}-{}-{}-{}", directory, run.ranks, run.steps,
                                       run.calls_per_step, run.steps_per_reduction);
  return archive_at(path, [&](const std::string& unfinished) {
    const std::vector<StepTimes> times = simulate(run);
    return write_archive(unfinished, run.ranks, RankWriter::region_names(),
                         [&](uint32_t rank, const std::vector<RegionId>& regions, trace::EventSink& sink) {
                           RankWriter(run, regions, rank, sink).write(times);
                         });
  });
}

}  // namespace latecomer::bench
