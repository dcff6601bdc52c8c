// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Counts what this rank has to go through.
struct OperationCounts {
  int64_t calls = 0;
  int64_t messages = 0;  ///< Counts ends of messages: sends and receives.
  int64_t probes = 0;
  int64_t partition_uses = 0;
  int64_t collectives = 0;
  int64_t team_parts = 0;  ///< Counts parts in teams and barriers of teams.
  int64_t window_operations = 0;
  int64_t event_times = 0;
  int64_t segments = 0;
  int64_t paths = 0;  ///< Counts the paths of each location.
};

OperationCounts count_operations(const CondensedTrace& trace);

}  // namespace latecomer::analyze
