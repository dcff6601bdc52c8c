// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the trace says of the operations that open calls wait for.
//
// A message that was sent, and that no recorded receive has, may be the one that a pending receive waits for.
// A pending send can end if the other end has a pending receive for it. The n-th collective operation of a
// communicator on one member is the n-th on every other, so whoever has entered fewer is missing:
//
//     rank 0:  Barrier  Barrier  [Barrier pending     the third: rank 1 has entered it, rank 2 is missing
//     rank 1:  Barrier  Barrier  [Barrier pending
//     rank 2:  Barrier  Barrier  [Recv pending
//
// A lock of a window is missing those that have it.
//
// Where it is not certain what was recorded belongs to what, an operation is said to be able to end: a
// process that has receives, or collective operations, of which the trace says only that they were started,
// may have the counterpart of any.
//
// Cost: O(sends + collective operations), and what is pending is on every rank.

#include "analyze/program_end/match_pending.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "analyze/match/message_sequences.h"

namespace latecomer::analyze {

namespace {

using trace::CommId;
using trace::LocationGroupId;
using Kind = Pending::Kind;

bool accepts(const Pending& receive, LocationGroupId source, uint32_t tag) {
  return (receive.any_process || receive.process == source) &&
         (receive.tag == trace::kAnyTag || receive.tag == tag);
}

/// Is an operation that is pending.
struct Entry {
  const OpenCall* call;
  const Pending* pending;
  PendingState* state;
};

/// Returns all of one kind that are pending, in their order.
std::vector<Entry> entries_of(const EndOfProgram& end, Kind kind, PendingStates& states) {
  std::vector<Entry> entries;
  for (size_t c = 0; c < end.calls.size(); ++c) {
    const OpenCall& call = end.calls[c];
    for (size_t i = 0; i < call.pending.size(); ++i) {
      if (call.pending[i].kind == kind) entries.push_back({&call, &call.pending[i], &states.of_calls[c][i]});
    }
  }
  return entries;
}

/// Holds, by communicator and process, the positions of entries.
using Positions = std::map<std::pair<CommId, LocationGroupId>, std::vector<size_t>>;

Positions positions_by_process(const std::vector<Entry>& entries) {
  Positions positions;
  for (size_t i = 0; i < entries.size(); ++i)
    positions[{entries[i].pending->comm, entries[i].call->process}].push_back(i);
  return positions;
}

/// Returns whether a send was started and is not complete.
bool is_open(const CondensedLocation& location, const Message& send) {
  if (send.start == location.open.call) return true;
  const MessageDetail* const detail = location.find_detail(send);
  const bool elsewhere = detail && detail->completed_elsewhere.location.valid();
  return send.completion == kNoCall && !elsewhere;
}

/// Calls `visit(l, send, envelope, destination)` for the sends of this rank, other than partitioned ones.
template <class Visit>
void for_each_send(const CondensedTrace& trace, const CommMembers& members, const Visit& visit) {
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    const LocationGroupId self = trace.process_of(location.id);
    for (size_t i = 0; i < location.sends.size(); ++i) {
      const Message& send = location.sends[i];
      if (send.envelope == kNoEnvelope || channel_of(location, send) != 0) continue;
      const Envelope& envelope = location.envelope_of(send);
      visit(l, i, envelope, members.process(envelope.comm, self, envelope.peer));
    }
  }
}

/// Returns, for each receive, how many messages that nobody has received it could get.
std::vector<int64_t> count_arriving(const CondensedTrace& trace, const CommMembers& members,
                                    const MessageMatches& messages, const std::vector<Entry>& receives) {
  std::vector<int64_t> arriving(receives.size());
  const Positions positions = positions_by_process(receives);
  if (positions.empty()) return arriving;
  for_each_send(trace, members,
                [&](size_t l, size_t send, const Envelope& envelope, LocationGroupId destination) {
                  if (messages.is_received(l, send)) return;
                  const auto found = positions.find({envelope.comm, destination});
                  if (found == positions.end()) return;
                  const LocationGroupId source = trace.process_of(trace.locations[l].id);
                  for (const size_t i : found->second)
                    arriving[i] += accepts(*receives[i].pending, source, envelope.tag) ? 1 : 0;
                });
  return arriving;
}

/// Returns, for each send, how many of this process, envelope and destination are open and were not received;
/// none if one of those was.
std::vector<int64_t> count_not_received(const CondensedTrace& trace, const CommMembers& members,
                                        const MessageMatches& messages, const std::vector<Entry>& sends) {
  std::vector<int64_t> waiting(sends.size());
  std::vector<bool> received(sends.size());
  const Positions positions = positions_by_process(sends);
  if (positions.empty()) return waiting;
  for_each_send(trace, members,
                [&](size_t l, size_t i, const Envelope& envelope, LocationGroupId destination) {
                  const CondensedLocation& location = trace.locations[l];
                  if (!is_open(location, location.sends[i])) return;
                  const auto found = positions.find({envelope.comm, trace.process_of(location.id)});
                  if (found == positions.end()) return;
                  for (const size_t position : found->second) {
                    const Pending& pending = *sends[position].pending;
                    if (pending.process != destination || pending.tag != envelope.tag) continue;
                    ++waiting[position];
                    if (messages.is_received(l, i)) received[position] = true;
                  }
                });
  for (size_t i = 0; i < waiting.size(); ++i) {
    if (received[i]) waiting[i] = 0;
  }
  return waiting;
}

/// A receive can end if there is a message for it and for all alike that come before it.
void match_receives(const std::vector<Entry>& receives, const std::vector<int64_t>& arriving) {
  std::map<std::pair<LocationGroupId, Pending>, int64_t> before;
  for (size_t i = 0; i < receives.size(); ++i) {
    const Pending& pending = *receives[i].pending;
    const bool from_nobody = !pending.any_process && !pending.process.valid();
    int64_t& alike = before[{receives[i].call->process, pending}];
    receives[i].state->can_end = from_nobody || arriving[i] > alike;
    ++alike;
  }
}

/// Returns, by process, how many operations of a kind its calls wait for that were started before.
std::vector<uint32_t> count_requests(const std::vector<Entry>& entries, size_t processes) {
  std::vector<uint32_t> counts(processes);
  for (const Entry& entry : entries) {
    if (entry.call->of_requests) ++counts[entry.call->process.index()];
  }
  return counts;
}

/// A send can end if its destination receives it, or has receives of which nothing is known.
void match_sends(const std::vector<Entry>& sends, const std::vector<int64_t>& waiting,
                 const std::vector<Entry>& receives, const EndOfProgram& end) {
  const std::vector<uint32_t> known = count_requests(receives, end.processes.size());
  const Positions positions = positions_by_process(receives);
  for (size_t i = 0; i < sends.size(); ++i) {
    const Pending& pending = *sends[i].pending;
    PendingState& state = *sends[i].state;
    state.can_end = waiting[i] == 0 || !pending.process.valid();
    if (state.can_end) continue;
    const size_t destination = pending.process.index();
    state.can_end = end.processes[destination].incomplete_receives > known[destination];
    const auto found = positions.find({pending.comm, pending.process});
    if (found == positions.end()) continue;
    state.can_end = state.can_end || std::ranges::any_of(found->second, [&](size_t receive) {
                      return accepts(*receives[receive].pending, sends[i].call->process, pending.tag);
                    });
  }
}

/// Counts collective operations of a communicator that a member has ended, and that it has entered at most.
struct Progress {
  CommId comm;
  LocationGroupId process;
  uint32_t ended = 0;
  /// Counts those of these that were started before the first that was started and not completed.
  uint32_t ended_before = 0;
  uint32_t entered_at_most = 0;
};

/// Holds progress by communicator and process.
using ProgressOfAll = std::map<CommId, std::map<LocationGroupId, Progress>>;

void count_ended(const CondensedLocation& location, const ProgressOfAll& of,
                 std::map<CommId, uint32_t>& ended, std::map<CommId, uint32_t>& ended_before) {
  std::map<CommId, uint32_t> so_far;
  bool is_first = true;
  for (const Collective& collective : location.collectives) {
    if (!collective.comm.valid() && !collective.by_name && std::exchange(is_first, false)) {
      for (const auto& [comm, number] : so_far) ended_before[comm] += number;
    } else if (!collective.window.valid() && !collective.file.valid() && of.contains(collective.comm)) {
      ++so_far[collective.comm];
    }
  }
  for (const auto& [comm, number] : so_far) ended[comm] += number;
}

/// Gathers the progress of all members of the communicators of `pending`, on all ranks.
ProgressOfAll gather_progress(const CondensedTrace& trace, const CommMembers& members,
                              const EndOfProgram& end, const std::vector<Entry>& pending, Comm& comm) {
  const std::vector<uint32_t> known = count_requests(pending, end.processes.size());
  const Positions positions = positions_by_process(pending);
  ProgressOfAll all;
  for (const Entry& entry : pending) all[entry.pending->comm];
  std::vector<Progress> own;
  for (size_t p = trace.own_processes.begin; p < trace.own_processes.end; ++p) {
    const LocationGroupId process(p);
    std::map<CommId, uint32_t> ended;
    std::map<CommId, uint32_t> ended_before;
    for (const CondensedLocation& location : trace.threads_of(process))
      count_ended(location, all, ended, ended_before);
    const uint32_t incomplete = end.processes[p].incomplete_collectives;
    const uint32_t unknown = incomplete - std::min(incomplete, known[p]);
    for (const auto& [of, none] : all) {
      if (!members.contains(of, process)) continue;
      const auto here = positions.find({of, process});
      const size_t entered = here == positions.end() ? 0 : here->second.size();
      own.push_back(
          {of, process, ended[of], ended_before[of], ended[of] + static_cast<uint32_t>(entered) + unknown});
    }
  }
  for (const Bytes& bytes : comm.all_gather(to_bytes<Progress>(own))) {
    for (const Progress& each : from_bytes<Progress>(bytes)) all[each.comm][each.process] = each;
  }
  return all;
}

/// Returns the blocking collective function that a process is in; invalid: it waits for an earlier one.
trace::RegionId operation_of(const TraceContext& trace, const Entry& entry) {
  return entry.call->of_requests ? trace::RegionId() : trace.call_tree[entry.call->path].region;
}

/// Says, by communicator, number and process, which of them that is.
using OperationsOfAll = std::map<std::tuple<CommId, uint32_t, LocationGroupId>, trace::RegionId>;

OperationsOfAll blocking_operations(const TraceContext& trace, const std::vector<Entry>& pending,
                                    const ProgressOfAll& progress) {
  OperationsOfAll operations;
  for (const Entry& entry : pending) {
    const trace::RegionId operation = operation_of(trace, entry);
    const std::map<LocationGroupId, Progress>& members = progress.at(entry.pending->comm);
    const auto self = members.find(entry.call->process);
    if (operation.valid() && self != members.end())
      operations[{entry.pending->comm, self->second.ended + 1, entry.call->process}] = operation;
  }
  return operations;
}

/// A collective operation can end if nobody is missing, and nobody is in another one instead.
void match_collectives(const TraceContext& trace, const std::vector<Entry>& pending,
                       const ProgressOfAll& progress, PendingStates& states) {
  std::map<std::pair<CommId, LocationGroupId>, uint32_t> before;
  const OperationsOfAll operations = blocking_operations(trace, pending, progress);
  // What is missing is counted by communicator, number and operation.
  std::map<std::tuple<CommId, uint32_t, trace::RegionId>, uint32_t> missing_of;
  for (const Entry& entry : pending) {
    const CommId comm = entry.pending->comm;
    const std::map<LocationGroupId, Progress>& members = progress.at(comm);
    const auto self = members.find(entry.call->process);
    entry.state->can_end = true;
    if (self == members.end()) continue;
    // One that was started before may have come before others that have ended.
    const uint32_t earlier = entry.call->of_requests ? self->second.ended_before : self->second.ended;
    const uint32_t number = earlier + 1 + before[{comm, entry.call->process}]++;
    const trace::RegionId operation = operation_of(trace, entry);
    const auto [found, is_new] =
        missing_of.try_emplace({comm, number, operation}, static_cast<uint32_t>(states.missing.size()));
    if (is_new) {
      std::vector<LocationGroupId>& missing = states.missing.emplace_back();
      for (const auto& [process, of_member] : members) {
        const auto other = operations.find({comm, number, process});
        const bool is_in_other = operation.valid() && other != operations.end() && other->second != operation;
        if (of_member.entered_at_most < number || is_in_other) missing.push_back(process);
      }
    }
    entry.state->missing = found->second;
    entry.state->can_end = states.missing[found->second].empty();
  }
}

/// A lock can be had if nobody has one that excludes it.
void match_locks(const std::vector<Entry>& locks, const EndOfProgram& end, PendingStates& states) {
  for (const Entry& entry : locks) {
    const Pending& wanted = *entry.pending;
    std::vector<LocationGroupId> holders;
    for (const HeldLock& held : end.locks) {
      const bool is_same = held.window == wanted.window && held.process == wanted.process;
      if (is_same && held.holder != entry.call->process && (held.exclusive || wanted.exclusive))
        holders.push_back(held.holder);
    }
    entry.state->can_end = holders.empty();
    entry.state->missing = static_cast<uint32_t>(states.missing.size());
    states.missing.push_back(std::move(holders));
  }
}

}  // namespace

PendingStates match_pending(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                            const EndOfProgram& end, Comm& comm) {
  PendingStates states;
  for (const OpenCall& call : end.calls) states.of_calls.emplace_back(call.pending.size());
  const std::vector<Entry> receives = entries_of(end, Kind::receive, states);
  const std::vector<Entry> sends = entries_of(end, Kind::send, states);
  const std::vector<Entry> collectives = entries_of(end, Kind::collective, states);

  std::vector<int64_t> arriving = count_arriving(trace, members, matches.messages, receives);
  std::vector<int64_t> waiting = count_not_received(trace, members, matches.messages, sends);
  comm.sum(arriving);
  comm.sum(waiting);
  match_receives(receives, arriving);
  match_sends(sends, waiting, receives, end);
  match_collectives(trace, collectives, gather_progress(trace, members, end, collectives, comm), states);
  match_locks(entries_of(end, Kind::lock, states), end, states);
  return states;
}

}  // namespace latecomer::analyze
