// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/measure_communicators.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "analyze/results/measure.h"
#include "base/bounded_sum.h"

namespace latecomer::analyze {

namespace {

using report::CommunicatorTraffic;
using trace::CommId;
using trace::Definitions;

enum Count : uint8_t { messages, bytes, calls, bytes_sent, bytes_received };

/// Holds the counts of every communicator, one communicator after the other.
class Counts {
 public:
  static constexpr size_t kCounts = 5;

  explicit Counts(size_t communicators) : values_(kCounts * communicators) {}

  void add(CommId comm, Count count, int64_t amount) {
    if (kCounts * comm.index() >= values_.size()) return;
    int64_t& value = values_[kCounts * comm.index() + count];
    value = bounded_sum(value, amount);
  }
  int64_t of(size_t comm, Count count) const { return values_[kCounts * comm + count]; }
  void sum_over_ranks(Comm& comm) {
    const auto added = [](const Bytes& a, const Bytes& b) {
      std::vector<int64_t> sums = from_bytes<int64_t>(a);
      std::ranges::transform(sums, from_bytes<int64_t>(b), sums.begin(), bounded_sum<int64_t>);
      return to_bytes<int64_t>(sums);
    };
    values_ = from_bytes<int64_t>(reduce_tree(comm, to_bytes<int64_t>(values_), added));
  }

 private:
  std::vector<int64_t> values_;
};

void add_collective(const Collective& collective, CallKind started_in, Counts& counts) {
  if (!collective.comm.valid() || !is_communication(collective, started_in)) return;
  counts.add(collective.comm, calls, 1);
  counts.add(collective.comm, bytes_sent, bounded(collective.bytes_sent));
  counts.add(collective.comm, bytes_received, bounded(collective.bytes_received));
}

size_t members(const Definitions& definitions, trace::GroupId group) {
  return group.valid() ? definitions.groups[group.index()].members.size() : 0;
}

int64_t ranks_of(const Definitions& definitions, const trace::Communicator& communicator) {
  if (communicator.kind == trace::CommKind::self) return 1;
  return static_cast<int64_t>(members(definitions, communicator.group) +
                              members(definitions, communicator.remote_group));
}

}  // namespace

std::vector<CommunicatorTraffic> measure_communicators(const CondensedTrace& trace, Comm& comm) {
  const std::vector<trace::Communicator>& all = trace.definitions.communicators;
  Counts counts(all.size());
  for (const CondensedLocation& location : trace.locations) {
    for (const Message& send : location.sends) {
      if (send.envelope == kNoEnvelope) continue;
      const Envelope& envelope = location.envelope_of(send);
      counts.add(envelope.comm, messages, 1);
      counts.add(envelope.comm, bytes, bounded(envelope.bytes));
    }
    for (const Collective& collective : location.collectives)
      add_collective(collective, trace.class_of(location.call(collective.start)).kind, counts);
  }
  counts.sum_over_ranks(comm);

  std::vector<CommunicatorTraffic> found;
  for (size_t c = 0; c < all.size(); ++c) {
    if (counts.of(c, messages) == 0 && counts.of(c, calls) == 0) continue;
    found.push_back({all[c].name, ranks_of(trace.definitions, all[c]), counts.of(c, messages),
                     counts.of(c, bytes), counts.of(c, calls), counts.of(c, bytes_sent),
                     counts.of(c, bytes_received)});
  }
  const auto amount = [](const CommunicatorTraffic& each) {
    return std::tuple(bounded_sum(each.bytes, each.collective_bytes_sent),
                      bounded_sum(each.messages, each.collective_calls));
  };
  std::ranges::stable_sort(found, std::ranges::greater(), amount);
  return found;
}

}  // namespace latecomer::analyze
