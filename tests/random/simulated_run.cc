// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "random/simulated_run.h"

#include <algorithm>
#include <tuple>

namespace latecomer::tests {

namespace {

using trace::LocationId;

/// Is somebody who does something that a call waits for.
struct Arrival {
  int64_t time = -1;
  ThreadNumber thread = 0;
  size_t message = 0;
};

/// Returns the later one, among equals the highest.
Arrival later(const Arrival& a, const Arrival& b) {
  return std::tuple(a.time, a.thread) > std::tuple(b.time, b.thread) ? a : b;
}

const char* wait_metric(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::barrier:
      return "mpi_barrier_wait";
    case CollectiveKind::all_to_all:
      return "mpi_wait_nxn";
    case CollectiveKind::one_to_all:
      return "mpi_latebroadcast";
    case CollectiveKind::all_to_one:
      return "mpi_wait_n21";
    case CollectiveKind::prefix:
      return "mpi_earlyscan";
    case CollectiveKind::finalize:
      return "mpi_finalize_wait";
  }
  return "";
}

KnownWait wait_until(const SimulatedCall& call, const char* metric, int64_t begin, const Arrival& arrival) {
  return {metric,       LocationId(call.thread), LocationId(arrival.thread),
          Ticks(begin), Ticks(arrival.time),     call.path};
}

Arrival latest_sender(const SimulatedRun& run, const SimulatedCall& call) {
  Arrival latest;
  for (const std::vector<size_t>* messages : {&call.probed, &call.received}) {
    for (const size_t m : *messages)
      latest = later(latest, {run.messages[m].sent, run.messages[m].sender, m});
  }
  return latest;
}

Arrival latest_receiver(const SimulatedRun& run, const SimulatedCall& call) {
  Arrival latest;
  for (const size_t m : call.sent) {
    const SimulatedMessage& message = run.messages[m];
    const bool buffered = !call.synchronous && message.asked == call.leave;
    if (message.asked <= call.leave && !buffered)
      latest = later(latest, {message.asked, message.receiver, m});
  }
  return latest;
}

/// Is a message that was received in a later call than another one, and had been sent before it.
struct Overtaken {
  const SimulatedMessage* message = nullptr;
  const SimulatedCall* call = nullptr;  ///< Is the call that probed or received it.
};

/// Returns the first of the messages probed or received in later calls of the same rank that had been sent
/// before this one.
Overtaken overtaken(const SimulatedRun& run, const SimulatedCall& call, const SimulatedMessage& message) {
  Overtaken first;
  std::tuple<int64_t, ThreadNumber, size_t> when;
  const size_t own = static_cast<size_t>(&call - run.calls.data());
  for (size_t c = 0; c < run.calls.size(); ++c) {
    const SimulatedCall& other = run.calls[c];
    const std::tuple order(other.leave, other.thread, c);
    if (run.rank_of[other.thread] != run.rank_of[call.thread] ||
        order <= std::tuple(call.leave, call.thread, own) || (first.call && order > when))
      continue;
    std::vector<size_t> met = other.probed;
    met.insert(met.end(), other.received.begin(), other.received.end());
    std::erase_if(met, [&](size_t m) { return run.messages[m].sent >= message.sent; });
    if (met.empty()) continue;
    // Of several in one call, the one that the first thread had started to receive.
    first = {&run.messages[*std::min_element(
                 met.begin(), met.end(),
                 [&](size_t a, size_t b) { return run.messages[a].receiver < run.messages[b].receiver; })],
             &other};
    when = order;
  }
  return first;
}

KnownWait wait_for_sender(const SimulatedRun& run, const SimulatedCall& call, const Arrival& sender) {
  const SimulatedMessage& message = run.messages[sender.message];
  const Overtaken other = overtaken(run, call, message);
  if (other.call == nullptr) {
    const char* const metric = call.probed.empty() ? "mpi_latesender" : "mpi_latesender_probe";
    return wait_until(call, metric, call.enter, sender);
  }
  const bool same = run.rank_of[other.message->sender] == run.rank_of[message.sender];
  KnownWait wait = wait_until(call, same ? "mpi_lswo_same" : "mpi_lswo_different", call.enter, sender);
  if (other.call->thread == call.thread) {
    wait.left = Ticks(call.leave);
    wait.next_received = Ticks(other.call->enter);
  }
  return wait;
}

std::vector<KnownWait> wait_for_message(const SimulatedRun& run, const SimulatedCall& call) {
  if (const Arrival sender = latest_sender(run, call); sender.time > call.enter)
    return {wait_for_sender(run, call, sender)};
  if (const Arrival receiver = latest_receiver(run, call); receiver.time > call.enter)
    return {wait_until(call, "mpi_latereceiver", call.enter, receiver)};
  return {};
}

/// Returns for whom a member that has data waits in the end: nobody, or the last of some others and itself.
Arrival awaited(const SimulatedCollective& collective, size_t member) {
  const auto last_of = [&](size_t begin, size_t end) {
    Arrival last;
    for (size_t i = begin; i < end; ++i) {
      if (!collective.empty[i]) last = later(last, {collective.enters[i], collective.members[i]});
    }
    return last;
  };
  const size_t all = collective.members.size();
  switch (collective.kind) {
    case CollectiveKind::one_to_all:
      return last_of(collective.root, collective.root + 1);
    case CollectiveKind::all_to_one:
      return member == collective.root ? last_of(0, all) : last_of(member, member + 1);
    case CollectiveKind::prefix:
      return last_of(0, member + 1);
    default:
      return last_of(0, all);
  }
}

/// Returns a member's waits. The root of an all-to-one operation waits for the first of the others, then for
/// the last.
std::vector<KnownWait> waits_in(const SimulatedRun& run, const SimulatedCall& call, const Membership& part) {
  const SimulatedCollective& collective = run.collectives[part.collective];
  std::vector<KnownWait> waits;
  if (collective.empty[part.member]) return waits;
  int64_t begin = call.enter;
  if (collective.kind == CollectiveKind::all_to_one && part.member == collective.root) {
    Arrival first{kNever, 0};
    for (size_t i = 0; i < collective.members.size(); ++i) {
      if (i == part.member || collective.empty[i] || collective.enters[i] > first.time) continue;
      const bool equal = collective.enters[i] == first.time;
      first = {collective.enters[i],
               equal ? std::max(first.thread, collective.members[i]) : collective.members[i]};
    }
    if (first.time == kNever) return waits;
    if (first.time > begin) waits.push_back(wait_until(call, "mpi_earlyreduce_first", begin, first));
    begin = std::max(begin, first.time);
  }
  const Arrival last = awaited(collective, part.member);
  if (last.time > begin) waits.push_back(wait_until(call, wait_metric(collective.kind), begin, last));
  return waits;
}

Ticks total(const std::vector<KnownWait>& waits) {
  Ticks sum;
  for (const KnownWait& wait : waits) sum += wait.amount();
  return sum;
}

/// Returns the wait, of several collective operations, for the one waited for longest, among equals that for
/// the highest rank, then one that the thread itself had started.
std::vector<KnownWait> wait_for_collective(const SimulatedRun& run, const SimulatedCall& call) {
  std::vector<Membership> parts = call.took_part;
  std::stable_partition(parts.begin(), parts.end(), [&](const Membership& part) {
    return run.collectives[part.collective].members[part.member] == call.thread;
  });
  std::vector<KnownWait> longest;
  for (const Membership& part : parts) {
    std::vector<KnownWait> waits = waits_in(run, call, part);
    const bool equal = !waits.empty() && total(waits) == total(longest);
    if (total(waits) > total(longest) || (equal && waits.back().cause > longest.back().cause))
      longest = std::move(waits);
  }
  return longest;
}

}  // namespace

