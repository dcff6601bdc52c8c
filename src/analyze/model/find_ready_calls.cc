// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/find_ready_calls.h"

namespace latecomer::analyze {

void find_ready_calls(std::span<CondensedLocation> process) {
  const auto thread = [&](trace::LocationId id) -> CondensedLocation& {
    return process[id.index() - process.front().id.index()];
  };
  for (CondensedLocation& location : process) {
    for (MessageDetail& detail : location.details) detail.ready = {};
  }
  for (const CondensedLocation& user : process) {
    for (const PartitionedUse& use : user.partitioned_uses) {
      if (!use.owner.valid() || use.kind != trace::EventKind::pready) continue;
      CondensedLocation& owner = thread(use.owner);
      CallRef& ready = owner.detail_of(owner.sends[use.message]).ready;
      const bool is_last =
          !ready.location.valid() || user.enter_of(use.call) >= thread(ready.location).enter_of(ready.call);
      if (is_last) ready = {user.id, use.call};
    }
  }
}

}  // namespace latecomer::analyze
