// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/call.h"

#include "record/core/called_regions.h"

namespace latecomer::record::mpi {

trace::RegionId region_of(Function function) noexcept {
  constinit static CalledRegions<kFunctions.size()> regions;
  const auto position = static_cast<size_t>(function);
  const FunctionFacts& facts = kFunctions[position];
  return regions.of(position, facts.name, trace::Paradigm::mpi, facts.role);
}

}  // namespace latecomer::record::mpi
