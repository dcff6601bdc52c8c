// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/point_to_point.h"

#include <atomic>
#include <span>

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
  event.message() = message;
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

trace::RankInComm peer_of(int source) {
  return source == MPI_ANY_SOURCE ? trace::kNoRank : static_cast<trace::RankInComm>(source);
}

uint32_t tag_of(int tag) {
  return tag == MPI_ANY_TAG ? trace::kAnyTag : static_cast<uint32_t>(tag);
}

void blocking_send(const Envelope& message) {
  const std::optional<trace::Event> event = send_event(trace::EventKind::send, message);
  if (event) write(*event);
}

WaitForMessage::WaitForMessage(MPI_Comm comm, int source, int tag)
    : handle_(comm), comm_(find_comm(comm)), source_(source), tag_(tag) {}

void WaitForMessage::may_wait() const {
  if (comm_ == nullptr || source_ == MPI_PROC_NULL) return;
  record::may_wait(
      [](const void* call, std::span<trace::Event> room) noexcept -> size_t {
        const auto& wait = *static_cast<const WaitForMessage*>(call);
        room[0] = event_of(trace::EventKind::receive_pending);
        room[0].comm = wait.comm_->id;
        room[0].peer = peer_of(wait.source_);
        room[0].tag = tag_of(wait.tag_);
        return 1;
      },
      this, 1);
}

void WaitForMessage::received(int result, const MPI_Status& status) const {
  const CommInfo* info = comm_ != nullptr ? comm_ : find_comm_of(trace::EventKind::recv, handle_);
  if (info == nullptr) return;
  const std::optional<MPI_Status> received = status_of_message(result, status);
  if (!received) return;
  const std::optional<trace::Event> event = receive_event(trace::EventKind::recv, info->id, *received);
  if (event) write(*event);
}

void message_probed(int result, bool found, MPI_Comm comm, const MPI_Status& status) {
  if (result == MPI_SUCCESS && !found) mark_test_unsuccessful();
  const CommInfo* info = find_comm(comm);
  if (info == nullptr || result != MPI_SUCCESS || !found) return;
  write_probe(info->id, status, kOrdinaryProbe);
}

void message_matched(int result, bool found, MPI_Comm comm, MPI_Message message, const MPI_Status& status) {
  if (result == MPI_SUCCESS && !found) mark_test_unsuccessful();
  if (result != MPI_SUCCESS || !found || message == MPI_MESSAGE_NO_PROC || !storing()) return;
  const CommInfo* info = find_comm(comm);
  if (info == nullptr) return;
  const MatchedMessage matched{info->id, ++matched_message_count};
  matched_messages.set(message, matched);
  write_probe(matched.comm, status, matched.number);
}

MatchedMessage take_matched_message(MPI_Message message) {
  const std::optional<MatchedMessage> taken = matched_messages.take(message);
  return taken ? *taken : MatchedMessage();
}

void write_match(const MatchedMessage& message) {
  trace::Event event = event_of(trace::EventKind::match);
  event.message() = message.number;
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
