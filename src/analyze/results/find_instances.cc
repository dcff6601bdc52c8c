// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The worst single waits, as examples of what the sums are made of.
//
// Every rank proposes the longest wait states of each kind among its own, and all ranks choose the same few
// from all proposals. What explains one of them is known where its delaying location is: that rank answers,
// and everybody hears it. Of waits of the same length, the earlier one comes first, then that of the lower
// location, so that the choice does not depend on who proposed what.
//
// Cost: O(wait states) to propose; what goes between the ranks does not grow with the trace.

#include "analyze/results/find_instances.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include "analyze/model/tasks.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;
using trace::LocationId;

constexpr size_t kOfEachKind = 5;
constexpr size_t kGrain = size_t{1} << 14;  ///< wait states that a task looks at

struct Candidate {
  Builtin metric;
  LocationId waiter;
  uint32_t wait;  ///< position in the waiter's wait states
  CallPathId path;
  Ticks amount;
  Ticks end;
  LocationId cause;

  Ticks begin() const { return end - amount; }
};

/// What the delaying location's rank knows of the candidate of this number.
struct Answer {
  uint32_t candidate;
  CallPathId path;  ///< invalid: nothing explains it
  bool waited;      ///< explained by a wait of its own, of kind `wait`
  Builtin wait;
  Ticks time;
};

/// The first few candidates of each kind that were added.
class MostSevere {
 public:
  /// Whether a wait of this length can be among them.
  bool takes(Builtin metric, Ticks amount) const {
    const std::vector<Candidate>& kind = kinds_[static_cast<size_t>(metric)];
    return kind.size() < kOfEachKind || amount >= kind.back().amount;
  }

  void add(const Candidate& candidate) {
    std::vector<Candidate>& kind = kinds_[static_cast<size_t>(candidate.metric)];
    if (kind.size() == kOfEachKind && !before(candidate, kind.back())) return;
    kind.insert(std::upper_bound(kind.begin(), kind.end(), candidate, before), candidate);
    if (kind.size() > kOfEachKind) kind.pop_back();
  }

  /// By kind, most severe first.
  std::vector<Candidate> all() const {
    std::vector<Candidate> all;
    for (const std::vector<Candidate>& kind : kinds_) all.insert(all.end(), kind.begin(), kind.end());
    return all;
  }

 private:
  static bool before(const Candidate& a, const Candidate& b) {
    return std::tuple(b.amount, a.begin(), a.waiter, a.wait) <
           std::tuple(a.amount, b.begin(), b.waiter, b.wait);
  }

  std::array<std::vector<Candidate>, report::kBuiltinMetrics> kinds_;
};

/// Adds those among some wait states of a location.
void add(const Timeline& location, const LargeVector<WaitState>& waits, const Part& part, MostSevere& most) {
  for (size_t i = part.begin; i < part.end; ++i) {
    const WaitState& wait = waits[i];
    if (wait.amount == Ticks() || !most.takes(wait.metric, wait.amount)) continue;
    most.add({wait.metric, location.id, static_cast<uint32_t>(i), location.path_of(wait.call), wait.amount,
              wait.end, wait.cause});
  }
}

std::vector<Candidate> most_severe(const LocalTrace& trace, const WaitStates& waits, Comm& comm) {
  oneapi::tbb::enumerable_thread_specific<MostSevere, std::allocator<MostSevere>> of_threads;
  const Tasks tasks(waits.size(), kGrain, [&](size_t l) { return waits[l].size(); });
  parallel_for(tasks.size(), [&](size_t task) {
    for (const Part& part : tasks[task])
      add(trace.locations[part.location], waits[part.location], part, of_threads.local());
  });
  MostSevere mine;
  for (const MostSevere& of_thread : of_threads) {
    for (const Candidate& candidate : of_thread.all()) mine.add(candidate);
  }
  MostSevere of_all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Candidate>(mine.all()))) {
    for (const Candidate& candidate : from_bytes<Candidate>(bytes)) of_all.add(candidate);
  }
  return of_all.all();
}

const Delay* find_delay(const Delays& delays, const Candidate& candidate) {
  const auto order = [](const Delay& delay) { return std::tuple(-delay.to.count, delay.waiter, delay.wait); };
  const std::tuple wanted(-candidate.end.count, candidate.waiter, candidate.wait);
  const auto found =
      std::lower_bound(delays.list.begin(), delays.list.end(), wanted,
                       [&](const Delay& delay, const auto& place) { return order(delay) < place; });
  return found != delays.list.end() && order(*found) == wanted ? &*found : nullptr;
}

/// The delaying location's largest delay, or its largest wait where it waited longer than all delays.
Answer explain(uint32_t candidate, const Delay& delay, const Delays& delays,
               const LargeVector<WaitState>& waits, const Timeline& location) {
  const Ticks excess = delays.excess(delay);
  Answer answer{candidate, CallPathId(), delay.explained - excess > excess, Builtin(), Ticks()};
  if (!answer.waited) {
    for (const PathTime& each : delays.of(delay)) {
      if (each.time > answer.time) std::tie(answer.path, answer.time) = std::tie(each.path, each.time);
    }
    return answer;
  }
  const size_t end = first_ending_after(waits, delay.to);
  for (size_t i = first_ending_after(waits, delay.from); i < end; ++i) {
    const Ticks within = waits[i].end - std::max(waits[i].end - waits[i].amount, delay.from);
    if (within <= answer.time) continue;
    answer.path = location.path_of(waits[i].call);
    answer.wait = waits[i].metric;
    answer.time = within;
  }
  return answer;
}

std::vector<Answer> explain_own(const LocalTrace& trace, const WaitStates& waits,
                                const std::vector<Delays>& delays, const std::vector<Candidate>& candidates) {
  std::vector<Answer> answers;
  for (uint32_t i = 0; i < candidates.size(); ++i) {
    const size_t cause = candidates[i].cause.index();
    if (cause < trace.own_locations.begin || cause >= trace.own_locations.end) continue;
    const size_t l = cause - trace.own_locations.begin;
    const Delay* delay = find_delay(delays[l], candidates[i]);
    if (delay != nullptr) answers.push_back(explain(i, *delay, delays[l], waits[l], trace.locations[l]));
  }
  return answers;
}

}  // namespace

std::vector<report::Instance> find_instances(const LocalTrace& trace, const WaitStates& waits,
                                             const std::vector<Delays>& delays, Ticks run_begin, Comm& comm) {
  const uint64_t per_second = trace.definitions.ticks_per_second;
  const std::vector<Candidate> chosen = most_severe(trace, waits, comm);
  std::vector<report::Instance> instances;
  for (const Candidate& each : chosen) {
    instances.push_back({std::string(report::id_of(each.metric)),
                         report::LocationId(each.waiter.index()),
                         each.path,
                         (each.begin() - run_begin).seconds(per_second),
                         (each.end - run_begin).seconds(per_second),
                         each.amount.seconds(per_second),
                         {report::LocationId(each.cause.index()), CallPathId(), "", 0}});
  }
  const std::vector<Answer> mine = explain_own(trace, waits, delays, chosen);
  for (const Bytes& bytes : comm.all_gather(to_bytes<Answer>(mine))) {
    for (const Answer& answer : from_bytes<Answer>(bytes)) {
      report::Instance::Cause& cause = instances[answer.candidate].cause;
      cause.path = answer.path;
      cause.seconds = answer.time.seconds(per_second);
      if (answer.waited) cause.wait = report::id_of(answer.wait);
    }
  }
  return instances;
}

}  // namespace latecomer::analyze
