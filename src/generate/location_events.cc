// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/location_events.h"

#include <fmt/format.h>

#include "generate/costs.h"

namespace latecomer::generate {

using trace::CollectiveOp;
using trace::Event;
using trace::EventKind;
using trace::RegionId;

Regions::Regions(const Program& program, trace::TraceBuilder& builder) {
  main = builder.region("main");
  init = builder.region("MPI_Init");
  finalize = builder.region("MPI_Finalize");
  const bool teams = program.settings.pattern == Pattern::hybrid;
  if (teams) {
    parallel = builder.region("!$omp parallel @main.c:20");
    team_barrier = builder.region("!$omp barrier @main.c:23");
    implicit_barrier = builder.region("!$omp implicit barrier @main.c:25");
  }
  compute = builder.region("compute");
  for (uint32_t level = 0; program.settings.functions > 0 && level < program.settings.depth; ++level)
    functions.push_back(builder.region(fmt::format("function_{}", level + 1)));
  send = builder.region("MPI_Send");
  recv = builder.region("MPI_Recv");
  isend = builder.region("MPI_Isend");
  irecv = builder.region("MPI_Irecv");
  waitall = builder.region("MPI_Waitall");
  alltoall = builder.region("MPI_Alltoall");
  allreduce = builder.region("MPI_Allreduce");
  barrier = builder.region("MPI_Barrier");
}

RegionId Regions::of(const Step& step) const {
  switch (step.kind) {
    case StepKind::compute:
      return compute;
    case StepKind::parallel:
      return parallel;
    case StepKind::send:
      return send;
    case StepKind::recv:
      return recv;
    case StepKind::isend:
      return isend;
    case StepKind::irecv:
      return irecv;
    case StepKind::waitall:
      return waitall;
    case StepKind::collective:
      break;
  }
  if (step.collective == CollectiveOp::alltoall) return alltoall;
  return step.collective == CollectiveOp::allreduce ? allreduce : barrier;
}

namespace {

class LocationEvents {
 public:
  LocationEvents(const Run& run, uint32_t rank, uint32_t thread, trace::EventSink& sink)
      : run_(run), program_(run.program), rank_(rank), thread_(thread), sink_(sink) {}

  void produce_master() {
    const Schedule& schedule = run_.schedule;
    enter(Ticks(), run_.regions.main);
    const Ticks init = schedule.init_enter();
    collective(init, schedule.init_leave(), run_.regions.init, {.collective = CollectiveOp::create_handle});
    for_each_step([&](const Step& step, StepId id, uint32_t iteration) { produce(step, id, iteration); });
    const Ticks finalize = schedule.finalize_enter(rank_);
    collective(finalize, schedule.finalize_leave(), run_.regions.finalize,
               {.collective = CollectiveOp::destroy_handle});
    leave(schedule.end(), run_.regions.main);
  }

  void produce_worker() {
    for_each_step([&](const Step& step, StepId id, uint32_t iteration) {
      if (step.kind == StepKind::parallel) produce_team(step, run_.schedule.team(id, iteration));
    });
  }

 private:
  template <class Body>
  void for_each_step(const Body& body) {
    for (uint32_t iteration = 0; iteration < program_.iterations; ++iteration) {
      for (size_t i = program_.first_step[rank_]; i < program_.first_step[rank_ + 1]; ++i) {
        const StepId id(i);
        if (program_.is_done_in(program_[id], iteration)) body(program_[id], id, iteration);
      }
    }
  }

  void enter(Ticks time, RegionId region) { sink_.on_enter(time, region); }
  void leave(Ticks time, RegionId region) { sink_.on_leave(time, region); }
  void record(Ticks time, EventKind kind, Event event = {}) {
    event.time = time;
    event.kind = kind;
    sink_.on_event(event);
  }

