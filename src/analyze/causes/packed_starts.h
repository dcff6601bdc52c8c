// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/condense/condensed.h"
#include "analyze/waits/wait_state.h"
#include "base/bytes.h"
#include "base/packed_tuples.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Where a stretch of the critical path on a location can begin: with the end of a wait state, from which the
/// path goes on to its cause, or, first of all, with the location itself.
struct Start {
  Ticks time;
  size_t waits = 0;  ///< so many of the location end here or before; the last of them here
  trace::LocationId cause;
};

/// Packs a location's starts in the order in which a path passes them, against time.
Bytes pack_starts(const CondensedLocation& location, const std::vector<WaitState>& waits);

/// Takes them out again. Refers to the bytes.
class PackedStarts {
 public:
  explicit PackedStarts(std::span<const std::byte> packed);

  /// The last one that is not after `time`, which may not increase from call to call; if all are, the first.
  const Start& last_before(Ticks time);

 private:
  void pass();

  TupleUnpacker<2> earlier_;
  Ticks first_time_;  ///< of the location
  Start at_;
};

}  // namespace latecomer::analyze
