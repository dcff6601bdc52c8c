// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "analyze/model/condensed_trace.h"
#include "base/spill.h"

namespace latecomer::analyze {

/// Puts the operations of one process in the order of the times that all its threads together give them; at
/// the same time by thread. The list of a single thread mostly is in the order of its calls, and is used as
/// it is.
class ProcessOrder {
 public:
  /// Sorts the operations that `list(location)` returns; `call_of(location, operation)` is the call of each,
  /// and its enter is the time.
  template <class List, class CallOf>
  ProcessOrder(const CondensedTrace& trace, trace::LocationGroupId process, const List& list,
               const CallOf& call_of)
      : ProcessOrder(trace, process, list, call_of, [&](const CondensedLocation& location, uint32_t i) {
          return trace.enter_of(call_of(location, i));
        }) {}

  /// Sorts the operations that `list(location)` returns by other times: `time_of(location, operation)`.
  template <class List, class CallOf, class TimeOf>
  ProcessOrder(const CondensedTrace& trace, trace::LocationGroupId process, const List& list,
               const CallOf& call_of, const TimeOf& time_of) {
    const std::span<const CondensedLocation> threads = trace.threads_of(process);
    for (const CondensedLocation& location : threads) size_ += list(location).size();
    if (threads.empty()) return;
    only_ = static_cast<uint32_t>(trace.local(threads.front().id));
    if (threads.size() == 1 && is_in_order(trace.locations[only_], call_of)) return;
    const auto order_of = [&](const ProcessOperation& each) {
      const CondensedLocation& location = trace.locations[each.location];
      const CallRef call = call_of(location, each.operation);
      return std::tuple(time_of(location, each.operation), call.location, call.call);
    };
    sorted_.reserve(size_);
    for (const CondensedLocation& location : threads) {
      const uint32_t local = static_cast<uint32_t>(trace.local(location.id));
      for (uint32_t i = 0; i < list(location).size(); ++i) sorted_.push_back({local, i});
    }
    std::stable_sort(
        sorted_.begin(), sorted_.end(),
        [&](const ProcessOperation& a, const ProcessOperation& b) { return order_of(a) < order_of(b); });
  }

  /// Calls `visit(location, operation)` for each operation in that order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const ProcessOperation& each : sorted_) visit(each.location, each.operation);
    for (uint32_t i = 0; i < size_ && sorted_.empty(); ++i) visit(only_, i);
  }

 private:
  struct ProcessOperation {
    uint32_t location;   ///< Is a position in CondensedTrace::locations.
    uint32_t operation;  ///< Is a position in that location's list.
  };

  /// Compares the numbers of the operations' calls, for which no times have to be looked up.
  template <class CallOf>
  bool is_in_order(const CondensedLocation& location, const CallOf& call_of) const {
    CallIndex last = 0;
    for (uint32_t i = 0; i < size_; ++i) {
      const CallRef call = call_of(location, i);
      if (call.location != location.id || call.call < last) return false;
      last = call.call;
    }
    return true;
  }

  size_t size_ = 0;
  uint32_t only_ = 0;  ///< Is the location whose list is the order, where `sorted_` is empty.
  LargeVector<ProcessOperation> sorted_;
};

}  // namespace latecomer::analyze