  void produce(const Step& step, StepId id, uint32_t iteration) {
    if (step.kind == StepKind::parallel) return produce_team(step, run_.schedule.team(id, iteration));
    const Ticks begin = run_.schedule.enter(id, iteration);
    const Ticks end = run_.schedule.leave(id, iteration);
    const RegionId region = run_.regions.of(step);
    if (step.kind == StepKind::compute) return compute(begin, end, step.calls);
    if (step.kind == StepKind::collective) return collective(begin, end, region, contents(step));
    enter(begin, region);
    switch (step.kind) {
      case StepKind::send:
        record(begin, EventKind::send, message(step));
        break;
      case StepKind::isend:
        record(begin, EventKind::isend, message(step));
        break;
      case StepKind::recv:
        record(end, EventKind::recv, message(step));
        break;
      case StepKind::irecv:
        record(begin, EventKind::irecv_request, message(step));
        break;
      default:
        complete(end, id);
    }
    leave(end, region);
  }

  /// Completes requests, which are numbered by their position among the steps of the rank.
  void complete(Ticks time, StepId waitall) {
    for (const Step& request : requests_of(program_, waitall)) {
      const bool sent = request.kind == StepKind::isend;
      record(time, sent ? EventKind::isend_complete : EventKind::irecv, message(request));
    }
  }

  Event message(const Step& step) const {
    const auto position = static_cast<size_t>(&step - program_.steps.data()) - program_.first_step[rank_];
    return {.comm = trace::TraceBuilder::world(),
            .peer = step.peer,
            .tag = step.tag,
            .request = position,
            .bytes_sent = program_.settings.bytes,
            .bytes_received = program_.settings.bytes};
  }

  Event contents(const Step& step) const {
    const uint64_t bytes = collective_bytes(program_.settings, step.collective);
    return {.collective = step.collective, .bytes_sent = bytes, .bytes_received = bytes};
  }

  void collective(Ticks begin, Ticks end, RegionId region, Event event) {
    event.comm = trace::TraceBuilder::world();
    enter(begin, region);
    record(begin, EventKind::collective_begin);
    record(end, EventKind::collective_end, event);
    leave(end, region);
  }

  /// Calls functions, each in the one before it until they are nested as deeply as they shall be; their
  /// begins and ends divide the time evenly.
  void compute(Ticks begin, Ticks end, uint32_t calls) {
    enter(begin, run_.regions.compute);
    const int64_t intervals = 2 * int64_t{calls} + 1;
    int64_t number = 0;
    const auto next_time = [&] { return begin + Ticks((end - begin).count * ++number / intervals); };
    const uint32_t depth = static_cast<uint32_t>(run_.regions.functions.size());
    for (uint32_t called = 0; called < calls;) {
      uint32_t level = 0;
      for (; level < depth && called < calls; ++level, ++called)
        enter(next_time(), run_.regions.functions[level]);
      while (level > 0) leave(next_time(), run_.regions.functions[--level]);
    }
    leave(end, run_.regions.compute);
  }

  void produce_team(const Step& step, const TeamTimes& times) {
    const Event team = {.comm = run_.teams[rank_]};
    constexpr trace::Paradigm kOpenMp = trace::Paradigm::openmp;
    if (thread_ == 0)
      record(times.fork, EventKind::thread_fork, {.paradigm = kOpenMp, .number = program_.settings.threads});
    record(times.begin, EventKind::team_begin, team);
    enter(times.begin, run_.regions.parallel);
    for (uint32_t half = 0; half < 2; ++half) {
      const TeamTimes::Half& now = times.halves[half];
      const Ticks arrival = now.arrival[thread_];
      compute(now.begin, arrival - kGap, step.calls);
      const RegionId barrier = half == 0 ? run_.regions.team_barrier : run_.regions.implicit_barrier;
      enter(arrival, barrier);
      leave(now.end, barrier);
    }
    leave(times.end, run_.regions.parallel);
    record(times.end, EventKind::team_end, team);
    if (thread_ == 0) record(times.join, EventKind::thread_join, {.paradigm = kOpenMp});
  }

  const Run& run_;
  const Program& program_;
  const uint32_t rank_;
  const uint32_t thread_;
  trace::EventSink& sink_;
};

}  // namespace

void produce_events(const Run& run, uint32_t rank, uint32_t thread, trace::EventSink& sink) {
  LocationEvents events(run, rank, thread, sink);
  thread == 0 ? events.produce_master() : events.produce_worker();
}

}  // namespace latecomer::generate
