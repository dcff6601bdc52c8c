// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// From who waited to who was waited for.
//
// Wait states lie with the location that waited, by time; what follows looks from the other end: what did a
// location cause, and when?
//
//     wait states of a: b 2, c 5, b 9        caused by b: a 2, c 4, a 9
//     wait states of c: b 4, a 6             caused by c: a 5
//                                            caused by a: c 6
//
// That is a counting sort by cause. Each thread counts and places a part of the waits, in the end in the same
// order as if one had placed them all. So a cause's waits are there waiter by waiter, each in order: a few
// ascending runs, which are merged. What was caused on other ranks goes there in one exchange.
//
// Cost: O(wait states x log(waiters of a cause)).

#include "analyze/causes/caused_waits.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "analyze/condense/tasks.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

constexpr size_t kLeastWaits = size_t{1} << 16;  ///< for a task that counts
constexpr size_t kMostTasks = 16;                ///< each has a number for every location

/// Tells the rank of the delaying location of a wait.
struct Notice {
  LocationId cause;
  LocationId waiter;
  Ticks end;
};

bool precedes(const CausedWait& a, const CausedWait& b) {
  return std::tuple(a.end, b.waiter, b.wait) < std::tuple(b.end, a.waiter, a.wait);
}

/// Sorts what consists of a few ascending runs.
void merge_runs(std::span<CausedWait> list, std::vector<CausedWait>& buffer, std::vector<size_t>& runs) {
  runs.assign({0});
  for (size_t i = 1; i < list.size(); ++i) {
    if (precedes(list[i], list[i - 1])) runs.push_back(i);
  }
  if (runs.size() == 1) return;
  runs.push_back(list.size());
  buffer.resize(std::max(buffer.size(), list.size()));
  CausedWait* from = list.data();
  CausedWait* to = buffer.data();
  while (runs.size() > 2) {
    size_t kept = 1;
    for (size_t run = 0; run + 1 < runs.size(); run += 2) {
      const size_t end = runs[std::min(run + 2, runs.size() - 1)];
      std::merge(from + runs[run], from + runs[run + 1], from + runs[run + 1], from + end, to + runs[run],
                 precedes);
      runs[kept++] = end;
    }
    runs.resize(kept);
    std::swap(from, to);
  }
  if (from != list.data()) std::copy_n(from, list.size(), list.data());
}

/// One task of the counting sort: how many of its waits each location caused, later where the next goes.
class Placing {
 public:
  Placing(const LocalTrace& trace, const WaitStates& waits, std::span<const Part> parts)
      : trace_(trace), waits_(waits), parts_(parts), places_(trace.locations.size()) {}

  void count() {
    visit([&](const CausedWait&, LocationId cause) {
      if (trace_.is_local(cause)) ++places_[trace_.local(cause)];
    });
  }
  /// Takes the places from `next` on for its waits of a location.
  void reserve(size_t location, size_t& next) { next += std::exchange(places_[location], next); }
  void place(UnwrittenVector<CausedWait>& list) {
    visit([&](const CausedWait& wait, LocationId cause) {
      if (trace_.is_local(cause)) list[places_[trace_.local(cause)]++] = wait;
    });
  }

 private:
  template <class Visit>
  void visit(const Visit& visit) const {
    for (const Part& part : parts_) {
      const LocationId waiter = trace_.locations[part.location].id;
      for (size_t i = part.begin; i < part.end; ++i) {
        const WaitState& wait = waits_[part.location][i];
        visit(CausedWait{wait.end, waiter, static_cast<uint32_t>(i)}, wait.cause);
      }
    }
  }

  const LocalTrace& trace_;
  const WaitStates& waits_;
  std::span<const Part> parts_;
  std::vector<size_t> places_;  ///< by location
};

/// Tells the other ranks; returns what they tell, one after the other.
std::vector<Notice> tell(const LocalTrace& trace, const WaitStates& waits, Comm& comm,
                         std::vector<std::vector<OwnWait>>& told) {
  told.resize(static_cast<size_t>(comm.size()));
  if (comm.size() == 1) return {};
  std::vector<std::vector<Notice>> notices(told.size());
  for (size_t l = 0; l < waits.size(); ++l) {
    for (size_t i = 0; i < waits[l].size(); ++i) {
      const WaitState& wait = waits[l][i];
      if (trace.is_local(wait.cause)) continue;
      const size_t rank = trace.rank_of(wait.cause);
      notices[rank].push_back({wait.cause, trace.locations[l].id, wait.end});
      told[rank].push_back({static_cast<uint32_t>(l), static_cast<uint32_t>(i)});
    }
  }
  std::vector<Notice> heard;
  for (const std::vector<Notice>& from_rank : exchange(comm, std::move(notices)))
    heard.insert(heard.end(), from_rank.begin(), from_rank.end());
  return heard;
}

}  // namespace

CausedWaits find_caused_waits(const LocalTrace& trace, const WaitStates& waits, Comm& comm) {
  CausedWaits caused;
  const std::vector<Notice> heard = tell(trace, waits, comm, caused.told);

  const size_t all = std::transform_reduce(waits.begin(), waits.end(), size_t{0}, std::plus<>(),
                                           [](const std::vector<WaitState>& each) { return each.size(); });
  const Tasks tasks(waits.size(), std::max(kLeastWaits, all / kMostTasks + 1),
                    [&](size_t l) { return waits[l].size(); });
  std::vector<Placing> placing;
  for (size_t task = 0; task < tasks.size(); ++task) placing.emplace_back(trace, waits, tasks[task]);
  parallel_for(placing.size(), [&](size_t task) { placing[task].count(); });
  std::vector<size_t> of_others(waits.size());
  for (const Notice& notice : heard) ++of_others[trace.local(notice.cause)];
  size_t next = 0;
  for (size_t l = 0; l < waits.size(); ++l) {
    caused.first.push_back(next);
    for (Placing& task : placing) task.reserve(l, next);
    next += std::exchange(of_others[l], next);
  }
  caused.first.push_back(next);
  caused.list.resize(next);
  parallel_for(placing.size(), [&](size_t task) { placing[task].place(caused.list); });
  for (uint32_t i = 0; i < heard.size(); ++i)
    caused.list[of_others[trace.local(heard[i].cause)]++] = {heard[i].end, heard[i].waiter, i};

  const Tasks locations = location_ranges(waits.size());
  parallel_for(locations.size(), [&](size_t task) {
    std::vector<CausedWait> buffer;
    std::vector<size_t> runs;
    for (const Part& part : locations[task]) {
      for (size_t l = part.begin; l < part.end; ++l)
        merge_runs(std::span(caused.list).subspan(caused.first[l], caused.first[l + 1] - caused.first[l]),
                   buffer, runs);
    }
  });
  return caused;
}

}  // namespace latecomer::analyze
