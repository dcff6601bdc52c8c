// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "record/mpi/call.h"
#include "record/mpi/partitioned.h"
#include "record/mpi/point_to_point.h"
#include "record/mpi/request_handles.h"
#include "record/mpi/statuses.h"

// Nonblocking and persistent operations between their start and their completion.
namespace latecomer::record::mpi {

/// Holds what the recorder knows about a request. A request that was started while recording is off is not
/// known (unless there is on_completion), so nothing is written when it completes; one that was started
/// before is written to its end, so that later messages find the right ends.
struct RequestInfo {
  /// Is written when the operation completes: `isend_complete`, `irecv` (of its message, its status says what
  /// the call did not ask for), `icollective_complete`, `rma_complete_local` or `io_operation_complete` (its
  /// bytes come from the status, too). Of messages it has the envelope that the call asked for, with kNoRank
  /// and kAnyTag.
  trace::Event completion;
  uint64_t send_request = 0;  ///< Is the send's id of MPI_Isendrecv, completed with the receive.
  /// Makes the duplicate of MPI_Comm_idup known, and is deleted then.
  std::function<void()>* on_completion = nullptr;
  /// Is the event that each start writes, with the fields of the completion; `other`: not persistent.
  trace::EventKind start = trace::EventKind::other;
  bool active = true;
  bool keeps_id = false;  ///< Says that all starts have the id of the initialization (partitioned).
  bool cancel_asked = false;
  bool stored = true;  ///< Is false if it started while recording was off: for on_completion.
  /// Says that the request receives a message that a probe took, or of which nothing is known, so that nobody
  /// can say what it waits for.
  bool has_other_message = false;

  bool is_persistent() const { return start != trace::EventKind::other; }
};

/// Finds out by sends to MPI_PROC_NULL which handle MPI gives to all sends that are complete when started.
/// It is called before there are requests of the program.
void find_shared_handle(MPI_Comm comm);

/// Makes the request known: it is waited for, tested and freed with the events of `info` from here on.
void add_request(MPI_Request request, const RequestInfo& info);

/// Records MPI_Isend and its siblings: writes the start before the real call, knows the request after it.
class NonblockingSend {
 public:
  explicit NonblockingSend(const Envelope& message);
  void started(int result, MPI_Request request);

 private:
  std::optional<trace::Event> start_;
};

/// Makes the request known, after the real call of MPI_Irecv.
void receive_started(int result, const Envelope& message, MPI_Request request);
/// Makes the request known, after the real call of MPI_Imrecv.
void matched_receive_started(int result, const MatchedMessage& message, MPI_Request request);

/// Records MPI_Isendrecv and MPI_Isendrecv_replace: one request for a send and a receive.
class NonblockingSendReceive {
 public:
  NonblockingSendReceive(const Envelope& sent, const Envelope& received);
  void started(int result, MPI_Request request);

 private:
  std::optional<trace::Event> start_;
  Envelope received_;
};

/// These functions make requests known, after MPI_Send_init (and its siblings) and MPI_Recv_init.
void send_initialized(int result, const Envelope& message, MPI_Request request);
void receive_initialized(int result, const Envelope& message, MPI_Request request);

/// Records MPI_Start and MPI_Startall: sends and collectives before the real call, receives after it.
class PersistentStart {
 public:
  template <class Handle>
  PersistentStart(const Handle* requests, int count) : before_(requests, count) {
    start();
  }
  /// Writes the starts of the operations. `requests` are those after the call: Open MPI gives a request
  /// another handle where the message of its last start is still on its way.
  template <class Handle>
  void started(int result, const Handle* requests, int count) {
    started(result, RequestHandles(requests, count).all());
  }
  /// Takes the call, which did not return, for one that has failed.
  void left() { started(MPI_ERR_OTHER, before_.all()); }

 private:
  void start();
  void started(int result, std::span<const MPI_Request> requests);

  RequestHandles before_;
  Ticks begin_ = moment;  ///< Is when the call began.
};

/// Records the calls that complete requests, or find them complete. Only those that have completed are looked
/// up, by the handles that they had before the call and the time at which it began, so that it does not
/// matter if another thread has got the handle of a completed one for a new operation.
class Completion {
 public:
  template <class Handle>
  Completion(const Handle* requests, int count) : handles_(requests, count) {}
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  /// These functions say that the call may wait, until all, or any, of the requests are complete.
  void may_wait_for_all() const;
  void may_wait_for_any() const;
  /// Completes the requests of MPI_Wait, MPI_Waitall, MPI_Test, MPI_Testall. What MPI_Request_get_status
  /// finds complete ends, too, though the request stays.
  void all(int result, bool completed, const Statuses& statuses);
  /// Completes the request of MPI_Waitany, MPI_Testany: `index` is from 0, or negative if none was active.
  void any(int result, bool completed, int index, const Statuses& statuses);
  /// Completes requests of MPI_Waitsome, MPI_Testsome: `indices` count from `first_index`.
  void some(int result, int completed, const int* indices, int first_index, const Statuses& statuses);
  /// Ends a call that did not return: a single request has failed; of several, nobody knows which.
  void left();

 private:
  /// Completes the request, or forgets it if it failed, or leaves it if it is still pending.
  void conclude(size_t position, int error, const MPI_Status& status);
  void write_unsuccessful_test();

  RequestHandles handles_;
  Ticks begin_ = moment;  ///< Is when the call began.
};

/// Records MPI_Request_free.
class RequestRelease {
 public:
  explicit RequestRelease(MPI_Request request);
  void released(int result);

 private:
  void write_end_of_active(const RequestInfo& info) const;

  // Taken out before the real call: once it is done, another thread may get the handle.
  MPI_Request handle_;
  std::optional<RequestInfo> taken_;
  std::optional<PartitionedRequest> partitioned_;
  bool complete_ = false;  ///< Says that the operation was complete when the request was freed.
  MPI_Status status_{};
};

/// Writes the completions of receives that were freed before their messages arrived, as a region of their
/// own. It is called in MPI_Finalize, once all processes are there: then the messages have arrived.
void complete_released_receives();

/// Returns the end of a collective operation that failed on this member: it is in the order of the
/// operations, but nobody waits for the member, and it waits for nobody, as a member of the group that the
/// root of an intercommunicator is in.
trace::Event without_part(trace::Event end);

/// Notes that the request may be cancelled, after MPI_Cancel.
void cancel_asked(int result, MPI_Request request);

}  // namespace latecomer::record::mpi
