// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/point_to_point.h"

#include <mutex>
#include <unordered_map>

#include "record/mpi/call.h"
#include "record/mpi/handle_key.h"

namespace latecomer::record::mpi {

namespace {

struct MatchedMessages {
  std::mutex mutex;
  std::unordered_map<uint64_t, trace::CommId> comm_by_handle;
};

// Never destroyed: threads may still communicate while the process exits.
MatchedMessages& matched_messages() {
  static MatchedMessages* const messages = new MatchedMessages;
  return *messages;
}

}  // namespace

MPI_Count size_of(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL) return 0;
  MPI_Count size = 0;
  return PMPI_Type_size_x(datatype, &size) == MPI_SUCCESS && size > 0 ? size : 0;
}

MPI_Count bytes_received(const MPI_Status& status) {
  // In bytes, so that the datatype of the receive, possibly freed by now, is not needed.
  MPI_Count bytes = 0;
  return PMPI_Get_elements_x(&status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes > 0 ? bytes : 0;
}

std::optional<trace::Event> send_event(trace::EventKind kind, const Envelope& message) {
  const CommInfo* comm = find_comm(message.comm);
  if (comm == nullptr || message.peer < 0 || message.peer >= comm->peers) return {};
  if (message.tag < 0 || message.count < 0) return {};
  trace::Event event = event_of(kind);
  event.comm = comm->id;
  event.peer = static_cast<trace::RankInComm>(message.peer);
  event.tag = static_cast<uint32_t>(message.tag);
  event.bytes_sent = static_cast<uint64_t>(message.count * size_of(message.datatype));
  return event;
}

std::optional<trace::Event> receive_event(trace::EventKind kind, trace::CommId comm, const MPI_Status& status) {
  if (!comm.valid() || status.MPI_SOURCE < 0) return {};
  trace::Event event = event_of(kind);
  event.comm = comm;
  event.peer = static_cast<trace::RankInComm>(status.MPI_SOURCE);
  event.tag = static_cast<uint32_t>(status.MPI_TAG);
  event.bytes_received = static_cast<uint64_t>(bytes_received(status));
  return event;
}

void blocking_send(const Envelope& message) {
  const std::optional<trace::Event> event = send_event(trace::EventKind::send, message);
  if (event) record(*event);
}

void blocking_receive(int result, MPI_Comm comm, const MPI_Status& status) {
  const CommInfo* info = find_comm(comm);
  if (info != nullptr) matched_receive(result, info->id, status);
}

void message_matched(int result, bool found, MPI_Comm comm, MPI_Message message) {
  if (result != MPI_SUCCESS || !found || message == MPI_MESSAGE_NO_PROC) return;
  const CommInfo* info = find_comm(comm);
  if (info == nullptr) return;
  MatchedMessages& messages = matched_messages();
  const std::scoped_lock lock(messages.mutex);
  messages.comm_by_handle[key_of(message)] = info->id;
}

trace::CommId take_matched_message(MPI_Message message) {
  MatchedMessages& messages = matched_messages();
  const std::scoped_lock lock(messages.mutex);
  const auto found = messages.comm_by_handle.find(key_of(message));
  if (found == messages.comm_by_handle.end()) return {};
  const trace::CommId comm = found->second;
  messages.comm_by_handle.erase(found);
  return comm;
}

void matched_receive(int result, trace::CommId comm, const MPI_Status& status) {
  if (result != MPI_SUCCESS) return;
  const std::optional<trace::Event> event = receive_event(trace::EventKind::recv, comm, status);
  if (event) record(*event);
}

}  // namespace latecomer::record::mpi
