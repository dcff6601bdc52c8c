// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/dependences/dependences.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Counts what a replay took in the recorded order although a program that takes what comes first might have
/// taken it in another one.
struct KeptOrder {
  int64_t messages = 0;
  int64_t locks = 0;

  bool operator==(const KeptOrder&) const = default;
};

/// Is when messages were sent and locks wanted, in the order in which they were received and acquired.
class OrderOfArrival {
 public:
  /// Looks at all of a trace that this rank has.
  explicit OrderOfArrival(const Dependences& dependences);

  /// Returns for how many of two that followed each other the later one came first in `now`, which is of the
  /// same trace after a replay. Only messages count that were received where different senders followed the
  /// same one, so that they were not received in a fixed order. All ranks call it.
  KeptOrder kept(const OrderOfArrival& now, Comm& comm) const;

 private:
  /// Is something that came from a location.
  struct Arrival {
    trace::LocationId from;
    CallIndex call;  ///< Is, of a message, the call that completed it; calls of the same take all together.
    Ticks time;
  };
  using Arrivals = std::vector<Arrival>;
  /// Is a lock of a process.
  using Lock = std::tuple<trace::LocationGroupId, trace::Paradigm, uint64_t>;

  static bool is_in_fixed_order(const Arrivals& arrivals);
  static int64_t count(const Arrivals& before, const Arrivals& now);

  /// Holds messages, by local location and call path on which they were completed.
  std::map<std::pair<size_t, CallPathId>, Arrivals> messages_;
  std::map<Lock, Arrivals> locks_;  ///< Holds the threads that wanted a lock.
};

}  // namespace latecomer::analyze
