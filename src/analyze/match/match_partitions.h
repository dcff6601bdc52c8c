// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/condense/anomaly_report.h"
#include "analyze/condense/local_trace.h"
#include "analyze/match/match_messages.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Data that went from one partition of a send to one of its receive.
struct PartitionEdge {
  uint32_t receive = 0;  ///< position in the location's receives
  uint32_t send_partition = 0;
  uint32_t receive_partition = 0;
  uint64_t bytes = 0;
  Ticks ready;    ///< enter of the send partition's Pready
  Ticks arrived;  ///< when the receive partition was first seen to have arrived; max where nobody looked
};

/// Per local location, the edges of the partitioned messages that it received, by receive and partitions.
/// Partitions that arrived before all they depend on were ready, by the clocks, are counted.
std::vector<std::vector<PartitionEdge>> match_partitions(const LocalTrace& trace,
                                                         const MessageMatches& messages, Comm& comm,
                                                         AnomalyReport& anomalies);

}  // namespace latecomer::analyze
