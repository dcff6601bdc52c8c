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
// The waiting location knows t0 and asks the delaying one, which compares. Where the two are on different
// ranks, its profile goes with the question (one bulk exchange). Cost: O(wait states x call paths x log n).

#include "analyze/causes/find_delays.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// A wait state on its way to the location that caused it; its waiter's profile follows in a list beside it
/// if the location is on another rank.
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

/// What one location asks, by rank.
Questions ask_for(const LocalTrace& trace, const CondensedLocation& location,
                  const std::vector<WaitState>& waits, const ProcessingProfile& profile,
                  const SynchronizationInstants& instants, Comm& comm) {
  Questions out{std::vector<std::vector<Question>>(static_cast<size_t>(comm.size())),
                std::vector<std::vector<PathTime>>(static_cast<size_t>(comm.size()))};
  PathTimes times(trace.call_tree.nodes().size());
  for (uint32_t i = 0; i < waits.size(); ++i) {
    const WaitState& wait = waits[i];
    const Ticks begin = wait.end - wait.amount;
    const Ticks from = instants.last(location.id, wait.cause, begin);
    const int owner = trace.deal.owner(trace.process_of(wait.cause));
    const size_t rank = static_cast<size_t>(owner);
    uint32_t call_paths = 0;
    if (owner != comm.rank()) {
      profile.add(from, begin, times);
      times.drain([&](const PathTime& each) {
        out.profiles[rank].push_back(each);
        ++call_paths;
      });
    }
    out.questions[rank].push_back({wait.cause, location.id, i, wait.metric, location.calls[wait.call].path,
                                   wait.amount, from, wait.end, call_paths});
  }
  return out;
}

template <class T>
void append(std::vector<T>& list, std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
  more = {};
}

Questions ask(const LocalTrace& trace, const WaitStates& waits,
              const std::vector<ProcessingProfile>& profiles, const SynchronizationInstants& instants,
              Comm& comm) {
  std::vector<Questions> of_locations(waits.size());
  parallel_for(waits.size(), [&](size_t l) {
    of_locations[l] = ask_for(trace, trace.locations[l], waits[l], profiles[l], instants, comm);
  });
  const size_t ranks = static_cast<size_t>(comm.size());
  Questions all{std::vector<std::vector<Question>>(ranks), std::vector<std::vector<PathTime>>(ranks)};
  for (Questions& each : of_locations) {
    for (size_t rank = 0; rank < ranks; ++rank) {
      append(all.questions[rank], each.questions[rank]);
      append(all.profiles[rank], each.profiles[rank]);
    }
  }
  return all;
}

/// A question that arrived; the profile is of a waiter on another rank.
struct Arrived {
  Ticks to;  ///< the question's, to sort by
  const Question* question;
  std::span<const PathTime> of_waiter;
};

/// By the location that they ask, in the order of time, because what is read forward is there sooner.
std::vector<std::vector<Arrived>> sort_by_cause(const LocalTrace& trace, const Questions& arrived) {
  std::vector<std::vector<Arrived>> by_cause(trace.locations.size());
  for (size_t rank = 0; rank < arrived.questions.size(); ++rank) {
    const std::span<const PathTime> profiles = arrived.profiles[rank];
    size_t next = 0;
    for (const Question& question : arrived.questions[rank]) {
      by_cause[trace.local(question.cause)].push_back(
          {question.to, &question, profiles.subspan(next, question.call_paths)});
      next += question.call_paths;
    }
  }
  parallel_for(by_cause.size(), [&](size_t l) {
    std::sort(by_cause[l].begin(), by_cause[l].end(), [](const Arrived& first, const Arrived& second) {
      if (first.to != second.to) return first.to < second.to;
      const Question& a = *first.question;
      const Question& b = *second.question;
      return std::tuple(b.waiter, b.wait) < std::tuple(a.waiter, a.wait);
    });
  });
  return by_cause;
}

/// A location's time waiting within any interval.
class WaitingTime {
 public:
  explicit WaitingTime(const std::vector<WaitState>& waits) : waits_(waits) {
    before_.reserve(waits.size() + 1);
    before_.emplace_back();
    for (const WaitState& wait : waits) before_.push_back(before_.back() + wait.amount);
  }

