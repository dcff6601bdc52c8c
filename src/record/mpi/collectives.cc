// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/collectives.h"

#include <utility>
#include <vector>

#include "record/mpi/call.h"

namespace latecomer::record::mpi {

namespace {

trace::RankInComm root_of(const CollectiveArguments& arguments, const CommInfo& comm) {
  switch (arguments.op) {
    case trace::CollectiveOp::bcast:
    case trace::CollectiveOp::gather:
    case trace::CollectiveOp::gatherv:
    case trace::CollectiveOp::scatter:
    case trace::CollectiveOp::scatterv:
    case trace::CollectiveOp::reduce:
      break;
    default:
      return trace::kNoRank;
  }
  if (comm.inter && arguments.root == MPI_ROOT) return trace::kSelfRank;
  if (comm.inter && arguments.root == MPI_PROC_NULL) return trace::kThisGroup;
  return static_cast<trace::RankInComm>(arguments.root);
}

/// Returns whose data this member of MPI_Alltoallv or MPI_Alltoallw waits for: the bytes in the event are a
/// sum, and say nothing of the members that send none. An invalid group stands for everybody.
trace::GroupId sources_of(const CollectiveArguments& arguments, CommInfo& comm) {
  constexpr size_t kMostGroups = 1000;  // of a communicator, so that they need little memory
  const bool by_member =
      arguments.op == trace::CollectiveOp::alltoallv || arguments.op == trace::CollectiveOp::alltoallw;
  if (!by_member || comm.inter) return {};
  std::vector<uint32_t> sources;
  for (int rank = 0; rank < comm.size; ++rank) {
    if (arguments.recvcounts[rank] > 0) sources.push_back(static_cast<uint32_t>(rank));
  }
  // Who gets nothing at all waits for nobody, which the bytes say.
  if (sources.empty() || sources.size() == static_cast<size_t>(comm.size)) return {};
  const auto found = comm.source_groups.find(sources);
  if (found != comm.source_groups.end()) return found->second;
  if (comm.source_groups.size() == kMostGroups) return {};
  const trace::GroupId group = define_sources(comm.unique_id, sources);
  return comm.source_groups.emplace(std::move(sources), group).first->second;
}

trace::Event end_event(trace::EventKind kind, int result, const CollectiveArguments& arguments,
                       CommInfo& comm) {
  trace::Event event = event_of(kind);
  event.collective = arguments.op;
  event.comm = comm.id;
  if (result != MPI_SUCCESS) return without_part(event);
  event.root = root_of(arguments, comm);
  const BytesMoved moved = bytes_moved(arguments, comm);
  event.bytes_sent = moved.sent;
  event.bytes_received = moved.received;
  event.sources = arguments.on_neighbours ? neighbourhood_of(arguments.comm, comm).source_group
                                          : sources_of(arguments, comm);
  return event;
}

/// Returns nullptr also while recording is off.
CommInfo* comm_of(const CollectiveArguments& arguments) {
  return storing() ? find_comm_of(trace::EventKind::collective_end, arguments.comm) : nullptr;
}

/// Writes the start of a nonblocking collective operation and gives it its request id.
void write_start(RequestInfo& info) {
  trace::Event start = event_of(trace::EventKind::icollective_request);
  start.request = info.completion.request = next_request();
  write(start);
}

void start_or_end(int result, MPI_Request request, const RequestInfo& info) {
  if (result == MPI_SUCCESS) return add_request(request, info);
  if (info.stored) write(without_part(info.completion));
}

}  // namespace

Collective::Collective(const CollectiveArguments& arguments) : comm_(comm_of(arguments)) {
  if (comm_ != nullptr) begin_collective(*comm_);
}

void Collective::finished(int result, const CollectiveArguments& arguments) {
  if (comm_ != nullptr) write(end_event(trace::EventKind::collective_end, result, arguments, *comm_));
}

NonblockingCollective::NonblockingCollective(const CollectiveArguments& arguments)
    : comm_(comm_of(arguments)) {
  if (comm_ != nullptr) write_start(info_);
}

void NonblockingCollective::started(int result, const CollectiveArguments& arguments, MPI_Request request) {
  if (comm_ == nullptr) return;
  const uint64_t id = info_.completion.request;
  info_.completion = end_event(trace::EventKind::icollective_complete, result, arguments, *comm_);
  info_.completion.request = id;
  start_or_end(result, request, info_);
}

// Members may start several operations in different orders, but initialize them in one: each has a
// communicator of its own, on which its starts are the only operations.
void collective_initialized(int result, const CollectiveArguments& arguments, MPI_Request request) {
  CommInfo* comm = find_comm_of(trace::EventKind::collective_end, arguments.comm);
  if (result != MPI_SUCCESS || comm == nullptr) return;
  RequestInfo info;
  info.start = trace::EventKind::icollective_request;
  info.completion = end_event(trace::EventKind::icollective_complete, result, arguments, *comm);
  info.completion.comm = define_twin(arguments.comm, *comm);
  info.active = false;
  add_request(request, info);
}

NonblockingDuplication::NonblockingDuplication(MPI_Comm parent) : parent_(find_comm(parent)) {
  if (parent_ == nullptr) return;
  info_.completion = event_of(trace::EventKind::icollective_complete);
  info_.completion.collective = trace::CollectiveOp::create_handle;
  info_.completion.comm = parent_->id;
  origin_ = next_child(*parent_);
  info_.stored = storing();
  if (info_.stored) write_start(info_);
}

void NonblockingDuplication::started(int result, std::function<MPI_Comm()> duplicate, MPI_Request request) {
  if (parent_ == nullptr) return;
  if (result == MPI_SUCCESS)
    info_.on_completion = new std::function<void()>(
        [duplicate = std::move(duplicate), origin = origin_] { make_known(duplicate(), origin); });
  start_or_end(result, request, info_);
}

}  // namespace latecomer::record::mpi
