// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "record/mpi/handle_table.h"
#include "record/mpi/partitioned.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/statuses.h"

// Nonblocking and persistent operations between their start and their completion.
namespace latecomer::record::mpi {

struct KnownEnvelope {
  trace::RankInComm source = trace::kNoRank;
  uint32_t tag = 0;
};

/// What the recorder knows about a request. What was started while recording is off is not known (unless
/// there is on_completion), so nothing is written when it completes; what was started before is written to
/// its end, so that later messages find the right ends.
struct RequestInfo {
  /// What is written when the operation completes: `isend_complete`, `irecv` (its envelope comes from the
  /// status), `icollective_complete`, `rma_complete_local` or `io_operation_complete` (its bytes come from
  /// the status, too). Of messages it has the envelope that the call asked for, with kNoRank and kAnyTag.
  trace::Event completion;
  /// Persistent requests: what each start writes.
  std::optional<trace::Event> start;
  uint64_t send_request = 0;  ///< MPI_Isendrecv: the request id of the send, completed with the receive
  /// Receives without wildcards: what the call asked for.
  std::optional<KnownEnvelope> known;
  std::function<void()> on_completion;  ///< MPI_Comm_idup: makes the duplicate known
  bool active = true;
  bool keeps_id = false;  ///< all starts have the request id of the initialization: partitioned messages
  bool cancel_asked = false;
  bool stored = true;  ///< false: its start was not, since recording was off; known for on_completion alone
  /// It receives a message that a probe took, or of which nothing is known: nobody can tell what it waits
  /// for.
  bool has_other_message = false;
};

using RequestTable = HandleTable<MPI_Request, RequestInfo>;
using TakenRequest = RequestTable::Taken;

/// From here on the request is waited for, tested and freed with the events of `info`.
void add_request(MPI_Request request, RequestInfo info);

/// MPI_Isend and its siblings: the start is written before the real call, the request is known after it.
class NonblockingSend {
 public:
  explicit NonblockingSend(const Envelope& message);
  void started(int result, MPI_Request request);

 private:
  std::optional<trace::Event> start_;
};

/// After the real call of MPI_Irecv.
void receive_started(int result, const Envelope& message, MPI_Request request);
/// After the real call of MPI_Imrecv.
void matched_receive_started(int result, const MatchedMessage& message, MPI_Request request);

/// MPI_Isendrecv and MPI_Isendrecv_replace: one request for a send and a receive.
class NonblockingSendReceive {
 public:
  NonblockingSendReceive(const Envelope& sent, const Envelope& received);
  void started(int result, MPI_Request request);

 private:
  std::optional<trace::Event> start_;
  Envelope received_;
};

/// After the real calls of MPI_Send_init (and its siblings) and MPI_Recv_init.
void send_initialized(int result, const Envelope& message, MPI_Request request);
void receive_initialized(int result, const Envelope& message, MPI_Request request);

/// MPI_Start and MPI_Startall. Sends and collectives are written before the real call, receives after it.
class PersistentStart {
 public:
  explicit PersistentStart(std::span<const MPI_Request> requests);
  /// `requests` are the same as after the call: Open MPI gives a request another handle where the message of
  /// its last start is still on its way.
  void started(int result, std::span<const MPI_Request> requests);

 private:
  std::vector<TakenRequest> taken_;
};

/// The calls that complete requests. The requests are taken out of the table for the time of the real call,
/// since another thread may get the handle of a completed one for a new operation; what did not complete is
/// put back.
class Completion {
 public:
  explicit Completion(std::span<const MPI_Request> requests);
  ~Completion();
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  /// What a call waits for that returns when all, or when any, of the requests are complete.
  void write_pending_all() const;
  void write_pending_any() const;
  /// MPI_Wait, MPI_Waitall, MPI_Test, MPI_Testall.
  void all(int result, bool completed, const Statuses& statuses);
  /// MPI_Waitany, MPI_Testany: `index` counts from 0, or is negative if no request was active.
  void any(int result, bool completed, int index, const Statuses& statuses);
  /// MPI_Waitsome, MPI_Testsome: `indices` count from `first_index`.
  void some(int result, int completed, const int* indices, int first_index, const Statuses& statuses);

 private:
  void complete(size_t position, const MPI_Status& status);
  /// Completes the request, or forgets it if it failed, or keeps it if it is still pending.
  void conclude(size_t position, int error, const MPI_Status& status);
  void write_tested_in_vain();
  struct Pending;
  Pending pending() const;

  std::vector<TakenRequest> taken_;  // by position; nothing where the request is null or not known
  bool all_known_ = true;            // nothing only where it is null
};

/// MPI_Request_free.
class RequestRelease {
 public:
  explicit RequestRelease(MPI_Request request);
  void released(int result);

 private:
  void write_end_of_active(const RequestInfo& info) const;

  TakenRequest taken_;
  bool complete_ = false;  ///< when it was freed
  MPI_Status status_{};
  HandleTable<MPI_Request, PartitionedRequest>::Taken partitioned_;
};

/// Receives that were freed before their messages arrived: in MPI_Finalize, once all processes are there, the
/// messages have arrived. Writes their completions, as a region of their own.
void complete_released_receives();

/// The end of a collective operation that failed on this member: it is in the order of the operations, but
/// nobody waits for the member, and it waits for nobody, as a member of the group that the root of an
/// intercommunicator is in.
trace::Event without_part(trace::Event end);

/// After MPI_Cancel.
void cancel_asked(int result, MPI_Request request);

}  // namespace latecomer::record::mpi
