// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Matching probes.
//
// The problem: a probe sees a message and leaves it there; which receive takes it is not in the trace. Only
// matched probes say it: they take the message out of the queue, and the receive names its handle.
//
//     Mprobe(from 0)  Probe(from 0)  Recv(from 0)  Mrecv     the Mprobe takes the first message, the Probe
//     sees
//       message 1                      message 2   message 1  the second one, which the Recv gets
//
// The idea: go through a process's probes and receives by time. Of every envelope at most one message is seen
// and not taken: the oldest. A probe sees it; if another one has seen it already, the probe is a repeated one
// and means nothing. The next receive or matched probe of the envelope takes it.
//
// Cost: O(n log n) for the probes and receives of processes that probe; nothing for others.

#include "analyze/match/match_probes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Is something that sees or takes a message.
struct Step {
  Ticks time;
  size_t location;
  CallIndex call;
  const Probe* probe;   ///< Is null for a receive.
  uint32_t number = 0;  ///< Is a position in the location's probes or receives.

  auto order() const { return std::tuple(time, location, call); }
};

using Looked = std::tuple<uint32_t, trace::RankInComm, uint32_t>;  // is communicator, source, tag

struct SeenBy {
  CallRef call;
  uint32_t number = 0;  ///< Is a position in the location's probes.
};

/// Is the message that a matched probe took: which probe that was, and which one had seen it first.
struct Taken {
  CallRef by;
  SeenBy first;
};

/// Returns steps by time: a probe is when it was over, because it saw a message that no receive had been
/// waiting for; a receive when it was started. Matched receives take theirs by its handle.
std::vector<Step> steps_of(std::span<const CondensedLocation> process) {
  std::vector<Step> steps;
  for (size_t l = 0; l < process.size(); ++l) {
    const CondensedLocation& location = process[l];
    for (uint32_t i = 0; i < location.probes.size(); ++i) {
      const Probe& probe = location.probes[i];
      steps.push_back({location.leave_of(probe.call), l, probe.call, &probe, i});
    }
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const Message& receive = location.receives[i];
      const MessageDetail* const detail = location.find_detail(receive);
      const bool ordinary = !detail || (detail->handle == 0 && detail->channel == 0);
      if (receive.envelope != kNoEnvelope && ordinary)
        steps.push_back({location.enter_of(receive.start), l, receive.start, nullptr, i});
    }
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.order() < b.order(); });
  return steps;
}

void set_probe(MessageDetail& receive, const SeenBy& probe) {
  receive.probe = probe.call;
  receive.probe_number = probe.number;
}

/// Takes the message of that envelope that was seen and not taken; nothing if there is none.
std::optional<SeenBy> take(std::map<Looked, SeenBy>& seen, const Looked& envelope) {
  const auto found = seen.find(envelope);
  if (found == seen.end()) return std::nullopt;
  const SeenBy probe = found->second;
  seen.erase(found);
  return probe;
}

/// Goes through all ordinary receives and all probes; returns what matched probes took, by handle.
std::map<uint64_t, Taken> match_by_order(std::span<CondensedLocation> process) {
  std::map<Looked, SeenBy> seen;
  std::map<uint64_t, Taken> taken;
  for (const Step& step : steps_of(process)) {
    CondensedLocation& location = process[step.location];
    if (!step.probe) {
      Message& receive = location.receives[step.number];
      const Envelope& envelope = location.envelope_of(receive);
      const std::optional<SeenBy> probe = take(seen, {envelope.comm.value, envelope.peer, envelope.tag});
      if (probe) set_probe(location.detail_of(receive), *probe);
      continue;
    }
    const SeenBy here{{location.id, step.call}, step.number};
    const Looked envelope{step.probe->comm.value, step.probe->peer, step.probe->tag};
    if (step.probe->handle == 0) {
      seen.try_emplace(envelope, here);
    } else {
      taken[step.probe->handle] = {here.call, take(seen, envelope).value_or(here)};
    }
  }
  return taken;
}

void match_probes_of(std::span<CondensedLocation> process) {
  const bool probes = std::any_of(process.begin(), process.end(),
                                  [](const CondensedLocation& location) { return !location.probes.empty(); });
  if (!probes) return;
  const std::map<uint64_t, Taken> taken = match_by_order(process);
  for (CondensedLocation& location : process) {
    for (MessageDetail& detail : location.details) {
      const auto found = detail.handle == 0 ? taken.end() : taken.find(detail.handle);
      if (found == taken.end()) continue;
      detail.taken = found->second.by;
      set_probe(detail, found->second.first);
    }
  }
}

}  // namespace

void match_probes(CondensedTrace& trace) {
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    match_probes_of(trace.threads_of(trace::LocationGroupId(trace.own_processes.begin + p)));
  });
}

}  // namespace latecomer::analyze
