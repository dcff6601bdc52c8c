// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "store/tables.h"
#include "store/timeline_tables.h"

namespace latecomer::store {

/// Calls `use(Row())` for each kind of row.
template <class Use>
void for_each_row_type(const Use& use) {
  use(Consequence());
  use(Wait());
  use(Delay());
  use(Stretch());
  use(Message());
  use(PartitionTransfer());
  use(CollectivePart());
  use(CallTreeNode());
  use(ReadPoint());
  use(ClockCorrection());
  use(Fork());
  use(ProbedMessage());
  use(CoreState());
  use(Activity());
  use(WaitSummary());
}

}  // namespace latecomer::store
