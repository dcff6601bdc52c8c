// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Parallel regions, their implicit tasks and barriers, and what divides work in them.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "record/core/open_regions.h"
#include "record/core/trouble.h"
#include "record/openmp/callback.h"
#include "record/openmp/events.h"
#include "record/openmp/regions.h"
#include "record/openmp/thread.h"

namespace latecomer::record::openmp {

namespace {

// The next one that the calling thread leads here. It was not in use, as its join came before.
Team& next_team() {
  Thread& thread = this_openmp_thread();
  const size_t depth = thread.parts.size();
  while (thread.led.size() <= depth) {
    const trace::CommId number = team_at(thread.led.size());
    thread.led.push_back(std::make_unique<Team>(Team{.number = number}));
  }
  return *thread.led[depth];
}

Team& fork(unsigned threads, bool is_of_gcc, const void* caller) {
  Team& team = next_team();
  team.is_of_gcc = is_of_gcc;
  team.forked_from = caller;
  team.stack = stack_at(caller);
  trace::Event event;
  event.kind = trace::EventKind::thread_fork;
  event.paradigm = trace::Paradigm::openmp;
  event.threads() = threads;
  record(event, now());
  return team;
}

trace::Event team_event(trace::EventKind kind, const Team& team) noexcept {
  trace::Event event;
  event.kind = kind;
  event.comm = team.number;
  return event;
}

// Of a team that is not recorded, only that the thread is in it.
void begin_part(const Team* team, unsigned member) noexcept {
  const bool leads = member == 0;
  Callback callback;
  const bool is_recorded = callback && team != nullptr;
  harmless([&] {
    Thread& thread = this_openmp_thread();
    thread.parts.push_back({.team = is_recorded ? team : nullptr,
                            .leads = leads,
                            .is_stored = is_recorded && storing(),
                            .open = is_recorded ? this_thread.files->open.size() : 0,
                            .first_task = thread.tasks.size()});
  });
  if (!is_recorded) return;
  const Ticks time = now();
  if (!leads) begin_computation(time);  // it was idle
  trace::Event begin = team_event(trace::EventKind::team_begin, *team);
  begin.member() = member;
  record(begin, time);
  begin_open_region(region_of(Construct::parallel), leads ? team->stack : trace::CallingContextId(), nullptr,
                    time);
  callback.go_on(true);
}

// For all its members: see recorded_teams.cc.
void end_team(Part& part) noexcept {
  part.has_ended = true;
  Callback callback;
  if (!callback) return;
  const Ticks time = std::max(now(), this_thread.files->events->last_time());
  const bool is_off = is_off_in_log();
  if (is_off) harmless([&] { leave_off(time); });
  leave_open_regions(*this_thread.files, part.open, time);
  if (part.is_stored) record(team_event(trace::EventKind::team_end, *part.team), time);
  if (is_off) harmless([&] { enter_off(time); });
  begin_computation(time);
}

// A leader that is alone has no barrier at the end. What a worker has open is over since the end of the team.
void end_part() noexcept {
  Thread& thread = this_openmp_thread();
  if (thread.parts.empty()) return;
  Part& part = thread.parts.back();
  if (part.team != nullptr && part.leads && !part.has_ended) end_team(part);
  if (part.team != nullptr && !part.leads && this_thread.files != nullptr) {
    std::vector<OpenRegion>& open = this_thread.files->open;
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(std::min(part.open, open.size())), open.end());
  }
  thread.tasks.resize(part.first_task);
  thread.parts.pop_back();
}

bool is_barrier(Construct construct) noexcept {
  return construct == Construct::barrier || construct == Construct::implicit_barrier;
}

// At its end there is no team any more.
bool is_end_of_join(ompt_scope_endpoint_t endpoint, Construct construct,
                    const ompt_data_t* parallel) noexcept {
  return endpoint == ompt_scope_end && is_barrier(construct) && parallel == nullptr;
}

void begin_construct(Construct construct, const void* caller, bool in_program) noexcept {
  Callback callback;
  if (!callback) return;
  const trace::CallingContextId stack = stack_at(caller);
  begin_open_region(region_of(construct), stack, nullptr, now());
  callback.go_on(in_program);
}

// The time since the last event, if the thread did not run the program, is no computation.
void end_construct(Construct construct) noexcept {
  Callback callback;
  if (!callback) return;
  if (!callback.was_in_program()) begin_computation(now());
  end_open_region(region_of(construct));
  callback.go_on(true);
}

void begin_or_end(ompt_scope_endpoint_t endpoint, Construct construct, const void* caller,
                  bool in_program) noexcept {
  endpoint == ompt_scope_begin ? begin_construct(construct, caller, in_program) : end_construct(construct);
}

}  // namespace

