// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where the threads of a program that was killed were at its end.
//
//     rank 0:  main | MPI_Send | MPI_Recv ............ x       in MPI_Recv, since its enter
//     rank 1:  main | MPI_Test | MPI_Test | MPI_Test . x       in a polling run, since its first test
//     rank 2:  main | MPI_Send | f .................... x      computing, since its last event
//
// What an open call waits for is what the recorder wrote of it, or the locks that its process wanted
// (window_locks.cc). All ranks get all of them, because deadlocks go across ranks.
// Cost: O(locations) on every rank.

#include "analyze/program_end/open_calls.h"

#include <algorithm>
#include <optional>

#include "analyze/program_end/window_locks.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;

Pending pending_of(const PendingOperation& operation, LocationGroupId self, const CommMembers& members) {
  const Envelope& envelope = operation.envelope;
  Pending pending{.kind = operation.kind, .comm = envelope.comm};
  if (operation.kind == Pending::Kind::collective) return pending;
  pending.any_process = envelope.peer == trace::kNoRank;
  if (!pending.any_process) pending.process = members.process(envelope.comm, self, envelope.peer);
  pending.tag = envelope.tag;
  return pending;
}

/// Returns null where the region is not defined.
const trace::Region* region_of(const TraceContext& trace, CallPathId path) {
  const trace::RegionId region = trace.call_tree.nodes()[path.index()].region;
  const bool is_defined = region.index() < trace.definitions.regions.size();
  return is_defined ? &trace.definitions.regions[region.index()] : nullptr;
}

/// Returns the polling run in which it was, or of which it had left a test last.
CallIndex polling_run(const CondensedLocation& location) {
  const CallIndex open = location.open.call;
  return open != kNoCall && location.is_polling_run(open) ? open : location.open.last_run;
}

OpenCall open_call(const CondensedTrace& trace, const CondensedLocation& location, const CommMembers& members,
                   const std::optional<Pending>& lock) {
  const OpenRegion& open = location.open;
  const CallIndex run = polling_run(location);
  OpenCall call;
  call.polling = run != kNoCall;
  call.path = call.polling ? location.path_of(run) : location.paths[open.path.index()];
  call.process = trace.process_of(location.id);
  call.location = location.id;
  const trace::Region* const region = region_of(trace, call.path);
  // This is no call that can wait, but the program's own code.
  const bool own_code = trace.class_of(call.path).time == report::Builtin::comp;
  call.computing = own_code && !(region && communicates(*region));
  if (call.computing && open.gap.valid()) call.path = location.paths[open.gap.index()];
  call.since = call.computing ? open.last_event : open.enter;
  call.until = location.last_time;
  if (call.polling) call.since = location.enter_of(run);
  call.between_tests = location.open.last_run != kNoCall;
  if (call.between_tests) call.until = location.leave_of(run);
  call.of_requests = region && waits_for_requests(*region);
  call.for_any = region && waits_for_any_request(*region);
  for (const PendingOperation& operation : open.pending) {
    if (operation.envelope.comm.valid()) call.pending.push_back(pending_of(operation, call.process, members));
  }
  if (lock) call.pending.push_back(*lock);
  const bool of_messages = trace.class_of(call.path).time == report::Builtin::mpi_point2point;
  if (of_messages && call.pending.empty())
    call.incomplete = {open.incomplete_receives, open.incomplete_sends, open.incomplete_collectives};
  return call;
}

bool has_called_finalize(const CondensedTrace& trace, const CondensedLocation& location) {
  const CallPathId open = location.open.path;
  if (open.valid() && trace.class_of(location.paths[open.index()]).kind == CallKind::finalize) return true;
  return std::any_of(location.collectives.begin(), location.collectives.end(),
                     [&](const Collective& collective) {
                       return collective.completion != kNoCall && trace.finalizes(location, collective);
                     });
}

ProcessAtEnd process_at_end(const CondensedTrace& trace, LocationGroupId process) {
  using State = ProcessAtEnd::State;
  ProcessAtEnd end;
  const auto set = [&](State state) { end.state = std::max(end.state, state); };
  for (const CondensedLocation& location : trace.threads_of(process)) {
    if (!location.paths.empty()) set(State::ended);
    if (location.open.path.valid()) set(State::runs);
    if (has_called_finalize(trace, location)) set(State::finalized);
    end.incomplete_receives += location.open.incomplete_receives;
    end.incomplete_collectives += location.open.incomplete_collectives;
  }
  return end;
}

template <class T>
std::vector<T> gather(const std::vector<T>& own, Comm& comm) {
  std::vector<T> all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<T>(own))) {
    const std::vector<T> of_rank = from_bytes<T>(bytes);
    all.insert(all.end(), of_rank.begin(), of_rank.end());
  }
  return all;
}

std::vector<OpenCall> gather_calls(const std::vector<OpenCall>& own, Comm& comm) {
  std::vector<OpenCallState> states;
  std::vector<uint32_t> counts;
  std::vector<Pending> pending;
  for (const OpenCall& call : own) {
    states.push_back(call);
    counts.push_back(static_cast<uint32_t>(call.pending.size()));
    pending.insert(pending.end(), call.pending.begin(), call.pending.end());
  }
  states = gather(states, comm);
  counts = gather(counts, comm);
  pending = gather(pending, comm);
  std::vector<OpenCall> all;
  auto next = pending.begin();
  for (size_t i = 0; i < states.size(); ++i) {
    all.push_back({states[i], {next, next + counts[i]}});
    next += counts[i];
  }
  return all;
}

}  // namespace

EndOfProgram find_open_calls(const CondensedTrace& trace, const CommMembers& members, Comm& comm) {
  if (!trace.definitions.partial) return {};
  std::vector<OpenCall> calls;
  std::vector<HeldLock> held;
  for (const CondensedLocation& location : trace.locations) {
    if (!location.open.path.valid() || !trace::is_thread(trace.definitions, location.id)) continue;
    const WindowLocks locks = window_locks_at_end(trace, location, members);
    held.insert(held.end(), locks.held.begin(), locks.held.end());
    calls.push_back(open_call(trace, location, members, locks.wanted));
  }
  std::vector<ProcessAtEnd> processes;
  for (size_t p = trace.own_processes.begin; p < trace.own_processes.end; ++p)
    processes.push_back(process_at_end(trace, LocationGroupId(p)));
  return {gather_calls(calls, comm), gather(held, comm), gather(processes, comm)};
}

}  // namespace latecomer::analyze
