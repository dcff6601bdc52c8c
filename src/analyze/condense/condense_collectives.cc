// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense_collectives.h"

namespace latecomer::analyze {

using trace::Anomaly;
using trace::Event;

void CollectiveCondenser::end(const Event& event, Ticks time) {
  const CallIndex call = stack_.current_call(time);
  out_.collectives.push_back({event.comm, event.collective, event.root, event.sources, call, call,
                              event.bytes_sent, event.bytes_received, time});
}

void CollectiveCondenser::start(const Event& event, Ticks time) {
  by_request_[event.request] = static_cast<uint32_t>(out_.collectives.size());
  out_.collectives.push_back({.start = stack_.current_call(time)});
}

void CollectiveCondenser::complete(const Event& event, Ticks time) {
  const auto found = by_request_.find(event.request);
  if (found == by_request_.end()) return out_.anomalies.count(Anomaly::unknown_request);
  Collective& started = out_.collectives[found->second];
  started = {event.comm,       event.collective,     event.root,
             event.sources,    started.start,        stack_.current_call(time),
             event.bytes_sent, event.bytes_received, time};
  by_request_.erase(found);
}

void CollectiveCondenser::finish() {
  out_.anomalies.count(Anomaly::incomplete_request, static_cast<int64_t>(by_request_.size()));
}

}  // namespace latecomer::analyze
