// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "trace/event.h"

namespace latecomer::record {

/// The acquisitions of a process's OpenMP locks that are recorded, in their order: since others are not,
/// their numbers have gaps, and readers of the archive may expect each number from 1 on.
class LockOrders {
 public:
  void add(const trace::Event& event);
  /// Has to be called after all events of all threads were added.
  void settle();
  /// The event's `number` in the archive: of an acquisition or a release of such a lock its position among
  /// those that are recorded, from 1 on; of others what it was.
  uint32_t number_of(const trace::Event& event) const;

 private:
  std::map<uint64_t, std::vector<uint32_t>> by_lock_;
};

}  // namespace latecomer::record
