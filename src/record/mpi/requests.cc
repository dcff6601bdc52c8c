// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/requests.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "record/mpi/call.h"
#include "record/mpi/handle_table.h"

namespace latecomer::record::mpi {

namespace {

using Requests = HandleTable<MPI_Request, RequestInfo>;
constinit Requests requests;

/// Holds completions of receives that were freed before.
struct Released {
  std::mutex mutex;
  std::vector<trace::Event> completions;
};

// Never destroyed: threads may still communicate while the process exits.
Released& released_receives() {
  static Released* const released = new Released;
  return *released;
}

/// Returns whether sends can be cancelled: Open MPI goes on with them as if nobody had asked.
bool cancels_sends() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> version{};
  int length = 0;
  PMPI_Get_library_version(version.data(), &length);
  return std::string_view(version.data()).find("Open MPI") == std::string_view::npos;
}

trace::Event request_event(trace::EventKind kind, uint64_t request) {
  trace::Event event = event_of(kind);
  event.request = request;
  return event;
}

void write_cancelled(uint64_t request) {
  write_even_if_off(request_event(trace::EventKind::request_cancelled, request));
}

/// Returns whether the request is a window's, of which only its completion is recorded.
bool is_access(const RequestInfo& info) {
  return info.completion.kind == trace::EventKind::rma_complete_local;
}

/// Returns an event of a started operation: of files each event has its handle, too.
trace::Event event_of_request(const RequestInfo& info, trace::EventKind kind, trace::EventKind of_file) {
  const bool is_of_file = info.completion.kind == trace::EventKind::io_operation_complete;
  trace::Event event = request_event(is_of_file ? of_file : kind, info.completion.request);
  event.io_handle = info.completion.io_handle;
  return event;
}

trace::Event test_event(const RequestInfo& info) {
  using enum trace::EventKind;
  trace::Event event = event_of_request(info, request_test, io_operation_test);
  if (is_access(info)) {
    event.kind = rma_test;
    event.window = info.completion.window;
  }
  return event;
}

void write_cancelled(const RequestInfo& info) {
  using enum trace::EventKind;
  write_even_if_off(event_of_request(info, request_cancelled, io_operation_cancelled));
}

/// Returns whether a persistent operation writes its start before the real call, as all but receives do.
bool starts_before_call(const RequestInfo& info) {
  return info.start != trace::EventKind::irecv_request;
}

trace::Event start_event(const RequestInfo& info) {
  trace::Event start = info.completion;
  start.kind = info.start;
  return start;
}

trace::Event receive_completion(trace::CommId comm, int source, int tag) {
  trace::Event completion = event_of(trace::EventKind::irecv);
  completion.comm = comm;
  completion.peer = peer_of(source);
  completion.tag = tag_of(tag);
  return completion;
}

trace::Event send_completion(const trace::Event& start) {
  trace::Event completion = start;
  completion.kind = trace::EventKind::isend_complete;
  return completion;
}

void write_receive_start(RequestInfo& info) {
  info.completion.request = next_request();
  write_even_if_off(request_event(trace::EventKind::irecv_request, info.completion.request));
}

/// Returns the communicator of a receive that will get a message; invalid for MPI_PROC_NULL.
trace::CommId comm_of_receive(const Envelope& message) {
  const CommInfo* comm =
      message.peer == MPI_PROC_NULL ? nullptr : find_comm_of(trace::EventKind::recv, message.comm);
  return comm == nullptr ? trace::CommId() : comm->id;
}

void start_receive(RequestInfo& info, MPI_Request request) {
  write_receive_start(info);
  add_request(request, info);
}

/// Returns whether a receive has no wildcards.
bool has_known_envelope(const RequestInfo& info) {
  return info.completion.peer != trace::kNoRank && info.completion.tag != trace::kAnyTag;
}

void write_receive_completion(const RequestInfo& info, const MPI_Status& status) {
  std::optional<trace::Event> event = receive_event(trace::EventKind::irecv, info.completion.comm, status);
  if (!event) return write_cancelled(info);
  event->request = info.completion.request;
  if (has_known_envelope(info)) {
    event->peer = info.completion.peer;
    event->tag = info.completion.tag;
  }
  write_even_if_off(*event);
}

void add_released(const RequestInfo& info) {
  Released& released = released_receives();
  const std::scoped_lock lock(released.mutex);
  released.completions.push_back(info.completion);
}

/// Returns what an operation is while a call waits for it; nothing if it is not known what it waits for.
std::optional<trace::EventKind> pending_kind(const RequestInfo& info) {
  if (info.cancel_asked || info.has_other_message) return {};
  switch (info.completion.kind) {
    case trace::EventKind::irecv:
      return trace::EventKind::receive_pending;
    case trace::EventKind::isend_complete:
      return trace::EventKind::send_pending;
    case trace::EventKind::icollective_complete:
      return trace::EventKind::collective_pending;
    default:
      return {};
  }
}

bool was_cancelled(const RequestInfo& info, const MPI_Status& status) {
  if (!info.cancel_asked) return false;
  int cancelled = 0;
  return PMPI_Test_cancelled(&status, &cancelled) == MPI_SUCCESS && cancelled != 0;
}

void write_completion(const RequestInfo& info, const MPI_Status& status) {
  if (!is_access(info) && was_cancelled(info, status)) return write_cancelled(info);
  if (info.send_request != 0)
    write_even_if_off(request_event(trace::EventKind::isend_complete, info.send_request));
  if (info.on_completion != nullptr) (*std::unique_ptr<std::function<void()>>(info.on_completion))();
  if (!info.stored) return;
  if (info.completion.kind == trace::EventKind::irecv) {
    write_receive_completion(info, status);
  } else if (info.completion.kind == trace::EventKind::io_operation_complete) {
    trace::Event completion = info.completion;
    completion.bytes_sent = static_cast<uint64_t>(bytes_received(status));
    write_even_if_off(completion);
  } else {
    write_even_if_off(info.completion);
  }
}

/// Returns what is known of the request, which a call that began at `begin` has completed; nothing if it was
/// not active. Persistent ones stay in the table.
std::optional<RequestInfo> end_request(MPI_Request handle, Ticks begin) {
  std::optional<RequestInfo> ended;
  if (handle == MPI_REQUEST_NULL) return ended;
  requests.edit(handle, begin, [&](RequestInfo& info, Ticks added) {
    if (!info.active) return true;
    // Other threads have taken the older sends of the shared handle, since this call came back from MPI.
    if (added > moment) begin_moment();
    ended = info;
    info.active = false;
    info.cancel_asked = false;
    return info.is_persistent();
  });
  return ended;
}

/// Counts those of the requests that a call waits for.
struct Pending {
  size_t count = 0;       ///< Counts the events in the room.
  bool all_known = true;  ///< Is true if all active ones are known.
};

/// Describes the requests, in a signal handler; nothing where there is no room for all, or a lock is held.
Pending pending_of(std::span<const MPI_Request> handles, std::span<trace::Event> room) {
  Pending pending;
  Requests::Pass pass(requests);
  for (const MPI_Request handle : handles) {
    if (handle == MPI_REQUEST_NULL) continue;
    bool is_known = false;
    bool fits = true;
    const bool is_free = pass.try_look_at(handle, [&](const RequestInfo& info) {
      const std::optional<trace::EventKind> kind = pending_kind(info);
      is_known = !info.active || (kind && info.send_request == 0);
      if (!info.active || !kind) return;
      fits = pending.count < room.size();
      if (!fits) return;
      room[pending.count] = info.completion;
      room[pending.count++].kind = *kind;
    });
    if (!is_free || !fits) return {0, false};
    pending.all_known = pending.all_known && is_known;
  }
  return pending;
}

// Whether a send is what the call waits for is known only if nothing else can be: the library may have taken
// its data long ago. A message that is to be received, or a member that is to come, is always missed.
size_t describe_all(const void* handles, std::span<trace::Event> room) noexcept {
  const Pending pending = pending_of(static_cast<const RequestHandles*>(handles)->all(), room);
  if (pending.all_known) return pending.count;
  const auto known = room.first(pending.count);
  return static_cast<size_t>(
      std::remove_if(known.begin(), known.end(),
                     [](const trace::Event& event) { return event.kind == trace::EventKind::send_pending; }) -
      known.begin());
}

size_t describe_any(const void* handles, std::span<trace::Event> room) noexcept {
  const Pending pending = pending_of(static_cast<const RequestHandles*>(handles)->all(), room);
  return pending.all_known ? pending.count : 0;
}

}  // namespace

