// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "analyze/clocks/check_clocks.h"
#include "analyze/dependences/dependences.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says between what processes a message goes.
enum class PairClass : uint8_t { same_process, same_node, other_node };
constexpr size_t kPairClasses = 3;

/// Knows which processes are on one node.
class Pairs {
 public:
  /// Keeps the trace, which has to live as long.
  explicit Pairs(const CondensedTrace& trace) : trace_(trace) {
    const trace::Definitions& definitions = trace.definitions;
    nodes_.resize(definitions.location_groups.size());
    for (size_t l = 0; l < definitions.locations.size(); ++l)
      nodes_[definitions.locations[l].group.index()] = node_of(definitions, trace::LocationId(l));
  }

  PairClass class_of(trace::LocationId from, trace::LocationId to) const {
    const trace::LocationGroupId sender = trace_.process_of(from);
    const trace::LocationGroupId receiver = trace_.process_of(to);
    if (sender == receiver) return PairClass::same_process;
    return nodes_[sender.index()] == nodes_[receiver.index()] ? PairClass::same_node : PairClass::other_node;
  }

 private:
  const CondensedTrace& trace_;
  std::vector<trace::SystemNodeId> nodes_;  ///< Holds nodes by process.
};

/// Returns the bytes of a message; 0 where they are not known.
inline uint64_t bytes_of(const CondensedLocation& location, const Message& message) {
  return message.envelope == kNoEnvelope ? 0 : location.envelope_of(message).bytes;
}

/// Knows from which size on messages are synchronous, per class of pairs: from the smallest whose sender
/// waited for its receiver, of those that are larger than all whose sends ended before. A receive can begin
/// in a short send by chance.
class Synchronous {
 public:
  /// Learns from all messages whose receives are known. All ranks call it.
  Synchronous(const Dependences& dependences, const Pairs& pairs, Comm& comm);

  /// Returns a number of bytes as the sizes are compared.
  static int64_t size_of(uint64_t bytes) {
    return static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX));
  }
  bool has_any() const {
    return std::ranges::any_of(below_, [](int64_t size) { return size != INT64_MIN; });
  }
  bool holds(PairClass of, uint64_t bytes) const {
    const int64_t below = below_[static_cast<size_t>(of)];
    return below != INT64_MIN && -size_of(bytes) <= below;
  }

 private:
  /// Holds the smallest sizes by class of pairs, negative, because Comm knows the largest; INT64_MIN: none.
  std::array<int64_t, kPairClasses> below_ = {INT64_MIN, INT64_MIN, INT64_MIN};
};

}  // namespace latecomer::analyze
