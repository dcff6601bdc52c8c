// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/match/message_matches.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is something that a thread did to a partition, or to the whole transfer: one of its `partitioned_uses`.
struct PartitionUse {
  trace::LocationId location;  ///< Is the thread that did it; invalid: nobody did.
  uint32_t use = 0;
  Ticks time;
  bool known() const { return location.valid(); }
};

/// Is data that went from one partition of a send to one of its receive.
struct PartitionEdge {
  uint32_t receive = 0;  ///< Is a position in the location's receives.
  uint32_t send_partition = 0;
  uint32_t receive_partition = 0;
  uint64_t bytes = 0;
  PartitionUse ready;      ///< Is the send partition's Pready.
  PartitionUse arrived;    ///< Is where the receive partition was seen to have arrived, for the first time.
  PartitionUse completed;  ///< Is where the whole receive was completed.
};

/// Returns, per local location, the edges of the partitioned messages that it received, by receive.
std::vector<std::vector<PartitionEdge>> match_partitions(const CondensedTrace& trace,
                                                         const MessageMatches& messages, Comm& comm);

}  // namespace latecomer::analyze