void add_request(MPI_Request request, const RequestInfo& info) {
  requests.add(request, info, moment);
}

void find_shared_handle(MPI_Comm comm) {
  const auto start = [comm](MPI_Request& request) {
    return PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, &request) == MPI_SUCCESS;
  };
  std::array<MPI_Request, 2> sends{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (start(sends[0]) && start(sends[1]) && sends[0] == sends[1]) requests.share(sends[0]);
  PMPI_Waitall(2, sends.data(), MPI_STATUSES_IGNORE);
}

NonblockingSend::NonblockingSend(const Envelope& message)
    : start_(storing() ? send_event(trace::EventKind::isend, message) : std::nullopt) {
  if (!start_) return;
  start_->request = next_request();
  write(*start_);
}

void NonblockingSend::started(int result, MPI_Request request) {
  if (!start_) return;
  if (result != MPI_SUCCESS) return write_cancelled(start_->request);
  RequestInfo info;
  info.completion = send_completion(*start_);
  add_request(request, info);
}

void matched_receive_started(int result, const MatchedMessage& message, MPI_Request request) {
  if (result != MPI_SUCCESS || !message.comm.valid()) return;
  write_match(message);  // also while recording is off, if its probe was stored
  RequestInfo info;
  info.completion = receive_completion(message.comm, MPI_ANY_SOURCE, MPI_ANY_TAG);
  info.has_other_message = true;
  start_receive(info, request);
}

