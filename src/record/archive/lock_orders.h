// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "trace/event.h"

namespace latecomer::record {

/// Numbers the recorded acquisitions of a process's OpenMP locks in their order: since others are not
/// recorded, their own numbers have gaps, and readers of the archive may expect each number from 1 on.
class LockOrders {
 public:
  void add(const trace::Event& event);
  /// Sorts the acquisitions, after all events of all threads were added.
  void settle();
  /// Returns the event's `number` in the archive: for an acquisition or a release of such a lock its position
  /// among those that are recorded, from 1 on; for others what it was.
  uint32_t number_of(const trace::Event& event) const;

 private:
  std::map<uint64_t, std::vector<uint32_t>> by_lock_;
};

}  // namespace latecomer::record