  /// Enters what lies in the delay's interval: of the wait states that end in it.
  void find_in_interval(Delay& delay) const {
    const size_t first = first_ending_after(waits_, delay.from);
    const size_t end = first_ending_after(waits_, delay.to);
    delay.first_wait = static_cast<uint32_t>(first);
    delay.end_wait = static_cast<uint32_t>(std::max(first, end));
    if (first >= end) return;
    const Ticks first_begin = waits_[first].end - waits_[first].amount;
    delay.waiting = before_[end] - before_[first] -
                    std::max(Ticks(), delay.from == Ticks::min() ? Ticks() : delay.from - first_begin);
  }

 private:
  const std::vector<WaitState>& waits_;
  std::vector<Ticks> before_;  ///< amounts of all wait states before each
};

/// Answers the questions that one location is asked.
class Comparison {
 public:
  Comparison(const LocalTrace& trace, const std::vector<ProcessingProfile>& profiles,
             const std::vector<WaitState>& waits, size_t location)
      : trace_(trace),
        profiles_(profiles),
        of_delaying_(profiles[location]),
        waiting_(waits),
        difference_(trace.call_tree.nodes().size()),
        of_waiter_(trace.call_tree.nodes().size()) {}

  void compare(const Arrived& arrived, Delays& delays) {
    const Question& question = *arrived.question;
    Delay delay{.waiter = question.waiter,
                .wait = question.wait,
                .metric = question.metric,
                .path = question.path,
                .amount = question.amount,
                .from = question.from,
                .to = question.to,
                .first_call_path = static_cast<uint32_t>(delays.call_paths.size())};
    waiting_.find_in_interval(delay);
    of_delaying_.add(question.from, question.to, difference_);
    subtract_waiter(arrived);
    difference_.drain([&](const PathTime& each) {
      if (each.time <= Ticks()) return;
      delay.excess += each.time;
      delays.call_paths.push_back(each);
    });
    delay.call_paths = static_cast<uint32_t>(delays.call_paths.size()) - delay.first_call_path;
    delays.list.push_back(delay);
  }

 private:
  void subtract_waiter(const Arrived& arrived) {
    const Question& question = *arrived.question;
    const auto subtract = [&](const PathTime& each) { difference_.add(each.path, Ticks() - each.time); };
    for (const PathTime& each : arrived.of_waiter) subtract(each);
    if (!trace_.is_local(question.waiter)) return;
    profiles_[trace_.local(question.waiter)].add(question.from, question.to - question.amount, of_waiter_);
    of_waiter_.drain(subtract);
  }

  const LocalTrace& trace_;
  const std::vector<ProcessingProfile>& profiles_;
  const ProcessingProfile& of_delaying_;
  const WaitingTime waiting_;
  PathTimes difference_;  ///< empty between questions, as is the other
  PathTimes of_waiter_;
};

}  // namespace

std::vector<Delays> find_delays(const LocalTrace& trace, const WaitStates& waits,
                                const std::vector<ProcessingProfile>& profiles,
                                const SynchronizationInstants& instants, Comm& comm,
                                AnomalyReport& anomalies) {
  Questions questions = ask(trace, waits, profiles, instants, comm);
  const Questions arrived{exchange(comm, std::move(questions.questions)),
                          exchange(comm, std::move(questions.profiles))};
  const std::vector<std::vector<Arrived>> by_cause = sort_by_cause(trace, arrived);
  std::vector<Delays> delays(trace.locations.size());
  parallel_for(delays.size(), [&](size_t l) {
    Comparison comparison(trace, profiles, waits[l], l);
    delays[l].list.reserve(by_cause[l].size());
    delays[l].call_paths.reserve(by_cause[l].size());  // at least, mostly
    for (const Arrived& each : by_cause[l]) comparison.compare(each, delays[l]);
    std::reverse(delays[l].list.begin(), delays[l].list.end());
  });
  for (size_t l = 0; l < delays.size(); ++l) {
    for (const Delay& delay : delays[l].list) {
      const bool unrecorded = delay.scale() == 0 && delay.from < trace.locations[l].first_time;
      if (unrecorded) anomalies.counts.count(trace::Anomaly::unrecorded_cause);
    }
  }
  return delays;
}

}  // namespace latecomer::analyze
