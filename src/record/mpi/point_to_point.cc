// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/point_to_point.h"

#include <atomic>

#include "record/mpi/call.h"
#include "record/mpi/handle_table.h"

namespace latecomer::record::mpi {

namespace {

constinit HandleTable<MPI_Message, MatchedMessage> matched_messages;
std::atomic<uint64_t> matched_message_count{0};

constexpr uint64_t kOrdinaryProbe = 0;

void write_probe(trace::CommId comm, const MPI_Status& status, uint64_t message) {
  if (status.MPI_SOURCE < 0) return;  // MPI_PROC_NULL
  trace::Event event = event_of(trace::EventKind::probe);
  event.comm = comm;
  event.peer = static_cast<trace::RankInComm>(status.MPI_SOURCE);
  event.tag = static_cast<uint32_t>(status.MPI_TAG);
  event.request = message;
  write(event);
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
  const CommInfo* comm = find_comm_of(trace::EventKind::send, message.comm);
  if (comm == nullptr || message.peer < 0 || message.peer >= comm->peers) return {};
  if (message.tag < 0 || message.count < 0) return {};
  trace::Event event = event_of(kind);
  event.comm = comm->id;
  event.peer = static_cast<trace::RankInComm>(message.peer);
  event.tag = static_cast<uint32_t>(message.tag);
  event.bytes_sent = static_cast<uint64_t>(message.count * size_of(message.datatype));
  return event;
}

std::optional<trace::Event> receive_event(trace::EventKind kind, trace::CommId comm,
                                          const MPI_Status& status) {
  if (!comm.valid() || status.MPI_SOURCE < 0) return {};
  trace::Event event = event_of(kind);
  event.comm = comm;
  event.peer = static_cast<trace::RankInComm>(status.MPI_SOURCE);
  event.tag = static_cast<uint32_t>(status.MPI_TAG);
  event.bytes_received = static_cast<uint64_t>(bytes_received(status));
  return event;
}

// Both MPI libraries say whose message it was, but not both how long it was, or that it was not cancelled.
std::optional<MPI_Status> status_of_message(int error, const MPI_Status& status) {
  if (error == MPI_SUCCESS) return status;
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(error, &error_class);
  if (error_class != MPI_ERR_TRUNCATE) return {};
  MPI_Status shortened = status;
  PMPI_Status_set_cancelled(&shortened, 0);
  PMPI_Status_set_elements(&shortened, MPI_BYTE, 0);
  return shortened;
}

void blocking_send(const Envelope& message) {
  const std::optional<trace::Event> event = send_event(trace::EventKind::send, message);
  if (event) write(*event);
}

void receive_pending(MPI_Comm comm, int source, int tag) {
  const CommInfo* info = find_comm(comm);
  if (info == nullptr || source == MPI_PROC_NULL) return;
  trace::Event event = event_of(trace::EventKind::receive_pending);
  event.comm = info->id;
  event.peer = source == MPI_ANY_SOURCE ? trace::kNoRank : static_cast<trace::RankInComm>(source);
  event.tag = tag == MPI_ANY_TAG ? trace::kAnyTag : static_cast<uint32_t>(tag);
  write_pending(event);
}

void blocking_receive(int result, MPI_Comm comm, const MPI_Status& status) {
  const CommInfo* info = find_comm_of(trace::EventKind::recv, comm);
  if (info == nullptr) return;
  const std::optional<MPI_Status> received = status_of_message(result, status);
  if (!received) return;
  const std::optional<trace::Event> event = receive_event(trace::EventKind::recv, info->id, *received);
  if (event) write(*event);
}

void message_probed(int result, bool found, MPI_Comm comm, const MPI_Status& status) {
  if (result == MPI_SUCCESS && !found) tested_in_vain();
  const CommInfo* info = find_comm(comm);
  if (info == nullptr || result != MPI_SUCCESS || !found) return;
  write_probe(info->id, status, kOrdinaryProbe);
}

void message_matched(int result, bool found, MPI_Comm comm, MPI_Message message, const MPI_Status& status) {
  if (result == MPI_SUCCESS && !found) tested_in_vain();
  if (result != MPI_SUCCESS || !found || message == MPI_MESSAGE_NO_PROC || !storing()) return;
  const CommInfo* info = find_comm(comm);
  if (info == nullptr) return;
  const MatchedMessage matched{info->id, ++matched_message_count};
  matched_messages.set(message, matched);
  write_probe(matched.comm, status, matched.number);
}

MatchedMessage take_matched_message(MPI_Message message) {
  const HandleTable<MPI_Message, MatchedMessage>::Taken taken = matched_messages.take(message);
  return taken ? *taken : MatchedMessage();
}

void write_match(const MatchedMessage& message) {
  trace::Event event = event_of(trace::EventKind::match);
  event.request = message.number;
  write_even_if_off(event);
}

void matched_receive(int result, const MatchedMessage& message, const MPI_Status& status) {
  const std::optional<MPI_Status> received = status_of_message(result, status);
  if (!received) return;
  const std::optional<trace::Event> event = receive_event(trace::EventKind::recv, message.comm, *received);
  if (!event) return;
  write_match(message);
  write_even_if_off(*event);
}

}  // namespace latecomer::record::mpi
