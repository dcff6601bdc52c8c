// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/measure.h"
#include "base/check.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

struct CostMetrics {
  Builtin wait;
  Builtin short_term;
  Builtin long_term;
};

constexpr CostMetrics kCosts[] = {
    {Builtin::mpi_latesender, Builtin::delay_latesender, Builtin::delay_latesender_longterm},
    {Builtin::mpi_lswo_same, Builtin::delay_latesender, Builtin::delay_latesender_longterm},
    {Builtin::mpi_lswo_different, Builtin::delay_latesender, Builtin::delay_latesender_longterm},
    {Builtin::mpi_latereceiver, Builtin::delay_latereceiver, Builtin::delay_latereceiver_longterm},
    {Builtin::mpi_barrier_wait, Builtin::delay_barrier, Builtin::delay_barrier_longterm},
    {Builtin::mpi_wait_nxn, Builtin::delay_n2n, Builtin::delay_n2n_longterm},
    {Builtin::mpi_latebroadcast, Builtin::delay_12n, Builtin::delay_12n_longterm},
    {Builtin::mpi_earlyreduce, Builtin::delay_earlyreduce, Builtin::delay_earlyreduce_longterm},
    {Builtin::mpi_wait_n21, Builtin::delay_n21, Builtin::delay_n21_longterm},
    {Builtin::mpi_earlyscan, Builtin::delay_earlyscan, Builtin::delay_earlyscan_longterm},
    {Builtin::mpi_finalize_wait, Builtin::delay_finalize, Builtin::delay_finalize_longterm},
    {Builtin::mpi_mgmt_comm_wait, Builtin::delay_comm, Builtin::delay_comm_longterm},
};

const CostMetrics& costs_of(Builtin wait) {
  for (const CostMetrics& each : kCosts) {
    if (each.wait == wait) return each;
  }
  CHECK(false);  // every kind of wait state has its costs
}

/// How a wait state is classified: the metrics of its kind.
struct OriginMetrics {
  Builtin direct;
  Builtin indirect;
  Builtin propagating;
  Builtin terminal;
};

OriginMetrics origins_of(Builtin wait) {
  switch (wait) {
    case Builtin::mpi_latesender:
    case Builtin::mpi_lswo_same:
    case Builtin::mpi_lswo_different:
      return {Builtin::mpi_wait_direct_latesender, Builtin::mpi_wait_indirect_latesender,
              Builtin::mpi_wait_propagating_ls, Builtin::mpi_wait_terminal_ls};
    case Builtin::mpi_latereceiver:
      return {Builtin::mpi_wait_direct_latereceiver, Builtin::mpi_wait_indirect_latereceiver,
              Builtin::mpi_wait_propagating_lr, Builtin::mpi_wait_terminal_lr};
    default:
      return {Builtin::mpi_wait_direct_collective, Builtin::mpi_wait_indirect_collective,
              Builtin::mpi_wait_propagating_collective, Builtin::mpi_wait_terminal_collective};
  }
}

}  // namespace

void measure_costs(const CondensedLocation& location, const std::vector<WaitState>& waits,
                   const std::vector<WaitOrigin>& origins, const Delays& delays,
                   const std::vector<double>& further, SeveritiesOf<double>& severities) {
  for (size_t i = 0; i < delays.list.size(); ++i) {
    const Delay& delay = delays.list[i];
    const CostMetrics& costs = costs_of(delay.metric);
    for (const PathTime& each : delays.of(delay)) {
      const double share = delay.scale() * static_cast<double>(each.time.count);
      severities.add(costs.short_term, each.path, static_cast<double>(delay.amount.count) * share);
      severities.add(costs.long_term, each.path, further[i] * share);
    }
  }
  for (size_t i = 0; i < waits.size(); ++i) {
    const CallPathId path = location.calls[waits[i].call].path;
    const WaitOrigin& origin = origins[i];
    const OriginMetrics metrics = origins_of(waits[i].metric);
    const double amount = static_cast<double>(waits[i].amount.count);
    severities.add(metrics.propagating, path, origin.propagating);
    severities.add(metrics.terminal, path, amount - origin.propagating);
    if (!origin.explained) {
      severities.add(Builtin::delay_unattributed, path, amount + origin.further);
      continue;
    }
    severities.add(metrics.direct, path, origin.direct);
    severities.add(metrics.indirect, path, amount - origin.direct);
  }
}

}  // namespace latecomer::analyze
