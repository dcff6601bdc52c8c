// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <optional>

#include "record/mpi/communicators.h"

// Blocking messages, and what all kinds of messages share.
namespace latecomer::record::mpi {

/// Holds the arguments that say what is sent where, or what may be received from where.
struct Envelope {
  MPI_Count count = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  int peer = MPI_PROC_NULL;
  int tag = 0;
  MPI_Comm comm = MPI_COMM_NULL;
};

MPI_Count size_of(MPI_Datatype datatype);
MPI_Count bytes_received(const MPI_Status& status);

/// Returns a `send` or `isend` event, without a request; none if nothing is sent (MPI_PROC_NULL), if the
/// communicator is not known, or if the arguments are wrong, so that no failing call writes an event that
/// other processes would be matched with.
std::optional<trace::Event> send_event(trace::EventKind kind, const Envelope& message);

/// Returns a `recv` or `irecv` event of the message that `status` describes; none for MPI_PROC_NULL.
std::optional<trace::Event> receive_event(trace::EventKind kind, trace::CommId comm,
                                          const MPI_Status& status);

/// Returns the status of a receive that returned `error`, if MPI has taken a message for it: also one that
/// was too long for its buffer, whose length is not known.
std::optional<MPI_Status> status_of_message(int error, const MPI_Status& status);

/// These functions return the source and the tag in a receive's event: kNoRank and kAnyTag for wildcards.
trace::RankInComm peer_of(int source);
uint32_t tag_of(int tag);

/// Writes the send, before the real call of MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend, and of the sending
/// half of MPI_Sendrecv.
void blocking_send(const Envelope& message);
/// Records a call that waits for a message: a receive, a probe.
class WaitForMessage {
 public:
  WaitForMessage(MPI_Comm comm, int source, int tag);
  /// Says that the call may wait for the message, while this lives.
  void may_wait() const;
  /// Writes the receive, after the real call of MPI_Recv and of the receiving half of MPI_Sendrecv.
  void received(int result, const MPI_Status& status) const;

 private:
  MPI_Comm handle_;
  const CommInfo* comm_;
  int source_;
  int tag_;
};

/// Writes what was found, after MPI_Probe and MPI_Iprobe.
void message_probed(int result, bool found, MPI_Comm comm, const MPI_Status& status);

/// Identifies a message that MPI_Mprobe or MPI_Improbe took out of the queue, for the MPI_Mrecv or MPI_Imrecv
/// that gets its handle.
struct MatchedMessage {
  trace::CommId comm;   ///< Is the message's communicator, invalid if it is unknown or MPI_MESSAGE_NO_PROC.
  uint64_t number = 0;  ///< Is the message's number among the matched ones of this process, from 1.
};

/// Makes the message known, after MPI_Mprobe and MPI_Improbe.
void message_matched(int result, bool found, MPI_Comm comm, MPI_Message message, const MPI_Status& status);
/// Returns the message and forgets it, before MPI_Mrecv and MPI_Imrecv.
MatchedMessage take_matched_message(MPI_Message message);
/// Says that the receive whose event follows gets this message.
void write_match(const MatchedMessage& message);
/// Writes the receive, after the real call of MPI_Mrecv.
void matched_receive(int result, const MatchedMessage& message, const MPI_Status& status);

}  // namespace latecomer::record::mpi
