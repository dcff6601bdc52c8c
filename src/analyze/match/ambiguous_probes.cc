// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Probes of several threads.
//
// The problem: a message that one thread's probe saw can be received by another thread, whose receive can
// have been posted before anything was seen.
//
//     thread 0:  | Probe ......... |        | Recv ...... |        the Probe saw a, the Recv gets b
//     thread 1:              | Recv ...... |                       gets a
//     sent:           a                           b
//
// The idea: as for receives (ambiguous_receives.h), the order of starts is as good as any unless it
// contradicts a clock that senders and receivers share. Where it does, a probe saw the oldest message that
// nobody had when the probe was over; unless that had not been sent by then: then the one before it, which
// somebody received while the probe was going on.
//
// Cost: O(n log n) for the probes and receives of processes that probe with several threads.

#include "analyze/match/ambiguous_probes.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "analyze/match/ambiguous_receives.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationGroupId;

/// Is a probe that found a message.
struct Sight {
  Ticks time;
  CallRef call;
  uint32_t number;  ///< Is a position in the location's probes.
  Ticks enter;
  uint64_t handle;  ///< Is 0 for an ordinary probe.

  auto order() const { return std::tuple(time, call.location, number); }
};

struct Received {
  WaitingReceive receive;
  uint64_t handle;           ///< Is the handle of the matched probe that took it; 0: none did.
  trace::LocationId thread;  ///< Is the thread whose call received or took it.
  Ticks sent;
  Ticks had;                     ///< Is when that thread had it.
  const Sight* first = nullptr;  ///< Is the first probe that saw it.
};

/// Is what was seen and received with one envelope.
struct Looked {
  std::vector<Sight> sights;       ///< Are in the order of time.
  std::vector<Received> messages;  ///< Are in the order of the times at which they were sent.
};

bool are_of_several_threads(const Looked& looked) {
  const trace::LocationId first = looked.sights.front().call.location;
  return std::ranges::any_of(looked.sights, [&](const Sight& each) { return each.call.location != first; }) ||
         std::ranges::any_of(looked.messages, [&](const Received& each) { return each.thread != first; });
}

/// Gives each message the first probe that saw it.
void see_in_order(Looked& looked) {
  std::map<uint64_t, const Sight*> taking;  // has probes by handle
  for (const Sight& sight : looked.sights) taking[sight.handle] = &sight;
  for (Received& message : looked.messages) {
    const auto found = message.handle == 0 ? taking.end() : taking.find(message.handle);
    if (found != taking.end()) message.first = found->second;
  }
  std::vector<Received>& messages = looked.messages;
  size_t oldest = 0;  // nobody had it yet
  for (const Sight& sight : looked.sights) {
    if (sight.handle != 0) continue;
    while (oldest < messages.size() && messages[oldest].had < sight.time) ++oldest;
    size_t seen = oldest;
    if (seen == messages.size() || messages[seen].sent > sight.time) {
      if (seen == 0 || messages[seen - 1].had < sight.enter) continue;  // it was never received
      --seen;
    }
    const Sight*& first = messages[seen].first;
    if (!first || sight.time < first->time) first = &sight;
  }
}

/// Settles the probes of one process with several threads.
class Settling {
 public:
  Settling(CondensedTrace& trace, const CommMembers& members, const MessageMatches& matches,
           LocationGroupId process)
      : trace_(trace), members_(members), matches_(matches), process_(process) {}

  /// Counts the probes that were ambiguous.
  AnomalyReport settle() {
    AnomalyReport anomalies;
    add_sights();
    if (looked_.empty()) return anomalies;
    add_messages();
    for (auto& [envelope, looked] : looked_) {
      if (!are_of_several_threads(looked) || !contradicts(looked)) continue;
      see_in_order(looked);
      for (const Received& message : looked.messages) set_probe(message);
      for (const Sight& sight : looked.sights)
        anomalies.count({trace::Anomaly::ambiguous_receive,
                         trace_[sight.call.location].call(sight.call.call).path, process_});
    }
    return anomalies;
  }

