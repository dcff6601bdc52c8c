// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Why a location was late.
//
//     waiting location w:   t0 |---- p_w ----| a ~~~~ wait ~~~~ T
//     delaying location d:  t0 |------------- p_d --------------| T
//
// Both were in step at t0 and met again at T. In between, d took longer by the wait's amount: on the call
// paths where it spent more processing time than w (its delays), or because it had to wait itself. Comparing
// the two profiles shows which.
//
// The waiting location knows t0. Every delaying location goes through what it caused, in the order of time,
// and compares. Where the two are on different ranks, t0 and w's profile are sent (delay_questions.h).
// Cost: O(wait states x call paths).

#include "analyze/causes/find_delays.h"

#include <algorithm>
#include <utility>

#include "analyze/causes/caused_waits.h"
#include "analyze/causes/delay_questions.h"
#include "analyze/model/tasks.h"
#include "base/free_list.h"
#include "base/parallel.h"
#include "base/search_near.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

constexpr size_t kGrain = 4096;  ///< Is how many wait states a task compares.

/// Is a location's time waiting within any interval.
class WaitingTime {
 public:
  WaitingTime() = default;
  explicit WaitingTime(const LargeVector<WaitState>& waits) : waits_(&waits) {
    before_.reserve(waits.size() / kSpacing + 1);
    Ticks sum;
    for (size_t i = 0; i < waits.size(); ++i) {
      if (i % kSpacing == 0) before_.push_back(sum);
      sum += waits[i].amount;
    }
  }

  /// Returns what is after `from` of the wait states [first, end), which end within the interval.
  Ticks in(size_t first, size_t end, Ticks from) const {
    if (first >= end) return Ticks();
    const Ticks first_begin = (*waits_)[first].end - (*waits_)[first].amount;
    const Ticks too_early = from == Ticks::min() ? Ticks() : std::max(Ticks(), from - first_begin);
    if (end - first < 2 * kSpacing) return sum(first, end) - too_early;
    const size_t first_row = (first + kSpacing - 1) / kSpacing;
    const size_t last_row = (end - 1) / kSpacing;
    return sum(first, first_row * kSpacing) + (before_[last_row] - before_[first_row]) +
           sum(last_row * kSpacing, end) - too_early;
  }

 private:
  static constexpr size_t kSpacing = 16;

  Ticks sum(size_t begin, size_t end) const {
    Ticks all;
    for (size_t i = begin; i < end; ++i) all += (*waits_)[i].amount;
    return all;
  }

  const LargeVector<WaitState>* waits_ = nullptr;
  std::vector<Ticks> before_;  ///< Holds the amounts of all wait states before every few of them.
};

/// Is what all comparisons use.
struct Evidence {
  const LocalTrace& trace;
  const WaitStates& waits;
  const std::vector<ProcessingProfile>& profiles;
  const std::vector<std::vector<Ticks>>& from;  ///< Is the begin of each wait's interval.
  const DelayQuestions& questions;
  const std::vector<WaitingTime>& waiting;  ///< Holds waiting times by location.
};

/// Compares one location with those that it made wait, in the order of time.
class Comparison {
 public:
  Comparison(const Evidence& evidence, size_t location, PathTimes& difference)
      : evidence_(evidence), location_(location), difference_(difference) {}

  /// Sets `delay`, which is empty, and appends its call paths.
  void compare(const CausedWait& caused, Delay& delay, std::vector<PathTime>& call_paths) {
    delay.waiter = caused.waiter;
    delay.to = caused.end;
    delay.first_call_path = static_cast<uint32_t>(call_paths.size());
    evidence_.trace.is_local(caused.waiter) ? compare_with_local(caused, delay)
                                            : compare_with_remote(caused, delay);
    difference_.drain([&](const PathTime& each) {
      if (each.time <= Ticks()) return;
      delay.explained += each.time;
      call_paths.push_back(each);
    });
    delay.explained += waiting_in_interval(delay);
  }

 private:
  void compare_with_local(const CausedWait& caused, Delay& delay) {
    const size_t l = evidence_.trace.local(caused.waiter);
    const WaitState& wait = evidence_.waits[l][caused.wait];
    delay.wait = caused.wait;
    delay.path = evidence_.trace.locations[l].path_of(wait.call);
    delay.metric = wait.metric;
    delay.amount = wait.amount;
    delay.from = evidence_.from[l][caused.wait];
    add_own_profile(delay);
    const ProcessingProfile& waiter = evidence_.profiles[l];
    waiter.subtract(delay.from, delay.to - delay.amount, waiter.cursor_of(caused.wait), difference_);
  }

  void compare_with_remote(const CausedWait& caused, Delay& delay) {
    const RemoteWait& wait = evidence_.questions.wait(caused.wait);
    delay.wait = wait.wait;
    delay.path = wait.path;
    delay.metric = wait.metric;
    delay.amount = wait.amount;
    delay.from = wait.from;
    add_own_profile(delay);
    for (const PathTime& each : evidence_.questions.profile(caused.wait))
      difference_.add(each.path, Ticks() - each.time);
  }

  void add_own_profile(const Delay& delay) {
    const ProcessingProfile& own = evidence_.profiles[location_];
    if (first_) cursor_ = own.near(delay.to);
    first_ = false;
    cursor_ = own.add(delay.from, delay.to, cursor_, difference_);
  }

  Ticks waiting_in_interval(Delay& delay) const {
    const LargeVector<WaitState>& waits = evidence_.waits[location_];
    const size_t end =
        search_from(cursor_.wait, waits.size(), [&](size_t i) { return waits[i].end <= delay.to; });
    const size_t first = search_from(end, waits.size(), [&](size_t i) { return waits[i].end <= delay.from; });
    delay.first_wait = static_cast<uint32_t>(first);
    return evidence_.waiting[location_].in(first, end, delay.from);
  }

