// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Who caused the waiting.
//
// In general only a root cause analysis can say, but its results have to add up: all costs together are all
// waiting. Two cases are certain:
//
//     alltoall   all ranks synchronize again and again, so nobody brings waiting from before along: the
//                last one to come caused all the waits in that operation
//     hotspot    in a halo exchange and in alltoall everybody else does the same at the same cost, so
//                whatever waiting there is began at the hotspot
//
// Cost: O(locations); for alltoall O(steps · iterations).

#include <algorithm>

#include "generate/costs.h"
#include "generate/measure_location.h"

namespace latecomer::generate {

namespace {

constexpr Known kWaits[] = {Known::mpi_finalize_wait, Known::mpi_barrier_wait, Known::mpi_latesender,
                            Known::mpi_latereceiver,  Known::mpi_wait_nxn,     Known::omp_ebarrier_wait,
                            Known::omp_ibarrier_wait, Known::omp_idle_threads};

/// Is somebody's arrival at an operation of all ranks.
struct Arrival {
  Ticks time = Ticks::min();
  uint32_t rank = 0;
};

/// Charges an operation's waits to the last to come, among equals to the highest rank.
class CollectiveCosts {
 public:
  void arrive(uint32_t rank, Ticks time) {
    sum_ += time;
    ++count_;
    if (time >= last_.time) last_ = {time, rank};
  }
  void charge(Known metric, Answer& answer) const {
    const int64_t cost = last_.time.count * count_ - sum_.count;
    answer.locations[last_.rank][metric] += cost;
    answer.locations[last_.rank][Known::delay] += cost;
  }

 private:
  Ticks sum_;
  int64_t count_ = 0;
  Arrival last_;
};

void charge_collectives(const Program& program, const Schedule& schedule, Answer& answer) {
  for (const std::vector<StepId>& members : program.collectives) {
    const Step& step = program[members.front()];
    const Known metric = step.collective == trace::CollectiveOp::barrier ? Known::delay_barrier_aggregate
                                                                         : Known::delay_n2n_aggregate;
    for (uint32_t iteration = 0; iteration < program.iterations; ++iteration) {
      if (!program.is_done_in(step, iteration)) continue;
      CollectiveCosts costs;
      for (uint32_t rank = 0; rank < members.size(); ++rank)
        costs.arrive(rank, schedule.enter(members[rank], iteration));
      costs.charge(metric, answer);
    }
  }
  CollectiveCosts costs;
  for (uint32_t rank = 0; rank < program.settings.ranks; ++rank)
    costs.arrive(rank, schedule.finalize_enter(rank));
  costs.charge(Known::delay_finalize_aggregate, answer);
}

bool hotspot_is_certain(const Settings& settings, const Work& work) {
  constexpr Ticks kMoreThanAnyTail = Ticks(1'000);
  const bool symmetric = settings.pattern == Pattern::halo2d || settings.pattern == Pattern::halo3d;
  return symmetric && settings.imbalance == Imbalance::hotspot && work.hotspot_excess() > kMoreThanAnyTail;
}

}  // namespace

Answer complete_answer(const Program& program, const Schedule& schedule, const Work& work,
                       std::vector<KnownValues> locations) {
  using Extent = Answer::Extent;
  Answer answer;
  answer.locations = std::move(locations);
  int64_t waiting = 0;
  for (const KnownValues& location : answer.locations) {
    for (const Known wait : kWaits) waiting += location[wait];
  }

  answer.extent(Known::delay) = Extent::total;
  for (const Known metric :
       {Known::delay_n2n_aggregate, Known::delay_barrier_aggregate, Known::delay_finalize_aggregate,
        Known::mpi_wait_propagating, Known::mpi_wait_indirect})
    answer.extent(metric) = Extent::nothing;
  if (program.settings.pattern == Pattern::alltoall) {
    charge_collectives(program, schedule, answer);
    answer.extents.fill(Extent::all);
  } else if (hotspot_is_certain(program.settings, work)) {
    answer.locations[work.hotspot()][Known::delay] = waiting;
    answer.extent(Known::delay) = Extent::all;
  }

  for (const KnownValues& location : answer.locations) answer.totals += location;
  answer.totals[Known::delay] = waiting;
  answer.totals[Known::critical_path] = schedule.end().count;
  for (const Known metric : {Known::waitstates_direct_vs_indirect, Known::waitstates_propagating_vs_terminal})
    answer.totals[metric] = waiting;
  for (const Known metric : {Known::critical_path, Known::waitstates_direct_vs_indirect,
                             Known::waitstates_propagating_vs_terminal})
    answer.extent(metric) = Extent::total;
  return answer;
}

}  // namespace latecomer::generate