void receive_started(int result, const Envelope& message, MPI_Request request) {
  const trace::CommId comm = comm_of_receive(message);
  if (result != MPI_SUCCESS || !comm.valid() || !storing()) return;
  RequestInfo info;
  info.completion = receive_completion(comm, message.peer, message.tag);
  start_receive(info, request);
}

NonblockingSendReceive::NonblockingSendReceive(const Envelope& sent, const Envelope& received)
    : start_(storing() ? send_event(trace::EventKind::isend, sent) : std::nullopt), received_(received) {
  if (!start_) return;
  start_->request = next_request();
  write(*start_);
}

void NonblockingSendReceive::started(int result, MPI_Request request) {
  if (result != MPI_SUCCESS) {
    if (start_) write_cancelled(start_->request);
    return;
  }
  RequestInfo info;
  const trace::CommId comm = comm_of_receive(received_);
  // The status that MPICH 4.0 gives has neither source nor tag, so with a wildcard the message is not
  // known.
  const bool is_known = received_.peer >= 0 && received_.tag >= 0;
  if (comm.valid() && is_known && storing()) {
    info.completion = receive_completion(comm, received_.peer, received_.tag);
    write_receive_start(info);
    info.send_request = start_ ? start_->request : 0;
  } else if (start_) {
    info.completion = send_completion(*start_);
    info.has_other_message = true;
  } else {
    return;
  }
  add_request(request, info);
}

void send_initialized(int result, const Envelope& message, MPI_Request request) {
  const std::optional<trace::Event> start = send_event(trace::EventKind::isend, message);
  if (result != MPI_SUCCESS || !start) return;
  RequestInfo info;
  info.start = start->kind;
  info.completion = send_completion(*start);
  info.active = false;
  add_request(request, info);
}

void receive_initialized(int result, const Envelope& message, MPI_Request request) {
  const trace::CommId comm = comm_of_receive(message);
  if (result != MPI_SUCCESS || !comm.valid()) return;
  RequestInfo info;
  info.start = trace::EventKind::irecv_request;
  info.completion = receive_completion(comm, message.peer, message.tag);
  info.active = false;
  add_request(request, info);
}

void PersistentStart::start() {
  for (const MPI_Request handle : before_.all()) {
    std::optional<trace::Event> start;
    requests.look_at(handle, [&](RequestInfo& info) {
      if (!info.is_persistent()) return;
      info.active = storing() || info.keeps_id;
      if (info.active && !info.keeps_id) info.completion.request = next_request();
      if (info.active && starts_before_call(info)) start = start_event(info);
    });
    if (start) write_even_if_off(*start);
  }
}

void PersistentStart::started(int result, std::span<const MPI_Request> handles) {
  for (size_t position = 0; position < handles.size(); ++position) {
    const MPI_Request before = before_.all()[position];
    if (handles[position] != before) {
      const std::optional<RequestInfo> renamed = requests.take(before, begin_);
      if (renamed) add_request(handles[position], *renamed);
    }
    std::optional<RequestInfo> started;
    requests.look_at(handles[position], [&](RequestInfo& info) {
      if (!info.is_persistent() || !info.active) return;
      started = info;
      info.active = result == MPI_SUCCESS;
    });
    if (!started) continue;
    const bool written = starts_before_call(*started);
    if (result != MPI_SUCCESS && written)
      write_cancelled(started->completion.request);
    else if (result == MPI_SUCCESS && !written)
      write(start_event(*started));
  }
}

void Completion::may_wait_for_all() const {
  may_wait(describe_all, &handles_, handles_.all().size());
}

void Completion::may_wait_for_any() const {
  may_wait(describe_any, &handles_, handles_.all().size());
}

trace::Event without_part(trace::Event end) {
  end.root = trace::kThisGroup;
  end.bytes_sent = 0;
  end.bytes_received = 0;
  end.sources = {};
  return end;
}

