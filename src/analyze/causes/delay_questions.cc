// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What ranks have to tell each other to find delays.
//
// The problem: a location is compared with one on another rank that it made wait, of which its own rank knows
// no more than who it is and when the wait ended.
//
// The idea: the waiter's rank tells the rest in one piece of packed numbers, which is unpacked where it is
// compared and not before:
//
//     bytes of the piece | wait, call path, metric, amount, length of the interval | path, time | path, time
//     ...
//
// Cost: O(wait states between ranks x call paths); about 11 bytes for each, 3 for each call path of its
// waiter's profile, and 16 to find it.

#include "analyze/causes/delay_questions.h"

#include <cstdint>
#include <span>

#include "analyze/model/tasks.h"
#include "base/concatenate.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

constexpr size_t kGrain = 4096;  ///< wait states of a task

/// Of a wait state with that number on its location.
void put_wait(NumberPacker& question, uint32_t number, const WaitState& wait, CallPathId path, Ticks from) {
  question.put(number);
  question.put(path.value);
  question.put(static_cast<uint64_t>(wait.metric));
  question.put(static_cast<uint64_t>(wait.amount.count));
  // Of any two times, however far apart: the interval can be that of everything before.
  question.put(static_cast<uint64_t>(wait.end.count) - static_cast<uint64_t>(from.count));
}

void put_path_time(NumberPacker& question, const PathTime& of_profile) {
  question.put(of_profile.path.value);
  question.put(static_cast<uint64_t>(of_profile.time.count));
}

}  // namespace

void take_delay(NumberUnpacker& question, Delay& delay) {
  delay.wait = static_cast<uint32_t>(question.take());
  delay.path = CallPathId(static_cast<uint32_t>(question.take()));
  delay.metric = static_cast<report::Builtin>(question.take());
  delay.amount = Ticks(static_cast<int64_t>(question.take()));
  delay.from = Ticks(static_cast<int64_t>(static_cast<uint64_t>(delay.to.count) - question.take()));
}

PathTime take_path_time(NumberUnpacker& question) {
  const CallPathId path(static_cast<uint32_t>(question.take()));
  return {path, Ticks(static_cast<int64_t>(question.take()))};
}

DelayQuestions::DelayQuestions(std::vector<Bytes> asked) : asked_(std::move(asked)) {
  for (const Bytes& of_rank : asked_) {
    NumberUnpacker all(of_rank);
    while (!all.at_end()) list_.push_back(all.take_piece());
  }
}

DelayQuestions ask(const LocalTrace& trace, const WaitStates& waits,
                   const std::vector<ProcessingProfile>& profiles,
                   const std::vector<std::vector<Ticks>>& from, const CausedWaits& caused, Comm& comm) {
  const std::vector<std::vector<OwnWait>>& notified = caused.notified;
  const Tasks tasks(notified.size(), kGrain, [&](size_t rank) { return notified[rank].size(); });
  std::vector<Bytes> of_parts(tasks.parts().size());
  parallel_for(tasks.size(), [&](size_t task) {
    PathTimes times(trace.call_tree.nodes().size());
    NumberPacker question;
    for (const Part& part : tasks[task]) {
      NumberPacker questions;
      for (size_t i = part.begin; i < part.end; ++i) {
        const auto [l, w] = notified[part.location][i];
        const WaitState& wait = waits[l][w];
        put_wait(question, w, wait, trace.locations[l].path_of(wait.call), from[l][w]);
        profiles[l].add(from[l][w], wait.end - wait.amount, profiles[l].cursor_of(w), times);
        times.drain([&](const PathTime& each) { put_path_time(question, each); });
        questions.put_piece(question);
        question.clear();
      }
      of_parts[tasks.number(part)] = questions.take();
    }
  });
  std::vector<Bytes> questions(notified.size());
  size_t part = 0;
  for (size_t rank = 0; rank < notified.size(); ++rank) {
    const size_t first = part;
    while (part < of_parts.size() && tasks.parts()[part].location == rank) ++part;
    questions[rank] = concatenate(std::span(of_parts).subspan(first, part - first));
  }
  return DelayQuestions(comm.exchange(std::move(questions)));
}

}  // namespace latecomer::analyze
