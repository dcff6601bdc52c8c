// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense_messages.h"

#include <algorithm>

namespace latecomer::analyze {

using trace::Event;
using trace::EventKind;

void MessageCondenser::send(const Event& event, Ticks time) {
  const CallIndex call = stack_.operation_call(time);
  out_.add_event_time(EventTimeKind::send, out_.sends.size(), time);
  add_send(event, call).completion = call;
}

void MessageCondenser::recv(const Event& event, Ticks time) {
  const CallIndex call = stack_.ended_operation_call(time);
  out_.add_event_time(EventTimeKind::receive, out_.receives.size(), time);
  Message& message = out_.receives[add_receive(call)];
  message.envelope = envelopes_.number(envelope_of(event));
  message.completion = call;
}

void MessageCondenser::isend(const Event& event, Ticks time) {
  open(sends_by_request_, RequestKind::send, event.request, static_cast<uint32_t>(out_.sends.size()));
  out_.add_event_time(EventTimeKind::send, out_.sends.size(), time);
  add_send(event, stack_.operation_call(time));
}

void MessageCondenser::irecv_request(const Event& event, Ticks time) {
  open(receives_by_request_, RequestKind::receive, event.request, add_receive(stack_.operation_call(time)));
}

void MessageCondenser::isend_complete(const Event& event, Ticks time) {
  const CallIndex call = stack_.ended_operation_call(time);
  const uint32_t send = sends_by_request_.take(event.request);
  if (send == OpenMessages::kNone) return out_.foreign_completions.push_back({event, call});
  out_.sends[send].completion = call;
}

void MessageCondenser::irecv(const Event& event, Ticks time) {
  const CallIndex call = stack_.ended_operation_call(time);
  const uint32_t receive = receives_by_request_.take(event.request);
  if (receive == OpenMessages::kNone) {
    out_.add_event_time(EventTimeKind::foreign_completion, out_.foreign_completions.size(), time);
    return out_.foreign_completions.push_back({event, call});
  }
  out_.add_event_time(EventTimeKind::receive, receive, time);
  Message& message = out_.receives[receive];
  message.envelope = envelopes_.number(envelope_of(event));
  message.completion = call;
}

void MessageCondenser::probe(const Event& event, Ticks time) {
  out_.add_event_time(EventTimeKind::probe, out_.probes.size(), time);
  out_.probes.push_back({event.comm, event.peer, event.tag, stack_.operation_call(time), event.message()});
}

void MessageCondenser::match(const Event& event) {
  matched_handle_ = event.message();
}

/// Takes a run of tests. One test is a call without waiting, of which nothing has to be known.
void MessageCondenser::polled(const Event& event, Ticks time) {
  constexpr uint64_t kMost = uint64_t{1} << 36U;  // so that sums of them fit
  if (!stack_.is_communicating())
    return out_.count_anomaly(trace::Anomaly::operation_outside, stack_.open_path());
  if (event.tests() < 2) return;
  const CallIndex call = stack_.operation_call(time);
  if (out_.polling_runs.empty() || out_.polling_runs.back() < call) out_.polling_runs.push_back(call);
  out_.path_visits[stack_.open_path().index()] += std::min(event.tests(), kMost) - 1;
}

void MessageCondenser::pending(PendingOperation::Kind kind, const Event& event) {
  const bool in_call = stack_.is_communicating();
  if (!in_call && !has_just_polled())
    return out_.count_anomaly(trace::Anomaly::operation_outside, stack_.open_path());
  pending_run_ = in_call ? kNoCall : out_.polling_runs.back();
  const bool same_call = pending_path_ == stack_.open_path() && pending_since_ == stack_.open_since();
  if (!same_call) pending_.clear();
  pending_.push_back({kind, envelope_of(event)});
  pending_path_ = stack_.open_path();
  pending_since_ = stack_.open_since();
}

/// Returns whether a polling run has ended with the latest event.
bool MessageCondenser::has_just_polled() const {
  return !out_.polling_runs.empty() && out_.leave_of(out_.polling_runs.back()) == stack_.now();
}

void MessageCondenser::partitioned_init(const Event& event, Ticks time) {
  const bool sends = event.kind == EventKind::psend_init;
  out_.partitioned_inits.push_back({.sends = sends,
                                    .request = event.request,
                                    .comm = event.comm,
                                    .peer = event.peer,
                                    .tag = event.tag,
                                    .partitions = event.partitions(),
                                    .bytes = sends ? event.bytes_sent : event.bytes_received,
                                    .call = stack_.operation_call(time)});
}

void MessageCondenser::partitioned_use(const Event& event, Ticks time) {
  out_.add_event_time(EventTimeKind::partition, out_.partitioned_uses.size(), time);
  out_.partitioned_uses.push_back({.kind = event.kind,
                                   .partition = event.partition(),
                                   .request = event.request,
                                   .call = stack_.operation_call(time),
                                   .time = time});
}

bool MessageCondenser::cancel(uint64_t request) {
  if (const uint32_t send = sends_by_request_.take(request); send != OpenMessages::kNone) {
    out_.sends[send].envelope = kNoEnvelope;
    return true;
  }
  return receives_by_request_.take(request) != OpenMessages::kNone;
}

void MessageCondenser::finish() {
  sends_by_request_.for_each([&](uint64_t request, uint32_t message) {
    out_.open_requests.push_back({RequestKind::send, request, message});
  });
  receives_by_request_.for_each([&](uint64_t request, uint32_t message) {
    out_.open_requests.push_back({RequestKind::receive, request, message});
  });
  describe_open_call();
}

void MessageCondenser::describe_open_call() {
  OpenRegion& open = out_.open;
  if (!open.path.valid()) return;
  if (open.path == pending_path_ && open.enter == pending_since_) open.pending = pending_;
  if (pending_run_ != kNoCall && has_just_polled()) open.last_run = pending_run_;
  if (open.call == kNoCall || out_.sends.empty()) return;
  const Message& send = out_.sends.back();
  const bool blocking = send.start == open.call && send.completion == open.call;
  if (!blocking || send.envelope == kNoEnvelope) return;
  open.pending.insert(open.pending.begin(), {PendingOperation::Kind::send, out_.envelope_of(send)});
}

void MessageCondenser::open(OpenMessages& messages, RequestKind kind, uint64_t request, uint32_t message) {
  const uint32_t before = messages.add(request, message);
  // The request is in use again, so another thread has completed what it stood for before.
  if (before != OpenMessages::kNone) out_.open_requests.push_back({kind, request, before});
}

Message& MessageCondenser::add_send(const Event& event, CallIndex start) {
  Message& send = out_.sends.emplace_back(Message{.start = start});
  send.envelope = envelopes_.number(envelope_of(event));
  return send;
}

uint32_t MessageCondenser::add_receive(CallIndex start) {
  const uint32_t index = static_cast<uint32_t>(out_.receives.size());
  out_.receives.emplace_back(Message{.start = start});
  if (matched_handle_ != 0) out_.detail_of(out_.receives.back()).handle = matched_handle_;
  matched_handle_ = 0;
  return index;
}

}  // namespace latecomer::analyze
