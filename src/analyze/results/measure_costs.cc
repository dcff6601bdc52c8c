// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/measure.h"
#include "analyze/waits/wait_kinds.h"
#include "base/check.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// How a wait state is classified: the metrics of its kind.
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

}  // namespace

void measure_costs(const CondensedLocation& location, const std::vector<WaitState>& waits,
                   const std::vector<WaitOrigin>& origins, const Delays& delays,
                   const std::vector<double>& further, LocationSeverities severities) {
  for (size_t i = 0; i < delays.list.size(); ++i) {
    const Delay& delay = delays.list[i];
    const WaitKind& kind = wait_kind(delay.metric);
    for (const PathTime& each : delays.of(delay)) {
      const double share = delay.scale() * static_cast<double>(each.time.count);
      severities.add_share(kind.short_term, each.path, static_cast<double>(delay.amount.count) * share);
      severities.add_share(kind.long_term, each.path, further[i] * share);
    }
  }
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
