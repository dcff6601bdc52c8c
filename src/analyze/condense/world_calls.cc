// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/world_calls.h"

#include <cstdint>

namespace latecomer::analyze {

void settle_world_calls(CondensedTrace& trace, const CommMembers& members, Comm& comm) {
  int64_t recorded[] = {0, 0};  // counts collective operations in MPI_Init, in MPI_Finalize
  const auto kind_of = [&](const CondensedLocation& location, const Collective& collective) {
    return trace.class_of(location.path_of(collective.start)).kind;
  };
  const auto position = [](CallKind kind) { return kind == CallKind::init ? 0 : 1; };
  for (const CondensedLocation& location : trace.locations) {
    for (const Collective& collective : location.collectives) {
      const CallKind kind = kind_of(location, collective);
      const bool is_of_world = kind == CallKind::init || kind == CallKind::finalize;
      if (is_of_world && !collective.by_name) ++recorded[position(kind)];
    }
  }
  comm.sum(recorded);
  for (CondensedLocation& location : trace.locations) {
    const bool is_member = trace.definitions.world.valid() &&
                           members.contains(trace.definitions.world, trace.process_of(location.id));
    for (Collective& collective : location.collectives) {
      const bool counts = is_member && recorded[position(kind_of(location, collective))] == 0;
      if (collective.by_name && !counts) collective.comm = trace::CommId();
    }
  }
}

}  // namespace latecomer::analyze
