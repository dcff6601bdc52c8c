// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <bit>
#include <cstdint>

#include "base/ticks.h"
#include "generate/program.h"

namespace latecomer::generate {

// What communication takes, in nanoseconds, apart from waiting for others.

inline constexpr Ticks kGap = Ticks(20);     ///< Is the time in main between two operations.
inline constexpr Ticks kStart = Ticks(200);  ///< Is the time of MPI_Isend and MPI_Irecv.
inline constexpr Ticks kSend = Ticks(400);   ///< Is the time of a send that goes ahead of its receive.
inline constexpr Ticks kInit = Ticks(50'000);
inline constexpr Ticks kFinalize = Ticks(20'000);
inline constexpr Ticks kFork = Ticks(300);
inline constexpr Ticks kTeamBarrier = Ticks(150);
inline constexpr Ticks kJoin = Ticks(100);

/// Returns the time from when both ends of a message are there until it has arrived.
inline Ticks transfer_time(const Settings& settings) {
  constexpr int64_t kLatency = 800;
  constexpr int64_t kBytesPerTick = 10;
  return Ticks(kLatency + static_cast<int64_t>(settings.bytes) / kBytesPerTick);
}

/// Returns the time from when all have come until the first leaves.
inline Ticks collective_time(const Settings& settings) {
  return Ticks(1'000 + 500 * std::bit_width(settings.ranks));
}

/// Returns how much later than the first a rank leaves a collective operation.
inline Ticks collective_tail(uint32_t rank) {
  return Ticks(int64_t{rank % 4} * 50);
}

/// Returns what each rank gives to a collective operation, and gets from it.
inline uint64_t collective_bytes(const Settings& settings, trace::CollectiveOp op) {
  switch (op) {
    case trace::CollectiveOp::alltoall:
      return settings.bytes * settings.ranks;
    case trace::CollectiveOp::allreduce:
      return settings.bytes;
    default:
      return 0;
  }
}

}  // namespace latecomer::generate
