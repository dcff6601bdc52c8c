// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/call.h"

#include <span>

#include "record/core/called_regions.h"

namespace latecomer::record::mpi {

trace::RegionId region_of(Function function) noexcept {
  constinit static CalledRegions<kFunctions.size()> regions;
  const auto position = static_cast<size_t>(function);
  const FunctionFacts& facts = kFunctions[position];
  return regions.of(position, facts.name, trace::Paradigm::mpi, facts.role);
}

void may_wait_for_members(const trace::CommId& comm) noexcept {
  may_wait(
      [](const void* id, std::span<trace::Event> room) noexcept -> size_t {
        room[0] = event_of(trace::EventKind::collective_pending);
        room[0].comm = *static_cast<const trace::CommId*>(id);
        return 1;
      },
      &comm, 1);
}

}  // namespace latecomer::record::mpi
