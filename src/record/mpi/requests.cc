// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/requests.h"

#include <mutex>
#include <utility>

#include "record/mpi/call.h"

namespace latecomer::record::mpi {

namespace {

constinit RequestTable requests;

/// Completions of receives that were freed before.
struct Released {
  std::mutex mutex;
  std::vector<trace::Event> completions;
};

// Never destroyed: threads may still communicate while the process exits.
Released& released_receives() {
  static Released* const released = new Released;
  return *released;
}

/// Open MPI cancels receives only: a send goes on as if nobody had asked.
#ifdef OPEN_MPI
constexpr bool kCancelsSends = false;
#else
constexpr bool kCancelsSends = true;
#endif

trace::Event request_event(trace::EventKind kind, uint64_t request) {
  trace::Event event = event_of(kind);
  event.request = request;
  return event;
}

void write_cancelled(uint64_t request) {
  write_even_if_off(request_event(trace::EventKind::request_cancelled, request));
}

/// Whether the request is a window's, of which only its completion is recorded.
bool is_access(const RequestInfo& info) {
  return info.completion.kind == trace::EventKind::rma_complete_local;
}

/// Of a started operation: of files each event has its handle, too.
trace::Event event_of_request(const RequestInfo& info, trace::EventKind kind, trace::EventKind of_file) {
  const bool is_of_file = info.completion.kind == trace::EventKind::io_operation_complete;
  trace::Event event = request_event(is_of_file ? of_file : kind, info.completion.request);
  event.io_handle = info.completion.io_handle;
  return event;
}

void write_cancelled(const RequestInfo& info) {
  using enum trace::EventKind;
  write_even_if_off(event_of_request(info, request_cancelled, io_operation_cancelled));
}

/// Whether the operation writes its start before the real call. A receive's start is written after it.
bool starts_before_call(const trace::Event& start) {
  return start.kind != trace::EventKind::irecv_request;
}

trace::Event receive_completion(trace::CommId comm, int source, int tag) {
  trace::Event completion = event_of(trace::EventKind::irecv);
  completion.comm = comm;
  completion.peer = source == MPI_ANY_SOURCE ? trace::kNoRank : static_cast<trace::RankInComm>(source);
  completion.tag = tag == MPI_ANY_TAG ? trace::kAnyTag : static_cast<uint32_t>(tag);
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

/// The communicator of a receive that will get a message; invalid for MPI_PROC_NULL.
trace::CommId comm_of_receive(const Envelope& message) {
  const CommInfo* comm =
      message.peer == MPI_PROC_NULL ? nullptr : find_comm_of(trace::EventKind::recv, message.comm);
  return comm == nullptr ? trace::CommId() : comm->id;
}

void start_receive(RequestInfo info, MPI_Request request) {
  write_receive_start(info);
  add_request(request, std::move(info));
}

void set_envelope(trace::Event& event, const KnownEnvelope& known) {
  event.peer = known.source;
  event.tag = known.tag;
}

std::optional<KnownEnvelope> known_envelope(const Envelope& message) {
  if (message.peer < 0 || message.tag < 0) return {};
  return KnownEnvelope{static_cast<trace::RankInComm>(message.peer), static_cast<uint32_t>(message.tag)};
}

void write_receive_completion(const RequestInfo& info, const MPI_Status& status) {
  std::optional<trace::Event> event = receive_event(trace::EventKind::irecv, info.completion.comm, status);
  if (!event) return write_cancelled(info);
  event->request = info.completion.request;
  if (info.known) set_envelope(*event, *info.known);
  write_even_if_off(*event);
}

void add_released(const RequestInfo& info) {
  trace::Event completion = info.completion;
  set_envelope(completion, *info.known);
  Released& released = released_receives();
  const std::scoped_lock lock(released.mutex);
  released.completions.push_back(completion);
}

/// What an operation is while a call waits for it; none: the recorder cannot tell what it waits for.
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
  if (info.on_completion) info.on_completion();
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

}  // namespace

void add_request(MPI_Request request, RequestInfo info) {
  requests.add(request, std::move(info));
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
  add_request(request, std::move(info));
}

void matched_receive_started(int result, const MatchedMessage& message, MPI_Request request) {
  if (result != MPI_SUCCESS || !message.comm.valid()) return;
  write_match(message);  // also while recording is off, if its probe was stored
  RequestInfo info;
  info.completion = receive_completion(message.comm, MPI_ANY_SOURCE, MPI_ANY_TAG);
  info.has_other_message = true;
  start_receive(std::move(info), request);
}

void receive_started(int result, const Envelope& message, MPI_Request request) {
  const trace::CommId comm = comm_of_receive(message);
  if (result != MPI_SUCCESS || !comm.valid() || !storing()) return;
  RequestInfo info;
  info.known = known_envelope(message);
  info.completion = receive_completion(comm, message.peer, message.tag);
  start_receive(std::move(info), request);
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
  info.known = known_envelope(received_);
  const trace::CommId comm = comm_of_receive(received_);
  // The status that MPICH 4.0 gives tells neither source nor tag, so with a wildcard the message is not
  // known.
  if (comm.valid() && info.known && storing()) {
    info.completion = receive_completion(comm, received_.peer, received_.tag);
    write_receive_start(info);
    info.send_request = start_ ? start_->request : 0;
  } else if (start_) {
    info.completion = send_completion(*start_);
    info.has_other_message = true;
  } else {
    return;
  }
  add_request(request, std::move(info));
}

void send_initialized(int result, const Envelope& message, MPI_Request request) {
  RequestInfo info;
  info.start = send_event(trace::EventKind::isend, message);
  if (result != MPI_SUCCESS || !info.start) return;
  info.completion = send_completion(*info.start);
  info.active = false;
  add_request(request, std::move(info));
}

void receive_initialized(int result, const Envelope& message, MPI_Request request) {
  const trace::CommId comm = comm_of_receive(message);
  if (result != MPI_SUCCESS || !comm.valid()) return;
  RequestInfo info;
  info.start = event_of(trace::EventKind::irecv_request);
  info.completion = receive_completion(comm, message.peer, message.tag);
  info.known = known_envelope(message);
  info.active = false;
  add_request(request, std::move(info));
}

PersistentStart::PersistentStart(std::span<const MPI_Request> handles) : taken_(requests.take(handles)) {
  for (const TakenRequest& taken : taken_) {
    if (!taken || !taken->start) continue;
    RequestInfo& info = *taken;
    info.active = storing() || info.keeps_id;
    if (!info.active) continue;
    if (!info.keeps_id) info.start->request = info.completion.request = next_request();
    if (starts_before_call(*info.start)) write_even_if_off(*info.start);
  }
}

void PersistentStart::started(int result, std::span<const MPI_Request> handles) {
  for (size_t position = 0; position < taken_.size(); ++position) {
    TakenRequest& taken = taken_[position];
    if (!taken || !taken->start) continue;
    taken.rename(handles[position]);
    RequestInfo& info = *taken;
    if (!info.active) continue;
    const bool written = starts_before_call(*info.start);
    if (result != MPI_SUCCESS) {
      info.active = false;
      if (written) write_cancelled(info.start->request);
    } else if (!written) {
      write(*info.start);
    }
  }
  requests.put_back(taken_);
}

Completion::Completion(std::span<const MPI_Request> handles) : taken_(requests.take(handles)) {
  for (size_t position = 0; position < handles.size(); ++position)
    all_known_ = all_known_ && (taken_[position] || handles[position] == MPI_REQUEST_NULL);
}

Completion::~Completion() {
  try {
    requests.put_back(taken_);
  } catch (...) {
    helper_failed();
  }
}

struct Completion::Pending {
  std::vector<trace::Event> operations;
  bool all_known;
};

Completion::Pending Completion::pending() const {
  Pending pending{{}, all_known_};
  for (const TakenRequest& taken : taken_) {
    if (!taken || !taken->active) continue;
    const std::optional<trace::EventKind> kind = pending_kind(*taken);
    if (kind) {
      pending.operations.push_back(taken->completion);
      pending.operations.back().kind = *kind;
    }
    if (!kind || taken->send_request != 0) pending.all_known = false;
  }
  return pending;
}

// Whether a send is what the call waits for is known only if nothing else can be: the library may have taken
// its data long ago. A message that is to be received, or a member that is to come, is always missed.
void Completion::write_pending_all() const {
  Pending all = pending();
  if (!all.all_known) {
    std::erase_if(all.operations,
                  [](const trace::Event& event) { return event.kind == trace::EventKind::send_pending; });
  }
  write_pending(all.operations);
}

void Completion::write_pending_any() const {
  const Pending any = pending();
  if (any.all_known) write_pending(any.operations);
}

void Completion::complete(size_t position, const MPI_Status& status) {
  TakenRequest& taken = taken_[position];
  if (!taken || !taken->active) return;
  write_completion(*taken, status);
  taken->active = false;
  taken->cancel_asked = false;
  if (!taken->start) taken.forget();
}

trace::Event without_part(trace::Event end) {
  end.root = trace::kThisGroup;
  end.bytes_sent = 0;
  end.bytes_received = 0;
  end.sources = {};
  return end;
}

void Completion::conclude(size_t position, int error, const MPI_Status& status) {
  if (position >= taken_.size()) return;
  if (error == MPI_SUCCESS) return complete(position, status);
  TakenRequest& taken = taken_[position];
  if (error == MPI_ERR_PENDING || !taken || !taken->active) return;
  const trace::Event& end = taken->completion;
  if (end.kind == trace::EventKind::irecv) {
    const std::optional<MPI_Status> received = status_of_message(error, status);
    if (received) return complete(position, *received);
  }
  if (taken->stored && end.kind == trace::EventKind::icollective_complete)
    write_even_if_off(without_part(end));
  else if (taken->stored && !is_access(*taken))
    write_cancelled(*taken);
  taken->active = false;
  if (!taken->start) taken.forget();
}

void Completion::write_tested_in_vain() {
  if (!tested_in_vain()) return;
  for (const TakenRequest& taken : taken_) {
    if (!taken || !taken->active || !taken->stored) continue;
    using enum trace::EventKind;
    trace::Event event = event_of_request(*taken, request_test, io_operation_test);
    if (is_access(*taken)) {
      event.kind = rma_test;
      event.window = taken->completion.window;
    }
    write(event);
  }
}

void Completion::all(int result, bool completed, const Statuses& statuses) {
  if (!completed && result == MPI_SUCCESS) return write_tested_in_vain();
  for (size_t position = 0; position < taken_.size(); ++position) {
    const MPI_Status status = statuses[position];
    conclude(position, result == MPI_ERR_IN_STATUS ? status.MPI_ERROR : result, status);
  }
}

void Completion::any(int result, bool completed, int index, const Statuses& statuses) {
  if (!completed && result == MPI_SUCCESS) return write_tested_in_vain();
  if (index >= 0) conclude(static_cast<size_t>(index), result, statuses[0]);
}

void Completion::some(int result, int completed, const int* indices, int first_index,
                      const Statuses& statuses) {
  if (result != MPI_SUCCESS && result != MPI_ERR_IN_STATUS) return;
  if (completed == MPI_UNDEFINED) return;
  if (completed == 0) return write_tested_in_vain();
  for (int nth = 0; nth < completed; ++nth) {
    const MPI_Status status = statuses[static_cast<size_t>(nth)];
    conclude(static_cast<size_t>(indices[nth] - first_index),
             result == MPI_SUCCESS ? result : status.MPI_ERROR, status);
  }
}

RequestRelease::RequestRelease(MPI_Request request)
    : taken_(requests.take(request)), partitioned_(partitioned_requests.take(request)) {
  if (!taken_ || !taken_->active) return;
  const InsideLibrary inside;
  int flag = 0;
  complete_ = PMPI_Request_get_status(request, &flag, &status_) == MPI_SUCCESS && flag != 0;
}

void RequestRelease::released(int result) {
  if (result != MPI_SUCCESS) {
    requests.put_back(taken_);
    partitioned_requests.put_back(partitioned_);
  } else if (taken_ && taken_->active) {
    write_end_of_active(*taken_);
  }
}

void RequestRelease::write_end_of_active(const RequestInfo& info) const {
  const trace::EventKind kind = info.completion.kind;
  if (complete_) {
    write_completion(info, status_);
  } else if (kind == trace::EventKind::irecv && info.known && !info.cancel_asked) {
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
  requests.look_at(request, [](RequestInfo& info) {
    info.cancel_asked = kCancelsSends || info.completion.kind != trace::EventKind::isend_complete;
  });
}

}  // namespace latecomer::record::mpi