  const Evidence& evidence_;
  size_t location_;
  PathTimes& difference_;  ///< Is empty between comparisons.
  bool first_ = true;
  ProcessingProfile::Cursor cursor_;  ///< Is the cursor of the last interval's end.
};

/// Returns whether there is neither delay nor wait on its cause, because that was not recorded yet.
bool is_unrecorded(const Delay& delay, const LocalLocation& cause) {
  return delay.explained == Ticks() && delay.from < cause.first_time;
}

/// Returns what each location caused, cut where the time of the run is cut. Parts are in the order of time,
/// because what the locations read in the same part of the run is so little that it stays near the processor
/// until others read it, too.
std::vector<Part> cut_by_time(const CausedWaits& caused, size_t locations) {
  if (caused.list.empty()) return {};
  constexpr size_t kInPart = 32;  // is an average; less costs more for finding where each part begins
  Ticks first = Ticks::max();
  Ticks last = Ticks::min();
  for (size_t l = 0; l < locations; ++l) {
    if (caused.of(l).empty()) continue;
    first = std::min(first, caused.of(l).front().end);
    last = std::max(last, caused.of(l).back().end);
  }
  const size_t cuts = caused.list.size() / (kInPart * locations);
  const double spacing = static_cast<double>((last - first).count) / static_cast<double>(cuts + 1);
  const auto until = [&](size_t cut) {
    return cut == cuts ? last : first + Ticks(static_cast<int64_t>(static_cast<double>(cut + 1) * spacing));
  };
  std::vector<std::vector<uint32_t>> ends(locations);  // has those of each location, by cut
  parallel_for(locations, [&](size_t l) {
    const std::span<const CausedWait> list = caused.of(l);
    size_t end = 0;
    for (size_t cut = 0; cut <= cuts; ++cut) {
      const Ticks time = until(cut);
      end = search_from(end + kInPart, list.size(), [&](size_t i) { return list[i].end <= time; });
      ends[l].push_back(static_cast<uint32_t>(end));
    }
  });
  std::vector<Part> parts;
  std::vector<size_t> next(locations);
  for (size_t cut = 0; cut <= cuts; ++cut) {
    for (size_t l = 0; l < locations; ++l) {
      for (; next[l] < ends[l][cut]; next[l] = parts.back().end)
        parts.push_back({l, next[l], std::min<size_t>(next[l] + kGrain, ends[l][cut])});
    }
  }
  return parts;
}

/// Gives each location the call paths that were found in its parts.
void join(const Tasks& tasks, std::vector<std::vector<PathTime>>& call_paths, std::vector<Delays>& delays) {
  std::vector<size_t> before;  // counts before each part, in its location
  std::vector<size_t> sizes(delays.size());
  for (const Part& part : tasks.parts()) {
    size_t& size = sizes[part.location];
    before.push_back(std::exchange(size, size + call_paths[before.size()].size()));
  }
  parallel_for(delays.size(), [&](size_t l) { delays[l].call_paths.resize(sizes[l]); });
  parallel_for(tasks.size(), [&](size_t task) {
    for (const Part& part : tasks[task]) {
      Delays& joined = delays[part.location];
      const size_t p = tasks.number(part);
      for (size_t k = part.begin; k < part.end; ++k)
        joined.list[joined.list.size() - 1 - k].first_call_path += static_cast<uint32_t>(before[p]);
      std::ranges::copy(call_paths[p], joined.call_paths.begin() + static_cast<ptrdiff_t>(before[p]));
      free_list(call_paths[p]);
    }
  });
}

}  // namespace

std::vector<Delays> find_delays(const LocalTrace& trace, const WaitStates& waits,
                                const std::vector<ProcessingProfile>& profiles,
                                const SynchronizationInstants& instants, Comm& comm,
                                AnomalyReport& anomalies) {
  const CausedWaits caused = find_caused_waits(trace, waits, comm);
  const std::vector<std::vector<Ticks>> from = instants.last_before(waits, caused);
  const DelayQuestions questions = ask(trace, waits, profiles, from, caused, comm);

  std::vector<WaitingTime> waiting(waits.size());
  std::vector<Delays> delays(waits.size());
  parallel_for(waits.size(), [&](size_t l) {
    waiting[l] = WaitingTime(waits[l]);
    delays[l].list.resize(caused.of(l).size());
  });
  const Evidence evidence{trace, waits, profiles, from, questions, waiting};
  const Tasks tasks(cut_by_time(caused, waits.size()), kGrain);
  std::vector<std::vector<PathTime>> call_paths(tasks.parts().size());
  std::vector<AnomalyReport> unrecorded(tasks.size());
  parallel_for(tasks.size(), [&](size_t task) {
    PathTimes difference(trace.call_tree.nodes().size());
    std::vector<PathTime> found;
    for (const Part& part : tasks[task]) {
      const std::span<const CausedWait> list = caused.of(part.location);
      Comparison comparison(evidence, part.location, difference);
      for (size_t i = part.begin; i < part.end; ++i) {
        Delay& delay = delays[part.location].list[list.size() - 1 - i];
        comparison.compare(list[i], delay, found);
        const LocalLocation& cause = trace.locations[part.location];
        if (is_unrecorded(delay, cause))
          unrecorded[task].count({trace::Anomaly::unrecorded_cause, delay.path,
                                  trace.process_of(delay.waiter), trace.process_of(cause.id)});
      }
      call_paths[tasks.number(part)] = found;  // is a copy without room to grow
      found.clear();
    }
  });
  join(tasks, call_paths, delays);
  for (const AnomalyReport& of_task : unrecorded) anomalies += of_task;
  return delays;
}

}  // namespace latecomer::analyze
