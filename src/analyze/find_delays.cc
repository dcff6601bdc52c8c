// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Why a location was late.
//
//     waiting location w:   t0 |---- p_w ----| a ~~~~ wait ~~~~ T
//     delaying location d:  t0 |------------- p_d --------------| T
//
// Both were in step at t0 and met again at T. In between, d took longer by the wait's amount: on the call
// paths where it spent more processing time than w (its delays), or because it had to wait itself. Comparing
// the two profiles tells which.
//
// The waiting location knows t0 and its own profile, and sends both to the rank of the delaying one, which
// compares (one bulk exchange). Cost: O(wait states x call paths x log n).

#include "analyze/find_delays.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// A wait state on its way to the location that caused it; its waiter's profile follows in a list beside it.
struct Question {
  LocationId cause;
  LocationId waiter;
  uint32_t wait;
  report::Builtin metric;
  CallPathId path;
  Ticks amount;
  Ticks from;
  Ticks to;
  uint32_t call_paths;
};

struct Questions {
  std::vector<std::vector<Question>> questions;  ///< by rank
  std::vector<std::vector<PathTime>> profiles;
};

Questions ask(const LocalTrace& trace, const WaitStates& waits,
              const std::vector<ProcessingProfile>& profiles, const SynchronizationInstants& instants,
              int ranks) {
  Questions out;
  out.questions.resize(static_cast<size_t>(ranks));
  out.profiles.resize(static_cast<size_t>(ranks));
  PathTimes times(trace.call_tree.nodes().size());
  for (size_t l = 0; l < waits.size(); ++l) {
    const LocationId waiter = trace.locations[l].id;
    for (uint32_t i = 0; i < waits[l].size(); ++i) {
      const WaitState& wait = waits[l][i];
      const Ticks begin = wait.end - wait.amount;
      const Ticks from = instants.last(waiter, wait.cause, begin);
      profiles[l].add(from, begin, times);
      const std::vector<PathTime> profile = times.take();
      const size_t rank = static_cast<size_t>(trace.deal.owner(trace.process_of(wait.cause)));
      out.questions[rank].push_back({wait.cause, waiter, i, wait.metric,
                                     trace.locations[l].calls[wait.call].path, wait.amount, from, wait.end,
                                     static_cast<uint32_t>(profile.size())});
      out.profiles[rank].insert(out.profiles[rank].end(), profile.begin(), profile.end());
    }
  }
  return out;
}

/// A location's time waiting within any interval.
class WaitingTime {
 public:
  explicit WaitingTime(const std::vector<WaitState>& waits) : waits_(waits), before_(1) {
    for (const WaitState& wait : waits) before_.push_back(before_.back() + wait.amount);
  }

  /// Within (from, to]: of wait states that end in it, what lies in it.
  Ticks within(Ticks from, Ticks to) const {
    const size_t first = first_ending_after(waits_, from);
    const size_t last = first_ending_after(waits_, to);
    if (first >= last) return Ticks();
    const Ticks first_begin = waits_[first].end - waits_[first].amount;
    return before_[last] - before_[first] -
           std::max(Ticks(), from == Ticks::min() ? Ticks() : from - first_begin);
  }

 private:
  const std::vector<WaitState>& waits_;
  std::vector<Ticks> before_;  ///< amounts of all wait states before each
};

/// Compares the two profiles; `of_delaying` is empty before and after.
Delay compare(const Question& question, std::span<const PathTime> of_waiter, const ProcessingProfile& profile,
              const WaitingTime& waiting, PathTimes& of_delaying, std::vector<PathTime>& call_paths) {
  Delay delay{.waiter = question.waiter,
              .wait = question.wait,
              .metric = question.metric,
              .path = question.path,
              .amount = question.amount,
              .from = question.from,
              .to = question.to,
              .waiting = waiting.within(question.from, question.to),
              .first_call_path = static_cast<uint32_t>(call_paths.size())};
  profile.add(question.from, question.to, of_delaying);
  for (const PathTime& each : of_waiter) of_delaying.add(each.path, Ticks() - each.time);
  of_delaying.drain([&](const PathTime& difference) {
    if (difference.time <= Ticks()) return;
    delay.excess += difference.time;
    call_paths.push_back(difference);
  });
  delay.call_paths = static_cast<uint32_t>(call_paths.size()) - delay.first_call_path;
  return delay;
}

}  // namespace

std::vector<Delays> find_delays(const LocalTrace& trace, const WaitStates& waits,
                                const std::vector<ProcessingProfile>& profiles,
                                const SynchronizationInstants& instants, Comm& comm) {
  std::vector<WaitingTime> waiting;
  for (const std::vector<WaitState>& of_location : waits) waiting.emplace_back(of_location);
  Questions questions = ask(trace, waits, profiles, instants, comm.size());
  const std::vector<std::vector<Question>> arrived = exchange(comm, std::move(questions.questions));
  const std::vector<std::vector<PathTime>> arrived_profiles = exchange(comm, std::move(questions.profiles));

  std::vector<Delays> delays(trace.locations.size());
  PathTimes times(trace.call_tree.nodes().size());
  for (size_t rank = 0; rank < arrived.size(); ++rank) {
    size_t next = 0;
    for (const Question& question : arrived[rank]) {
      const size_t l = question.cause.index() - trace.own_locations.begin;
      const std::span<const PathTime> of_waiter =
          std::span(arrived_profiles[rank]).subspan(next, question.call_paths);
      next += question.call_paths;
      delays[l].list.push_back(
          compare(question, of_waiter, profiles[l], waiting[l], times, delays[l].call_paths));
    }
  }
  parallel_for(delays.size(), [&](size_t l) {
    std::sort(delays[l].list.begin(), delays[l].list.end(), [](const Delay& a, const Delay& b) {
      return std::tuple(b.to, a.waiter, a.wait) < std::tuple(a.to, b.waiter, b.wait);
    });
  });
  return delays;
}

}  // namespace latecomer::analyze
