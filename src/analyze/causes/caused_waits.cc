// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// From who waited to who was waited for.
//
// Wait states lie with the location that waited, by time; what follows asks from the other end: what did a
// location cause, and when?
//
//     wait states of a: b 2, c 5, b 9        caused by b: a 2, c 4, a 9
//     wait states of c: b 4, a 6             caused by c: a 5
//                                            caused by a: c 6
//
// That is a counting sort by cause. Each thread counts and writes a part of the waits, in the end in the same
// order as if one had written them all. So a cause's waits are there waiter by waiter, each in order: a few
// ascending runs, which are merged. What was caused on other ranks goes there in one exchange.
//
// Cost: O(wait states x log(waiters of a cause)).

#include "analyze/causes/caused_waits.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "analyze/model/tasks.h"
#include "base/counting_sort.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

constexpr size_t kLeastWaits = size_t{1} << 16;  ///< Is the least number of waits for a task that counts.
constexpr size_t kMostTasks = 16;  ///< Limits tasks, because each has a number for every location.

/// Notifies the rank of the delaying location of a wait.
struct Notice {
  LocationId cause;
  LocationId waiter;
  Ticks end;
};

bool precedes(const CausedWait& a, const CausedWait& b) {
  return std::tuple(a.end, b.waiter, b.wait) < std::tuple(b.end, a.waiter, a.wait);
}

/// Sorts what consists of a few ascending runs.
void merge_runs(std::span<CausedWait> list, LargeVector<CausedWait>& buffer, std::vector<size_t>& runs) {
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

/// Calls `visit(wait, l)` for each wait of the parts that the local location `l` caused.
template <class Visit>
void for_each_local(const LocalTrace& trace, const WaitStates& waits, std::span<const Part> parts,
                    const Visit& visit) {
  for (const Part& part : parts) {
    const LocationId waiter = trace.locations[part.location].id;
    for (size_t i = part.begin; i < part.end; ++i) {
      const WaitState& wait = waits[part.location][i];
      if (wait.cause.valid() && trace.is_local(wait.cause))
        visit(CausedWait{wait.end, waiter, static_cast<uint32_t>(i)}, trace.local(wait.cause));
    }
  }
}

/// Sends notices to the other ranks; returns theirs, one after the other.
std::vector<Notice> send_notices(const LocalTrace& trace, const WaitStates& waits, Comm& comm,
                                 std::vector<std::vector<OwnWait>>& notified) {
  notified.resize(static_cast<size_t>(comm.size()));
  if (comm.size() == 1) return {};
  std::vector<std::vector<Notice>> notices(notified.size());
  for (size_t l = 0; l < waits.size(); ++l) {
    for (size_t i = 0; i < waits[l].size(); ++i) {
      const WaitState& wait = waits[l][i];
      if (!wait.cause.valid() || trace.is_local(wait.cause)) continue;
      const size_t rank = trace.rank_of(wait.cause);
      notices[rank].push_back({wait.cause, trace.locations[l].id, wait.end});
      notified[rank].push_back({static_cast<uint32_t>(l), static_cast<uint32_t>(i)});
    }
  }
  std::vector<Notice> received;
  for (const std::vector<Notice>& from_rank : exchange(comm, std::move(notices)))
    received.insert(received.end(), from_rank.begin(), from_rank.end());
  return received;
}

}  // namespace

CausedWaits find_caused_waits(const LocalTrace& trace, const WaitStates& waits, Comm& comm) {
  CausedWaits caused;
  const std::vector<Notice> notices = send_notices(trace, waits, comm, caused.notified);

  const size_t all = std::transform_reduce(waits.begin(), waits.end(), size_t{0}, std::plus<>(),
                                           [](const LargeVector<WaitState>& each) { return each.size(); });
  const Tasks tasks(waits.size(), std::max(kLeastWaits, all / kMostTasks + 1),
                    [&](size_t l) { return waits[l].size(); });
  CountingSort sort(tasks.size() + 1, waits.size());  // the last one is for notices
  parallel_for(tasks.size(), [&](size_t task) {
    for_each_local(trace, waits, tasks[task],
                   [&](const CausedWait&, size_t cause) { sort.count(task, cause); });
  });
  for (const Notice& notice : notices) sort.count(tasks.size(), trace.local(notice.cause));
  caused.first = sort.settle();
  caused.list.resize(caused.first.back());
  parallel_for(tasks.size(), [&](size_t task) {
    for_each_local(trace, waits, tasks[task],
                   [&](const CausedWait& wait, size_t cause) { caused.list[sort.next(task, cause)] = wait; });
  });
  for (uint32_t i = 0; i < notices.size(); ++i)
    caused.list[sort.next(tasks.size(), trace.local(notices[i].cause))] = {notices[i].end, notices[i].waiter,
                                                                           i};

  const Tasks locations = location_ranges(waits.size());
  parallel_for(locations.size(), [&](size_t task) {
    LargeVector<CausedWait> buffer;
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
