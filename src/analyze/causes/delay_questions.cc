// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What ranks send each other to find delays.
//
// The problem: a location is compared with one on another rank that it made wait, of which its own rank knows
// no more than who it is and when the wait ended.
//
// The idea: the waiter's rank sends the rest, and what the waiter did in the wait's interval.
//
//     rank 0:  | f f f | Send >                     is compared with g on rank 1, which it does not have
//     rank 1:  | g | Recv ~~~~~ |  -> path, metric, amount, {g: 3}
//
// Cost: O(wait states between ranks x call paths); 32 bytes for each, and 16 for each call path of its
// waiter's profile.

#include "analyze/causes/delay_questions.h"

#include <utility>

#include "analyze/model/tasks.h"
#include "base/concatenate.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

constexpr size_t kGrain = 4096;  ///< Is how many wait states a task has.

}  // namespace

DelayQuestions::DelayQuestions(std::vector<std::vector<RemoteWait>> waits,
                               std::vector<std::vector<PathTime>> profiles)
    : waits_(concatenate(std::span(waits))), profiles_(concatenate(std::span(profiles))) {
  size_t first = 0;
  for (const RemoteWait& each : waits_) first_path_.push_back(std::exchange(first, first + each.paths));
}

DelayQuestions ask(const LocalTrace& trace, const WaitStates& waits,
                   const std::vector<ProcessingProfile>& profiles,
                   const std::vector<std::vector<Ticks>>& from, const CausedWaits& caused, Comm& comm) {
  const std::vector<std::vector<OwnWait>>& notified = caused.notified;
  const Tasks tasks(notified.size(), kGrain, [&](size_t rank) { return notified[rank].size(); });
  std::vector<std::vector<RemoteWait>> questions(notified.size());
  for (size_t rank = 0; rank < notified.size(); ++rank) questions[rank].resize(notified[rank].size());
  std::vector<std::vector<PathTime>> of_parts(tasks.parts().size());
  parallel_for(tasks.size(), [&](size_t task) {
    PathTimes times(trace.call_tree.nodes().size());
    for (const Part& part : tasks[task]) {
      std::vector<PathTime>& paths = of_parts[tasks.number(part)];
      for (size_t i = part.begin; i < part.end; ++i) {
        const auto [l, w] = notified[part.location][i];
        const WaitState& wait = waits[l][w];
        const size_t before = paths.size();
        profiles[l].add(from[l][w], wait.end - wait.amount, profiles[l].cursor_of(w), times);
        times.drain([&](const PathTime& each) { paths.push_back(each); });
        questions[part.location][i] = {.wait = w,
                                       .path = trace.locations[l].path_of(wait.call),
                                       .metric = wait.metric,
                                       .paths = static_cast<uint32_t>(paths.size() - before),
                                       .amount = wait.amount,
                                       .from = from[l][w]};
      }
    }
  });
  std::vector<std::vector<PathTime>> paths(notified.size());
  size_t part = 0;
  for (size_t rank = 0; rank < notified.size(); ++rank) {
    const size_t first = part;
    while (part < of_parts.size() && tasks.parts()[part].location == rank) ++part;
    paths[rank] = concatenate(std::span(of_parts).subspan(first, part - first));
  }
  std::vector<std::vector<RemoteWait>> asked = exchange(comm, std::move(questions));
  return {std::move(asked), exchange(comm, std::move(paths))};
}

}  // namespace latecomer::analyze
