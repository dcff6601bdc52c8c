// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense_collectives.h"

#include <algorithm>
#include <utility>

namespace latecomer::analyze {

using trace::Event;

void CollectiveCondenser::begin(Ticks time) {
  begun_.push_back(stack_.operation_call(time));
  got_communicator_ = false;
}

CallIndex CollectiveCondenser::end_begun(Ticks time) {
  // Outside of calls the begin has got one.
  const bool outside = !begun_.empty() && !stack_.is_communicating();
  const CallIndex call = outside ? begun_.back() : stack_.ended_operation_call(time);
  if (!begun_.empty() && begun_.back() == call) begun_.pop_back();
  return call;
}

void CollectiveCondenser::end(const Event& event, Ticks time) {
  const CallIndex call = end_begun(time);
  out_.add_event_time(EventTimeKind::collective_end, out_.collectives.size(), time);
  Collective& ended = out_.collectives.emplace_back(
      Collective{.got_communicator = got_communicator_, .start = call, .completion = call});
  set_end(ended, event);
  ended.end = time;
}

void CollectiveCondenser::start(const Event& event, Ticks time) {
  const uint32_t index = static_cast<uint32_t>(out_.collectives.size());
  out_.collectives.push_back({.start = stack_.operation_call(time)});
  const auto [entry, is_new] = by_request_.try_emplace(event.request, index);
  if (is_new) return;
  // The request is in use again, so another thread has completed what it stood for before.
  out_.open_requests.push_back({RequestKind::collective, event.request, entry->second});
  entry->second = index;
}

void CollectiveCondenser::complete(const Event& event, Ticks time) {
  const CallIndex call = stack_.ended_operation_call(time);
  const auto found = by_request_.find(event.request);
  if (found == by_request_.end()) {
    out_.add_event_time(EventTimeKind::foreign_completion, out_.foreign_completions.size(), time);
    return out_.foreign_completions.push_back({event, call});
  }
  out_.add_event_time(EventTimeKind::collective_end, found->second, time);
  Collective& started = out_.collectives[found->second];
  set_end(started, event);
  started.end = time;
  started.completion = call;
  by_request_.erase(found);
}

void CollectiveCondenser::enter_world_call(CallIndex call) {
  world_call_ = call;
  before_world_call_ = out_.collectives.size();
}

void CollectiveCondenser::leave_world_call(CallKind kind, trace::CommId world, Ticks time) {
  const CallIndex call = std::exchange(world_call_, kNoCall);
  if (call == kNoCall) return;
  const auto within = out_.collectives.begin() + static_cast<ptrdiff_t>(before_world_call_);
  const bool recorded = std::ranges::count(within, out_.collectives.end(), call, &Collective::start) > 0;
  const bool begun = std::ranges::count(begun_, call) > 0;
  if (recorded || begun) return;
  const trace::CollectiveOp op =
      kind == CallKind::init ? trace::CollectiveOp::create_handle : trace::CollectiveOp::destroy_handle;
  out_.add_event_time(EventTimeKind::collective_end, out_.collectives.size(), time);
  out_.collectives.push_back(
      {.comm = world, .op = op, .by_name = true, .start = call, .completion = call, .end = time});
}

void CollectiveCondenser::finish() {
  for (const CallIndex call : begun_)
    out_.count_anomaly(trace::Anomaly::unfinished_collective, out_.path_of(call));
  for (const auto& [request, collective] : by_request_)
    out_.open_requests.push_back({RequestKind::collective, request, collective});
}

}  // namespace latecomer::analyze
