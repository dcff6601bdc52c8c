// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "random/random_teams.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "trace/trace_builder.h"

namespace latecomer::tests {

namespace {

using report::ClockCondition;
using trace::Event;
using trace::EventKind;

class Execution {
 public:
  Execution(uint64_t seed, TeamNames names) : random_(seed), names_(names) {
    threads_ = 2 + static_cast<size_t>(pick(3));
    for (uint32_t t = 0; t < threads_; ++t) handles_.push_back(builder_.thread(0, t));
    clock_.resize(threads_);
    enter(0, "main");
    const int64_t regions = 1 + pick(5);
    for (int64_t i = 0; i < regions; ++i) {
      if (pick(2) == 0) work_in(0, "serial");
      clock_[0] += pick(5);
      parallel_region();
    }
    clock_[0] += pick(10);
    leave(0);
  }

  RandomRun run() && {
    return {std::move(std::move(builder_).build()).value(), {}, {}, std::move(conditions_)};
  }

 private:
  int64_t pick(int64_t below) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(below)); }

  EventPlace record(size_t thread, Event event) {
    event.time = Ticks(clock_[thread]);
    std::vector<Event>& events = builder_.events(handles_[thread]);
    events.push_back(event);
    return {trace::LocationId(thread), events.size() - 1};
  }
  EventPlace enter(size_t thread, const char* region) {
    return record(thread, {.kind = EventKind::enter, .region = builder_.region(region)});
  }
  EventPlace leave(size_t thread) { return record(thread, {.kind = EventKind::leave}); }
  void work_in(size_t thread, const char* region) {
    enter(thread, region);
    clock_[thread] += pick(20);
    leave(thread);
  }

  trace::CommId team_of(const std::vector<size_t>& members) {
    std::vector<trace::TraceBuilder::ThreadName> threads;
    std::string name = "t";
    if (names_ == TeamNames::one_team) {
      for (uint32_t t = 0; t < threads_; ++t) threads.emplace_back(0, t);
    } else {
      for (const size_t t : members) {
        threads.emplace_back(0, static_cast<uint32_t>(t));
        name += std::to_string(t);
      }
    }
    const auto [team, is_new] = teams_.try_emplace(name);
    if (is_new) team->second = builder_.add_team(name, threads);
    return team->second;
  }

  void parallel_region() {
    std::vector<size_t> members = {0};
    for (size_t t = 1; t < threads_; ++t) {
      if (pick(3) > 0) members.push_back(t);
    }
    const trace::CommId team = team_of(members);
    const EventPlace fork = record(0, {.kind = EventKind::thread_fork});
    const int64_t forked = clock_[0];
    const char* region = pick(2) == 0 ? "!$omp parallel @a" : "!$omp parallel @b";
    for (const size_t t : members) {
      clock_[t] = forked + pick(4);
      const EventPlace begin = record(t, {.kind = EventKind::team_begin, .comm = team});
      add_condition(conditions_, ClockCondition::fork, {fork}, begin);
      enter(t, region);
    }
    const int64_t phases = 1 + pick(3);
    for (int64_t i = 0; i < phases; ++i) {
      for (const size_t t : members) {
        clock_[t] += pick(15);
        if (pick(2) == 0) work_in(t, "work");
      }
      if (pick(2) == 0) critical_section(members);
      barrier(members, i + 1 == phases ? "!$omp implicit barrier" : "!$omp barrier");
    }
    std::vector<EventPlace> ends;
    for (const size_t t : members) {
      leave(t);
      ends.push_back(record(t, {.kind = EventKind::team_end, .comm = team}));
    }
    for (const size_t t : members) clock_[0] = std::max(clock_[0], clock_[t]);
    const EventPlace join = record(0, {.kind = EventKind::thread_join});
    for (const EventPlace& end : ends) add_condition(conditions_, ClockCondition::join, {end}, join);
  }

  /// Lets everybody pass through a critical section, in the order of coming.
  void critical_section(std::vector<size_t> members) {
    std::sort(members.begin(), members.end(),
              [&](size_t a, size_t b) { return std::pair(clock_[a], a) < std::pair(clock_[b], b); });
    for (const size_t t : members) {
      enter(t, "!$omp critical");
      clock_[t] = std::max(clock_[t], free_at_) + pick(2);
      record(t, {.kind = EventKind::acquire_lock, .paradigm = trace::Paradigm::openmp, .number = acquired_});
      work_in(t, "!$omp critical sblock");
      record(t,
             {.kind = EventKind::release_lock, .paradigm = trace::Paradigm::openmp, .number = acquired_++});
      free_at_ = clock_[t];
      leave(t);
    }
  }

  void barrier(const std::vector<size_t>& members, const char* region) {
    int64_t last = 0;
    std::vector<EventPlace> enters;
    for (const size_t t : members) {
      enters.push_back(enter(t, region));
      last = std::max(last, clock_[t]);
    }
    for (const size_t t : members) {
      clock_[t] = last + pick(3);
      add_condition(conditions_, ClockCondition::team_barrier, enters, leave(t));
    }
  }

  std::mt19937_64 random_;
  const TeamNames names_;
  trace::TraceBuilder builder_;
  size_t threads_ = 0;
  std::vector<trace::TraceBuilder::Thread> handles_;
  std::vector<int64_t> clock_;
  std::map<std::string, trace::CommId> teams_;
  uint32_t acquired_ = 0;
  int64_t free_at_ = 0;
  std::vector<KnownCondition> conditions_;
};

}  // namespace

RandomRun simulate_random_teams(uint64_t seed, TeamNames names) {
  return Execution(seed, names).run();
}

}  // namespace latecomer::tests
