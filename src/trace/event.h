// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string_view>

#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::trace {

/// Which fields of an Event each kind uses is said beside it; all use `time`.
enum class EventKind : uint8_t {
  enter,                 ///< region
  leave,                 ///< region (invalid: the innermost open one)
  send,                  ///< comm, peer (destination), tag, bytes_sent: a blocking send
  isend,                 ///< comm, peer, tag, bytes_sent, request: a nonblocking or persistent send starts
  isend_complete,        ///< request
  irecv_request,         ///< request: a nonblocking or persistent receive starts; its envelope is known at
                         ///< completion
  recv,                  ///< comm, peer (source), tag, bytes_received: a blocking receive has its message
  irecv,                 ///< comm, peer, tag, bytes_received, request: a nonblocking receive completes
  request_test,          ///< request: tested in vain
  request_cancelled,     ///< request: never will complete
  collective_begin,      ///< –
  collective_end,        ///< collective, comm, root, bytes_sent, bytes_received, sources (neighbourhood
                         ///< collectives)
  icollective_request,   ///< request: a nonblocking collective starts
  icollective_complete,  ///< as collective_end, and request
  probe,  ///< comm, peer (source), tag, request (message handle; 0: ordinary probe): found a message
  match,  ///< request (message handle): the receive that follows takes the message of this probe
  receive_pending,  ///< comm, peer (source; kNoRank: any), tag (or kAnyTag): what the call waited for in
                    ///< which the program died; the location's last event
  psend_init,       ///< comm, peer, tag, bytes_sent, request, number (partitions)
  precv_init,       ///< comm, peer, tag, bytes_received, request, number (partitions)
  psend_request,    ///< request: a transfer starts
  precv_request,    ///< request: a transfer starts
  pready,           ///< request, number (the partition that is ready to be sent)
  parrived,         ///< request, number (the partition that has arrived)
  ptested,          ///< request, number (the partition that was tested in vain)
  psend_complete,   ///< request
  precv_complete,   ///< request
  other_world,      ///< –: a message, or a collective operation, with processes of another MPI_COMM_WORLD,
                    ///< which the archive does not have
  thread_fork,      ///< paradigm, number (threads asked for): this thread starts a team
  thread_join,      ///< paradigm: the team of the innermost fork has ended
  team_begin,       ///< comm (the team): from here on this thread, too, works in it
  team_end,         ///< comm (the team)
  acquire_lock,     ///< paradigm, request (lock), number (how often the lock was acquired before, by anybody)
  release_lock,     ///< paradigm, request (lock), number (as in its acquire_lock)
  rma_win_create,   ///< window
  rma_win_destroy,  ///< window
  rma_collective_begin,  ///< –
  rma_collective_end,    ///< collective, window, root, bytes_sent, bytes_received: fences, windows made and
                         ///< freed
  rma_group_sync,    ///< window, sources (the processes with whom the epoch begins or ends); the region says
                     ///< which of post, start, complete and wait it is
  rma_request_lock,  ///< window, peer (target; kNoRank: all members), request (lock), number (1: exclusive,
                     ///< 0: shared)
  rma_acquire_lock,  ///< as rma_request_lock
  rma_release_lock,  ///< window, peer (target; kNoRank: all members), request (lock)
  rma_put,           ///< window, peer (target), bytes_sent
  rma_get,           ///< window, peer (target), bytes_received
  rma_atomic,        ///< window, peer (target), bytes_sent, bytes_received
  comm_create,       ///< comm
  comm_destroy,      ///< comm
  program_begin,     ///< region (Trace::region knows it by the program's name): the whole run, as if entered
  program_end,       ///< region: as if left
  measurement_off,   ///< –
  measurement_on,    ///< –
  buffer_flush,      ///< bytes_sent: ticks that the recorder took to write its buffer
  other,             ///< known to the format, of no use to the analysis yet
};

/// Collective operations by what their members wait for.
enum class CollectiveOp : uint8_t {
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  allreduce,
  reduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  create_handle,
  destroy_handle,
  allocate,
  deallocate,
  create_handle_and_allocate,
  destroy_handle_and_deallocate,
  none,
};

/// A rank within an event's communicator. kNoRank: none. As the root of an intercommunicator's collective
/// also kSelfRank: this process is the root; kThisGroup: the root is another process of this process's group.
using RankInComm = uint32_t;
inline constexpr RankInComm kNoRank = UINT32_MAX;
inline constexpr RankInComm kSelfRank = UINT32_MAX - 1;
inline constexpr RankInComm kThisGroup = UINT32_MAX - 2;
inline constexpr uint32_t kAnyTag = UINT32_MAX;

/// One event of one location, as the archive has it. Plain data of every kind in one struct, so that reading,
/// writing, printing and condensing are one function each.
struct Event {
  Ticks time;
  EventKind kind = EventKind::other;
  CollectiveOp collective = CollectiveOp::none;
  RegionId region;
  CommId comm;
  RankInComm peer = kNoRank;
  uint32_t tag = 0;
  RankInComm root = kNoRank;
  GroupId sources;  ///< the members whose data this location waits for, where it is not everybody's
  WindowId window;
  Paradigm paradigm = Paradigm::unknown;
  uint32_t number = 0;
  uint64_t request = 0;
  uint64_t bytes_sent = 0;
  uint64_t bytes_received = 0;
};

std::string_view name_of(EventKind kind);
std::string_view name_of(CollectiveOp op);

}  // namespace latecomer::trace