void on_thread_begin(ompt_thread_t kind, ompt_data_t* /*thread*/) noexcept {
  if (kind == ompt_thread_worker) begin_worker();
}

void on_thread_end(ompt_data_t* /*thread*/) noexcept {
  forget_this_openmp_thread();
}

void on_parallel_begin(ompt_data_t* /*encountering*/, const ompt_frame_t* /*frame*/, ompt_data_t* parallel,
                       unsigned threads, int flags, const void* caller) noexcept {
  parallel->ptr = nullptr;
  if ((static_cast<unsigned>(flags) & ompt_parallel_team) == 0 || !is_part_recorded()) return;
  Callback callback;
  if (!callback || !storing()) return;
  const bool is_of_gcc = (static_cast<unsigned>(flags) & ompt_parallel_invoker_program) != 0;
  harmless([&] { parallel->ptr = &fork(threads, is_of_gcc, caller); });
}

void on_parallel_end(ompt_data_t* parallel, ompt_data_t* /*encountering*/, int /*flags*/,
                     const void* /*caller*/) noexcept {
  if (parallel->ptr == nullptr) return;
  parallel->ptr = nullptr;
  Callback callback;
  if (!callback) return;
  trace::Event event;
  event.kind = trace::EventKind::thread_join;
  event.paradigm = trace::Paradigm::openmp;
  const Ticks time = now();
  record_even_if_off(event, time);
  begin_computation(time);
  callback.go_on(true);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned /*threads*/, unsigned index, int flags) noexcept {
  if ((static_cast<unsigned>(flags) & ompt_task_initial) != 0) return;
  if (endpoint != ompt_scope_begin) return end_part();
  task->value = 0;
  begin_part(parallel == nullptr ? nullptr : static_cast<const Team*>(parallel->ptr), index);
}

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* /*task*/, const void* caller) noexcept {
  const Construct construct = construct_of(kind);
  if (construct == Construct::none || !is_part_recorded()) return;
  forget_request(this_openmp_thread().locks);
  Part* const part = innermost_part();
  if (is_end_of_join(endpoint, construct, parallel)) {
    if (part != nullptr && part->leads && !part->has_ended) end_team(*part);
    return;
  }
  // The join barrier is where the region is, in the leader as in the others.
  const bool is_join = part != nullptr && caller == part->team->forked_from;
  begin_or_end(endpoint, construct, is_join ? nullptr : caller, construct == Construct::taskgroup);
}

// At the end of a group of tasks; all other regions of this kind are waiting alone.
void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/,
                         ompt_data_t* /*task*/, const void* caller) noexcept {
  if (kind != ompt_sync_region_taskgroup || !is_part_recorded()) return;
  begin_or_end(endpoint, Construct::taskwait, caller, false);
}

// libomp does not say when a `single` of gcc ends.
void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/,
             ompt_data_t* /*task*/, uint64_t /*count*/, const void* caller) noexcept {
  const Construct construct = construct_of(kind);
  const Part* const part = innermost_part();
  if (construct == Construct::none || part == nullptr || part->team == nullptr) return;
  if (construct == Construct::single && part->team->is_of_gcc) return;
  begin_or_end(endpoint, construct, caller, true);
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/, ompt_data_t* /*task*/,
               const void* caller) noexcept {
  const Part* const part = innermost_part();
  if (part != nullptr && part->team != nullptr) begin_or_end(endpoint, Construct::master, caller, true);
}

}  // namespace latecomer::record::openmp
