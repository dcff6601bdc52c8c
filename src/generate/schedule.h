// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "base/ticks.h"
#include "generate/program.h"
#include "generate/work.h"

namespace latecomer::generate {

/// Says when a team's threads do what in one parallel region: fork; begin, work, barrier, work, implicit
/// barrier and end on every thread; join.
struct TeamTimes {
  struct Half {
    Ticks begin;                 ///< Is when the work begins, on all threads.
    std::vector<Ticks> arrival;  ///< Is when each thread comes to the barrier that ends the half.
    Ticks last_arrival;
    Ticks end;  ///< Is when the half's barrier ends, on all threads.
  };
  Ticks fork;
  Ticks begin;
  Half halves[2];
  Ticks end;
  Ticks join;
};

/// Says when everything in the run of a program happens. All ranks begin at 0; ticks are nanoseconds. It
/// takes 8 bytes for each step of each iteration.
class Schedule {
 public:
  /// Runs the program; `progress` is called after each iteration.
  template <class Progress>
  Schedule(const Program& program, const Work& work, Progress&& progress) : Schedule(program, work) {
    for (uint32_t iteration = 0; iteration < program.iterations; ++iteration) {
      run_iteration(iteration);
      progress();
    }
    run_finalize();
  }

  Ticks init_enter() const;
  Ticks init_leave() const;
  Ticks enter(StepId step, uint32_t iteration) const;
  Ticks leave(StepId step, uint32_t iteration) const { return leave_[position(step, iteration)]; }
  /// Returns when the last rank comes to a collective operation, of which `step` is a part.
  Ticks last_enter(StepId step, uint32_t iteration) const;
  Ticks finalize_enter(uint32_t rank) const;
  Ticks last_finalize_enter() const { return last_finalize_enter_; }
  Ticks finalize_leave() const;
  /// Returns the time of the last event of every rank's main thread.
  Ticks end() const;

  TeamTimes team(StepId id, uint32_t iteration) const;

 private:
  Schedule(const Program& program, const Work& work);
  size_t position(StepId step, uint32_t iteration) const {
    return iteration * program_.steps.size() + step.index();
  }
  /// Returns when the rank of a step is done with what comes before it.
  Ticks before(StepId step, uint32_t iteration) const;
  Ticks find_leave(StepId id, uint32_t iteration) const;
  void run_collective(StepId step_of_first, uint32_t iteration);
  void run_iteration(uint32_t iteration);
  void run_finalize();

  const Program& program_;
  const Work& work_;
  std::vector<Ticks> leave_;  ///< Has the leaves of all steps of the first iteration, then of the second, ...
  std::vector<uint32_t> collective_of_;  ///< Has positions in Program::collectives, by step of rank 0.
  Ticks last_finalize_enter_;
};

}  // namespace latecomer::generate
