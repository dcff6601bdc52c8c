// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Running a program in its head.
//
//     rank 0:  compute | Send |            compute             | Send |
//     rank 1:  compute        | Recv | compute | Recv ~~~~~~~~~~~~~~~~ : |
//                                                 until both are there, then the transfer
//
// Every step ends at the later of its own begin and the begins of those it waits for, plus what it takes
// itself. In the order of the program's steps all of these are known. Only ends are kept: a step begins a
// moment after the one before it has ended.
//
// Cost: O(steps · iterations), 8 bytes each.

#include "generate/schedule.h"

#include <algorithm>

#include "generate/costs.h"

namespace latecomer::generate {

Schedule::Schedule(const Program& program, const Work& work)
    : program_(program), work_(work), leave_(program.steps.size() * program.iterations) {
  collective_of_.resize(program.first_step[1]);
  for (uint32_t i = 0; i < program.collectives.size(); ++i)
    collective_of_[program.collectives[i].front().index()] = i;
}

Ticks Schedule::init_enter() const {
  return kGap;
}
Ticks Schedule::init_leave() const {
  return init_enter() + kInit;
}

Ticks Schedule::before(StepId step, uint32_t iteration) const {
  const uint32_t rank = program_[step].rank;
  if (step.value > program_.first_step[rank]) return leave(StepId(step.index() - 1), iteration);
  return iteration == 0 ? init_leave()
                        : leave(StepId(program_.first_step[rank + 1] - size_t{1}), iteration - 1);
}

Ticks Schedule::enter(StepId step, uint32_t iteration) const {
  return before(step, iteration) + kGap;
}

Ticks Schedule::find_leave(StepId id, uint32_t iteration) const {
  const Step& step = program_[id];
  const Ticks begin = enter(id, iteration);
  switch (step.kind) {
    case StepKind::compute:
      return begin + work_.duration(step, id, iteration);
    case StepKind::parallel:
      return team(id, iteration).join;
    case StepKind::isend:
    case StepKind::irecv:
      return begin + kStart;
    case StepKind::send:
      if (!program_.sends_wait()) return begin + kSend;
      [[fallthrough]];
    case StepKind::recv:
      return std::max(begin, enter(step.counterpart, iteration)) + transfer_time(program_.settings);
    case StepKind::waitall: {
      Ticks complete = begin;
      for (const Step& request : requests_of(program_, id)) {
        if (request.kind == StepKind::irecv || program_.sends_wait())
          complete = std::max(complete, enter(request.counterpart, iteration));
      }
      return complete + transfer_time(program_.settings);
    }
    case StepKind::collective:
      break;  // all members at once: run_collective
  }
  return begin;
}

void Schedule::run_collective(StepId step_of_first, uint32_t iteration) {
  const std::vector<StepId>& members = program_.collectives[collective_of_[step_of_first.index()]];
  Ticks last = Ticks::min();
  for (const StepId member : members) last = std::max(last, enter(member, iteration));
  for (const StepId member : members) {
    leave_[position(member, iteration)] =
        program_.is_done_in(program_[member], iteration)
            ? last + collective_time(program_.settings) + collective_tail(program_[member].rank)
            : before(member, iteration);
  }
}

void Schedule::run_iteration(uint32_t iteration) {
  for (const StepId id : program_.order) {
    const Step& step = program_[id];
    if (step.kind == StepKind::collective) {
      run_collective(id, iteration);
    } else {
      leave_[position(id, iteration)] =
          program_.is_done_in(step, iteration) ? find_leave(id, iteration) : before(id, iteration);
    }
  }
}

void Schedule::run_finalize() {
  for (uint32_t rank = 0; rank < program_.settings.ranks; ++rank)
    last_finalize_enter_ = std::max(last_finalize_enter_, finalize_enter(rank));
}

Ticks Schedule::last_enter(StepId step, uint32_t iteration) const {
  return leave(step, iteration) - collective_tail(program_[step].rank) - collective_time(program_.settings);
}

Ticks Schedule::finalize_enter(uint32_t rank) const {
  return leave(StepId(program_.first_step[rank + 1] - size_t{1}), program_.iterations - 1) + kGap;
}
Ticks Schedule::finalize_leave() const {
  return last_finalize_enter_ + kFinalize;
}
Ticks Schedule::end() const {
  return finalize_leave() + kGap;
}

TeamTimes Schedule::team(StepId id, uint32_t iteration) const {
  TeamTimes times;
  times.fork = enter(id, iteration);
  times.begin = times.fork + kFork;
  Ticks begin = times.begin;
  for (uint32_t half = 0; half < 2; ++half) {
    TeamTimes::Half& now = times.halves[half];
    now.begin = begin + kGap;
    for (uint32_t thread = 0; thread < program_.settings.threads; ++thread) {
      now.arrival.push_back(now.begin + work_.duration(program_[id], id, iteration, thread, half) + kGap);
      now.last_arrival = std::max(now.last_arrival, now.arrival.back());
    }
    now.end = now.last_arrival + kTeamBarrier;
    begin = now.end;
  }
  times.end = begin + kGap;
  times.join = times.end + kJoin;
  return times;
}

}  // namespace latecomer::generate