 private:
  using Envelope = std::tuple<trace::CommId, trace::RankInComm, uint32_t>;  // is communicator, source, tag

  void add_sights() {
    for (const CondensedLocation& location : trace_.threads_of(process_)) {
      std::vector<Ticks>& times = times_.emplace_back(location.probes.size());
      location.event_times.for_each(EventTimeKind::probe, [&](uint32_t number, Ticks time) {
        times[number] = time;
        const Probe& probe = location.probes[number];
        const LocationGroupId sender = members_.process(probe.comm, process_, probe.peer);
        // By different clocks, an order of time is none.
        if (!sender.valid() || !trace_.share_clock(process_, sender)) return;
        looked_[{probe.comm, probe.peer, probe.tag}].sights.push_back(
            {time, {location.id, probe.call}, number, location.enter_of(probe.call), probe.handle});
      });
    }
    for (auto& [envelope, looked] : looked_)
      std::ranges::sort(looked.sights, {}, [](const Sight& each) { return each.order(); });
  }

  void add_messages() {
    const ReceiveCompletions completions(trace_, process_);
    const Range threads = trace_.positions_of(process_);
    for (size_t l = threads.begin; l < threads.end; ++l) {
      const CondensedLocation& location = trace_.locations[l];
      for (uint32_t i = 0; i < location.receives.size(); ++i) {
        const Sent sent = matches_.sent_of(trace_, l, i);
        if (!sent.owner.valid() || sent.time == Ticks::min()) continue;
        const auto& envelope = location.envelope_of(location.receives[i]);
        const auto found = looked_.find({envelope.comm, envelope.peer, envelope.tag});
        if (found == looked_.end()) continue;
        const MessageDetail* const detail = location.find_detail(location.receives[i]);
        const WaitingReceive receive{static_cast<uint32_t>(l), i};
        found->second.messages.push_back({receive, detail ? detail->handle : 0,
                                          completions.thread_of(receive), sent.time,
                                          completions.of(receive)});
      }
    }
    for (auto& [envelope, looked] : looked_) std::ranges::stable_sort(looked.messages, {}, &Received::sent);
  }

  /// Returns whether a probe saw a message before it was sent.
  bool contradicts(const Looked& looked) const {
    const size_t first_thread = trace_.positions_of(process_).begin;
    return std::ranges::any_of(looked.messages, [&](const Received& message) {
      const CondensedLocation& location = trace_.locations[message.receive.location];
      const MessageDetail* const detail = location.find_detail(location.receives[message.receive.operation]);
      return detail && detail->probe.location.valid() &&
             times_[trace_.local(detail->probe.location) - first_thread][detail->probe_number] < message.sent;
    });
  }

  void set_probe(const Received& message) {
    CondensedLocation& location = trace_.locations[message.receive.location];
    Message& receive = location.receives[message.receive.operation];
    if (!message.first && !location.find_detail(receive)) return;
    MessageDetail& detail = location.detail_of(receive);
    detail.probe = message.first ? message.first->call : CallRef();
    detail.probe_number = message.first ? message.first->number : 0;
  }

  CondensedTrace& trace_;
  const CommMembers& members_;
  const MessageMatches& matches_;
  LocationGroupId process_;
  std::vector<std::vector<Ticks>> times_;  ///< Holds times by thread of the process and probe.
  std::map<Envelope, Looked> looked_;
};

}  // namespace

void settle_probes(CondensedTrace& trace, const CommMembers& members, const MessageMatches& matches,
                   AnomalyReport& anomalies) {
  std::vector<AnomalyReport> of_processes(trace.own_processes.size());
  parallel_for(of_processes.size(), [&](size_t p) {
    const LocationGroupId process(trace.own_processes.begin + p);
    if (trace.threads_of(process).size() > 1)
      of_processes[p] = Settling(trace, members, matches, process).settle();
  });
  for (const AnomalyReport& of_process : of_processes) anomalies += of_process;
}

}  // namespace latecomer::analyze