void Completion::conclude(size_t position, int error, const MPI_Status& status) {
  if (position >= handles_.all().size() || error == MPI_ERR_PENDING) return;
  const std::optional<RequestInfo> ended = end_request(handles_.all()[position], begin_);
  if (!ended) return;
  const trace::Event& end = ended->completion;
  const bool is_receive = end.kind == trace::EventKind::irecv;
  const std::optional<MPI_Status> received =
      error == MPI_SUCCESS || is_receive ? status_of_message(error, status) : std::nullopt;
  if (received) return write_completion(*ended, *received);
  if (ended->stored && end.kind == trace::EventKind::icollective_complete)
    write_even_if_off(without_part(end));
  else if (ended->stored && !is_access(*ended))
    write_cancelled(*ended);
}

void Completion::write_unsuccessful_test() {
  if (!mark_test_unsuccessful()) return;
  Requests::Pass pass(requests);
  for (const MPI_Request handle : handles_.all()) {
    if (handle == MPI_REQUEST_NULL) continue;
    trace::Event test;
    pass.look_at(handle, [&](const RequestInfo& info) {
      if (info.active && info.stored) test = test_event(info);
    });
    if (test.kind != trace::EventKind::other) write(test);
  }
}

void Completion::all(int result, bool completed, const Statuses& statuses) {
  if (!completed && result == MPI_SUCCESS) return write_unsuccessful_test();
  for (size_t position = 0; position < handles_.all().size(); ++position) {
    const MPI_Status status = statuses[position];
    conclude(position, result == MPI_ERR_IN_STATUS ? status.MPI_ERROR : result, status);
  }
}

void Completion::any(int result, bool completed, int index, const Statuses& statuses) {
  if (!completed && result == MPI_SUCCESS) return write_unsuccessful_test();
  if (index >= 0) conclude(static_cast<size_t>(index), result, statuses[0]);
}

void Completion::some(int result, int completed, const int* indices, int first_index,
                      const Statuses& statuses) {
  if (result != MPI_SUCCESS && result != MPI_ERR_IN_STATUS) return;
  if (completed == MPI_UNDEFINED) return;
  if (completed == 0) return write_unsuccessful_test();
  for (int nth = 0; nth < completed; ++nth) {
    const MPI_Status status = statuses[static_cast<size_t>(nth)];
    conclude(static_cast<size_t>(indices[nth] - first_index),
             result == MPI_SUCCESS ? result : status.MPI_ERROR, status);
  }
}

void Completion::left() {
  if (handles_.all().size() == 1) conclude(0, MPI_ERR_OTHER, MPI_Status());
}

RequestRelease::RequestRelease(MPI_Request request)
    : handle_(request), taken_(requests.take(request)), partitioned_(partitioned_requests.take(request)) {
  if (!taken_ || !taken_->active) return;
  const InsideLibrary inside;
  int flag = 0;
  complete_ = PMPI_Request_get_status(request, &flag, &status_) == MPI_SUCCESS && flag != 0;
}

void RequestRelease::released(int result) {
  if (result != MPI_SUCCESS) {
    if (taken_) add_request(handle_, *taken_);
    if (partitioned_) partitioned_requests.add(handle_, *partitioned_);
  } else if (taken_ && taken_->active) {
    write_end_of_active(*taken_);
  }
}

void RequestRelease::write_end_of_active(const RequestInfo& info) const {
  const trace::EventKind kind = info.completion.kind;
  if (complete_) {
    write_completion(info, status_);
  } else if (kind == trace::EventKind::irecv && has_known_envelope(info) && !info.cancel_asked) {
    add_released(info);
  } else if (kind == trace::EventKind::isend_complete && !info.cancel_asked) {
    // The send will complete unseen; for the program it is done with here.
    write_even_if_off(info.completion);
  } else if (kind == trace::EventKind::isend_complete || kind == trace::EventKind::irecv) {
    // Whether it was cancelled, or which message it gets, nobody will see.
    write_cancelled(info);
  }
}

void complete_released_receives() {
  std::vector<trace::Event> completions;
  {
    Released& released = released_receives();
    const std::scoped_lock lock(released.mutex);
    completions.swap(released.completions);
  }
  if (completions.empty()) return;
  const CallOfNobody call(Function::MPI_Request_free);
  for (const trace::Event& completion : completions) write_even_if_off(completion);
}

void cancel_asked(int result, MPI_Request request) {
  if (result != MPI_SUCCESS) return;
  static const bool cancels = cancels_sends();
  requests.look_at(request, [](RequestInfo& info) {
    info.cancel_asked = info.completion.kind != trace::EventKind::isend_complete || cancels;
  });
}

}  // namespace latecomer::record::mpi
