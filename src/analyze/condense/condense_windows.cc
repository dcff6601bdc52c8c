// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/condense_windows.h"

#include "analyze/model/classify.h"

namespace latecomer::analyze {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;

void WindowCondenser::collective_end(const Event& event, CallIndex call, Ticks time) {
  if (!is_defined(event.window)) return;
  out_.add_event_time(EventTimeKind::collective_end, out_.collectives.size(), time);
  out_.collectives.push_back({.comm = definitions_.windows[event.window.index()].comm,
                              .op = event.collective,
                              .root = event.root,
                              .start = call,
                              .completion = call,
                              .bytes_sent = event.bytes_sent,
                              .bytes_received = event.bytes_received,
                              .end = time,
                              .window = event.window});
  add(event, event.kind, call);
}

void WindowCondenser::request_lock(const Event& event, Ticks time) {
  if (!is_defined(event.window)) return;
  const CallIndex call = stack_.operation_call(time);
  open_locks_[{event.window, event.target()}] = call;
  add(event, EventKind::rma_request_lock, call);
}

void WindowCondenser::acquire_lock(const Event& event, Ticks time) {
  const auto requested = open_locks_.find({event.window, event.target()});
  if (requested == open_locks_.end()) return request_lock(event, time);
  const CallIndex call = stack_.operation_call(time);
  if (call != requested->second) add(event, event.kind, call);
}

void WindowCondenser::release_lock(const Event& event, Ticks time) {
  if (!is_defined(event.window)) return;
  open_locks_.erase({event.window, event.target()});
  std::erase_if(incomplete_, [&](const auto& access) {
    const auto& [operation, target] = access;
    return operation.first == event.window && (event.target() == trace::kNoRank || event.target() == target);
  });
  add(event, event.kind, stack_.operation_call(time));
}

void WindowCondenser::synchronize(const Event& event, Ticks time) {
  if (is_defined(event.window)) add(event, event.kind, stack_.operation_call(time));
}

void WindowCondenser::access(const Event& event, Ticks time) {
  if (!is_defined(event.window)) return;
  add(event, event.kind, stack_.operation_call(time));
  if (event.operation() != 0) incomplete_[{event.window, event.operation()}] = event.target();
}

void WindowCondenser::complete(const Event& event, Ticks time) {
  const auto accesses = incomplete_.find({event.window, event.operation()});
  if (accesses == incomplete_.end())
    return;  // it is another location's, or was complete at its target before
  add({.peer = accesses->second, .window = event.window}, event.kind, stack_.operation_call(time));
  if (event.kind == EventKind::rma_complete_remote) incomplete_.erase(accesses);
}

bool WindowCondenser::is_defined(trace::WindowId window) {
  const bool defined = window.valid() && window.index() < definitions_.windows.size() &&
                       definitions_.windows[window.index()].comm.valid();
  if (!defined) out_.count_anomaly(Anomaly::undefined_reference, stack_.open_path());
  return defined;
}

void WindowCondenser::add(const Event& event, EventKind kind, CallIndex call) {
  out_.window_operations.push_back({.kind = kind,
                                    .exclusive = event.exclusive() != 0,
                                    .window = event.window,
                                    .target = event.target(),
                                    .group = event.group(),
                                    .start = call,
                                    .bytes_sent = event.bytes_sent,
                                    .bytes_received = event.bytes_received});
}

}  // namespace latecomer::analyze