std::vector<KnownWait> waits_by_definition(const SimulatedRun& run) {
  std::vector<KnownWait> waits;
  for (const SimulatedCall& call : run.calls) {
    if (!call.may_wait) continue;
    const std::vector<KnownWait> message = wait_for_message(run, call);
    const std::vector<KnownWait> collective = wait_for_collective(run, call);
    const std::vector<KnownWait>& longer = total(message) >= total(collective) ? message : collective;
    waits.insert(waits.end(), longer.begin(), longer.end());
  }
  return waits;
}

std::vector<Meeting> meetings_of(const SimulatedRun& run) {
  std::vector<Meeting> meetings;
  for (const SimulatedCollective& collective : run.collectives) {
    const bool holds_all = collective.kind == CollectiveKind::barrier ||
                           collective.kind == CollectiveKind::all_to_all ||
                           collective.kind == CollectiveKind::finalize;
    if (!collective.blocking || !holds_all || std::ranges::count(collective.empty, true) > 0) continue;
    Meeting& meeting = meetings.emplace_back();
    meeting.time = Ticks(*std::max_element(collective.enters.begin(), collective.enters.end()));
    for (const ThreadNumber member : collective.members) meeting.members.push_back(LocationId(member));
  }
  return meetings;
}

}  // namespace latecomer::tests
