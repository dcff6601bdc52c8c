// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <span>

#include "analyze/results/measure.h"
#include "analyze/waits/wait_kinds.h"
#include "base/check.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Says how a wait state is classified: the metrics of its kind.
struct OriginMetrics {
  Builtin direct;
  Builtin indirect;
  Builtin propagating;
  Builtin terminal;
};

OriginMetrics origins_of(WaitFamily family) {
  switch (family) {
    case WaitFamily::late_sender:
      return {Builtin::mpi_wait_direct_latesender, Builtin::mpi_wait_indirect_latesender,
              Builtin::mpi_wait_propagating_ls, Builtin::mpi_wait_terminal_ls};
    case WaitFamily::late_receiver:
      return {Builtin::mpi_wait_direct_latereceiver, Builtin::mpi_wait_indirect_latereceiver,
              Builtin::mpi_wait_propagating_lr, Builtin::mpi_wait_terminal_lr};
    case WaitFamily::collective:
      return {Builtin::mpi_wait_direct_collective, Builtin::mpi_wait_indirect_collective,
              Builtin::mpi_wait_propagating_collective, Builtin::mpi_wait_terminal_collective};
    case WaitFamily::rma:
      return {Builtin::mpi_wait_direct_rma, Builtin::mpi_wait_indirect_rma, Builtin::mpi_wait_propagating_rma,
              Builtin::mpi_wait_terminal_rma};
    case WaitFamily::threads:
      return {Builtin::mpi_wait_direct_threads, Builtin::mpi_wait_indirect_threads,
              Builtin::mpi_wait_propagating_threads, Builtin::mpi_wait_terminal_threads};
  }
  CHECK(false);
}

/// Divides costs of a delay among its call paths.
void add_costs(Builtin metric, double costs, const Delay& delay, std::span<const PathTime> call_paths,
               LocationSeverities severities) {
  for (const PathTime& each : call_paths)
    severities.add_share(metric, each.path, costs * delay.scale() * static_cast<double>(each.time.count));
}

}  // namespace

void measure_costs(const LocalLocation& location, const LargeVector<WaitState>& waits,
                   const WaitOrigins& all_origins, size_t position, const Delays& delays,
                   LocationSeverities severities) {
  for (size_t i = 0; i < delays.list.size(); ++i) {
    const Delay& delay = delays.list[i];
    const double amount = static_cast<double>(delay.amount.count);
    add_costs(wait_kind(delay.metric).short_term, amount, delay, delays.of(delay), severities);
    for (const FurtherCosts& further : all_origins.further) {
      for (size_t k = 0; k < further.kinds.size(); ++k) {
        const double costs = further.of_delays[position][i][k];
        if (costs != 0) add_costs(long_term_of(further.kinds[k]), costs, delay, delays.of(delay), severities);
      }
    }
  }
  const LargeVector<WaitOrigin>& origins = all_origins.of_waits[position];
  for (size_t i = 0; i < waits.size(); ++i) {
    const CallPathId path = location.path_of(waits[i].call);
    const WaitOrigin& origin = origins[i];
    const OriginMetrics metrics = origins_of(wait_kind(waits[i].metric).family);
    const double amount = static_cast<double>(waits[i].amount.count);
    severities.add_share(metrics.propagating, path, origin.propagating);
    severities.add_share(metrics.terminal, path, amount - origin.propagating);
    severities.add_share(Builtin::delay_unattributed, path, origin.lost);
    // What nothing explains does not come of its cause's waiting either.
    const double direct = origin.explained ? origin.direct : amount;
    severities.add_share(metrics.direct, path, direct);
    severities.add_share(metrics.indirect, path, amount - direct);
    if (!origin.explained) severities.add_share(Builtin::delay_unattributed, path, amount + origin.further);
  }
}

}  // namespace latecomer::analyze
