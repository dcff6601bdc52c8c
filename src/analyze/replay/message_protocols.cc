// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/replay/message_protocols.h"

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Holds a size by class of pairs; INT64_MIN: none.
using Sizes = std::array<int64_t, kPairClasses>;

/// Is a message whose send is of the ordinary kind, so that its size decides whether it waits.
struct SizedSend {
  PairClass pair;
  int64_t bytes;
  Ticks asked;  ///< Is when the receive began.
  Ticks end;    ///< Is when the send ended.
  bool waits;   ///< Says that the receive began in the call that ended the send.
};

size_t index_of(PairClass pair) {
  return static_cast<size_t>(pair);
}

void learn(int64_t& known, int64_t size) {
  known = std::max(known, size);
}

template <class Learn>
void for_each_sent(const Dependences& dependences, const Pairs& pairs, const Learn& learn, Sizes& sizes) {
  const CondensedTrace& trace = dependences.trace();
  std::vector<Sizes> of_locations(trace.locations.size(), sizes);
  parallel_for(of_locations.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    dependences.for_each_received_send(l, [&](const Dependence& each, uint32_t send) {
      const CallIndex call = each.call.call;
      const CallKind kind = trace.class_of(location.path_of(call)).kind;
      if (kind != CallKind::ordinary || !trace.can_wait(location, call)) return;
      learn(SizedSend{.pair = pairs.class_of(location.id, each.caused_by),
                      .bytes = Synchronous::size_of(bytes_of(location, location.sends[send])),
                      .asked = each.caused,
                      .end = each.effected,
                      .waits = each.caused > location.enter_of(call) && each.caused < each.effected},
            of_locations[l]);
    });
  });
  for (const Sizes& of_location : of_locations)
    for (size_t pair = 0; pair < kPairClasses; ++pair) sizes[pair] = std::max(sizes[pair], of_location[pair]);
}

}  // namespace

Synchronous::Synchronous(const Dependences& dependences, const Pairs& pairs, Comm& comm) {
  Sizes largest_eager = {INT64_MIN, INT64_MIN, INT64_MIN};
  const auto learn_eager = [&](const SizedSend& sent, Sizes& sizes) {
    if (!sent.waits && sent.asked >= sent.end) learn(sizes[index_of(sent.pair)], sent.bytes);
  };
  for_each_sent(dependences, pairs, learn_eager, largest_eager);
  comm.max(largest_eager);
  const auto learn_waiting = [&](const SizedSend& sent, Sizes& sizes) {
    if (sent.waits && sent.bytes > largest_eager[index_of(sent.pair)])
      learn(sizes[index_of(sent.pair)], -sent.bytes);
  };
  for_each_sent(dependences, pairs, learn_waiting, below_);
  comm.max(below_);
}

}  // namespace latecomer::analyze
