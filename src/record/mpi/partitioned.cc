// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/partitioned.h"

#include <optional>

#include "record/mpi/call.h"
#include "record/mpi/requests.h"

namespace latecomer::record::mpi {

constinit HandleTable<MPI_Request, PartitionedRequest> partitioned_requests;

namespace {

// All of this is written also while recording is off: the n-th start of a transfer belongs to the n-th of its
// other end.

std::optional<PartitionedRequest> find_partitioned(MPI_Request handle) {
  std::optional<PartitionedRequest> known;
  partitioned_requests.look_at(handle, [&](const PartitionedRequest& request) { known = request; });
  return known;
}

/// Writes nothing for partitions that do not exist: the call fails.
void write_partition(trace::EventKind kind, const PartitionedRequest& request, int partition) {
  if (partition < 0 || partition >= request.partitions) return;
  trace::Event event = event_of(kind);
  event.request = request.id;
  event.partition() = static_cast<uint32_t>(partition);
  write_even_if_off(event);
}

/// Writes `init`, whose request, peer and communicator are set here, and makes the request known to the calls
/// that start and complete it.
void initialized(trace::Event init, trace::EventKind start, trace::EventKind completion,
                 const Envelope& message, int partitions, MPI_Request request) {
  const CommInfo* comm = find_comm(message.comm);
  if (comm == nullptr || message.peer < 0) return;  // MPI_PROC_NULL
  init.comm = comm->id;
  init.peer = static_cast<trace::RankInComm>(message.peer);
  init.tag = static_cast<uint32_t>(message.tag);
  init.partitions() = static_cast<uint32_t>(partitions);
  init.request = next_request();
  write_even_if_off(init);

  RequestInfo info;
  info.start = start;
  info.completion = event_of(completion);
  info.completion.request = init.request;
  info.active = false;
  info.keeps_id = true;
  add_request(request, info);
  partitioned_requests.set(request, {init.request, partitions});
}

uint64_t bytes_of(const Envelope& message, int partitions) {
  return static_cast<uint64_t>(message.count * partitions * size_of(message.datatype));
}

}  // namespace

void partitioned_send_initialized(int result, const Envelope& message, int partitions, MPI_Request request) {
  if (result != MPI_SUCCESS) return;
  trace::Event init = event_of(trace::EventKind::psend_init);
  init.bytes_sent = bytes_of(message, partitions);
  initialized(init, trace::EventKind::psend_request, trace::EventKind::psend_complete, message, partitions,
              request);
}

void partitioned_receive_initialized(int result, const Envelope& message, int partitions,
                                     MPI_Request request) {
  if (result != MPI_SUCCESS) return;
  trace::Event init = event_of(trace::EventKind::precv_init);
  init.bytes_received = bytes_of(message, partitions);
  initialized(init, trace::EventKind::precv_request, trace::EventKind::precv_complete, message, partitions,
              request);
}

void partition_ready(MPI_Request request, int partition) {
  partition_range_ready(request, partition, partition);
}

void partition_range_ready(MPI_Request request, int first, int last) {
  const std::optional<PartitionedRequest> known = find_partitioned(request);
  if (!known) return;
  for (int partition = first; partition <= last && partition < known->partitions; ++partition)
    write_partition(trace::EventKind::pready, *known, partition);
}

void partition_list_ready(MPI_Request request, const int* partitions, int count) {
  const std::optional<PartitionedRequest> known = find_partitioned(request);
  if (!known) return;
  for (int i = 0; i < count; ++i) write_partition(trace::EventKind::pready, *known, partitions[i]);
}

void partition_tested(int result, MPI_Request request, int partition, bool arrived) {
  if (result == MPI_SUCCESS && !arrived && !mark_test_unsuccessful()) return;
  const std::optional<PartitionedRequest> known = find_partitioned(request);
  if (!known || result != MPI_SUCCESS) return;
  write_partition(arrived ? trace::EventKind::parrived : trace::EventKind::ptested, *known, partition);
}

}  // namespace latecomer::record::mpi
