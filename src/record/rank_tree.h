// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "record/recorder.h"

// Exchange over the binomial tree of ranks, whose root is rank 0. With size n each rank takes part in at most
// log2(n) messages; all ranks must call.
namespace latecomer::record {

/// Rank 0 gets all ranks' values merged by `merge(into, other)`, which must be associative; the other ranks
/// get a part. `pack(value)` makes the bytes that `unpack` reads.
template <class Value, class Unpack, class Merge>
Value reduce_to_first(ProcessGroup& processes, Value value, Unpack&& unpack, Merge&& merge) {
  for (uint64_t step = 1; step < processes.size(); step *= 2) {
    if (processes.rank() % (2 * step) != 0) {
      processes.send(static_cast<uint32_t>(processes.rank() - step), pack(value));
      break;
    }
    if (processes.rank() + step < processes.size()) {
      merge(value, unpack(processes.receive(static_cast<uint32_t>(processes.rank() + step))));
    }
  }
  return value;
}

/// All ranks get rank 0's bytes.
inline std::vector<std::byte> broadcast_from_first(ProcessGroup& processes, std::vector<std::byte> bytes) {
  uint64_t step = 1;
  while (step < processes.size() && processes.rank() % (2 * step) == 0) step *= 2;
  if (processes.rank() != 0) bytes = processes.receive(static_cast<uint32_t>(processes.rank() - step));
  for (step /= 2; step > 0; step /= 2) {
    if (processes.rank() + step < processes.size()) {
      processes.send(static_cast<uint32_t>(processes.rank() + step), bytes);
    }
  }
  return bytes;
}

}  // namespace latecomer::record
