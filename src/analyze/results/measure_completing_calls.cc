// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where the time of calls that complete requests, such as MPI_Wait, belongs.
//
// By its name a call that completes requests is one of point-to-point communication. Requests are of other
// operations, too: a call that completed only those counts as theirs, and so does one that waited for one of
// them beside messages.
//
// Cost: O(operations); of the few calls that complete other operations than messages, what they completed is
// gathered.

#include <algorithm>
#include <unordered_map>

#include "analyze/match/synchronization.h"
#include "analyze/results/measure.h"
#include "analyze/waits/wait_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Says, by call, what the call completed that is not of messages.
struct Completed {
  bool is_of_messages = false;             ///< Says that its time is not moved.
  Builtin time = Builtin::mpi_collective;  ///< Is the time of the other operations.
};
using CompletingCalls = std::unordered_map<CallIndex, Completed>;

Builtin time_of(const Collective& collective) {
  if (collective.file.valid()) return Builtin::mpi_io_collective;
  return synchronization_of(collective.op) == Synchronization::barrier ? Builtin::mpi_sync_collective
                                                                       : Builtin::mpi_collective;
}

void add_collectives(const CondensedTrace& trace, const CondensedLocation& location, CompletingCalls& calls) {
  for (const Collective& collective : location.collectives) {
    if (collective.completion != kNoCall && collective.start != collective.completion)
      calls[collective.completion].time = time_of(collective);
  }
  for (const CompletedForOther& each : location.collectives_of_others)
    calls[each.call].time = time_of(trace[each.location].collectives[each.operation]);
}

void add_file_accesses(const CondensedLocation& location, CompletingCalls& calls) {
  for (const CallIndex call : location.file_completions)
    calls.try_emplace(call, Completed{.time = Builtin::mpi_io_individual});
}

void add_accesses(const CondensedTrace& trace, const CondensedLocation& location, CompletingCalls& calls) {
  for (const WindowOperation& operation : location.window_operations) {
    const bool completes = operation.kind == trace::EventKind::rma_complete_local;
    if (completes && trace.class_of(location.call(operation.start)).time == Builtin::mpi_point2point)
      calls[operation.start].time = Builtin::mpi_rma_communication;
  }
}

void note_messages(const CondensedLocation& location, CompletingCalls& calls) {
  const auto note = [&](CallIndex call) {
    const auto found = calls.find(call);
    if (found != calls.end()) found->second.is_of_messages = true;
  };
  for (const Message& send : location.sends) note(send.completion);
  for (const Message& receive : location.receives) note(receive.completion);
  for (const CompletedForOther& send : location.sends_of_others) note(send.call);
  for (const CompletedForOther& receive : location.receives_of_others) note(receive.call);
}

/// Returns the time that a wait state is a part of.
Builtin time_around(Builtin wait) {
  while (report::is_wait_state(wait)) wait = report::builtin(wait).parent;
  return wait;
}

/// A call that did not end has waited for what it did not complete.
void add_open_waits(const CondensedTrace& trace, const CondensedLocation& location,
                    const LargeVector<WaitState>& waits, CompletingCalls& calls) {
  if (waits.empty() || !location.open.path.valid()) return;
  const WaitState& last = waits.back();
  const bool is_of_messages = trace.class_of(location.path_of(last.call)).time == Builtin::mpi_point2point;
  if (is_of_messages && wait_kind(last.metric).family == WaitFamily::collective)
    calls.try_emplace(last.call, Completed());
}

void note_waits(const LargeVector<WaitState>& waits, CompletingCalls& calls) {
  for (const WaitState& wait : waits) {
    const auto found = calls.find(wait.call);
    if (found == calls.end()) continue;
    const WaitKind& kind = wait_kind(wait.metric);
    found->second.is_of_messages =
        kind.family == WaitFamily::late_sender || kind.family == WaitFamily::late_receiver;
    if (!found->second.is_of_messages) found->second.time = time_around(kind.wait);
  }
}

/// Removes completion times of others: a call's time is that of one kind of operations.
void remove_others(const CompletingCalls& calls, LargeVector<Completion>& completions) {
  std::erase_if(completions, [&](const Completion& completion) {
    const auto found = calls.find(completion.call);
    if (found == calls.end()) return false;
    return found->second.is_of_messages || found->second.time != report::builtin(completion.metric).parent;
  });
}

}  // namespace

void measure_completing_calls(const CondensedTrace& trace, const CondensedLocation& location,
                              const LargeVector<WaitState>& waits, LargeVector<Completion>& completions,
                              LocationSeverities severities) {
  CompletingCalls calls;
  add_collectives(trace, location, calls);
  add_accesses(trace, location, calls);
  add_file_accesses(location, calls);
  add_open_waits(trace, location, waits, calls);
  if (calls.empty()) return;
  note_messages(location, calls);
  note_waits(waits, calls);
  remove_others(calls, completions);
  for (const auto& [index, completed] : calls) {
    if (completed.is_of_messages) continue;
    const Call& call = location.call(index);
    const int64_t time = (call.leave - call.enter).count;
    severities.add(trace.class_of(call).time, call.path, -time);
    severities.add(completed.time, call.path, time);
  }
}

}  // namespace latecomer::analyze
