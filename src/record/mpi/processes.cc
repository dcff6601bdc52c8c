// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/processes.h"

#include <algorithm>

#include "record/mpi/complete.h"

namespace latecomer::record::mpi {

namespace {

constexpr int kTag = 1;
constexpr uint64_t kLargestMessage = uint64_t{1} << 30;  // counts are ints

}  // namespace

Processes::Processes(MPI_Comm comm) : comm_(comm) {
  int rank = 0;
  int size = 1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  rank_ = static_cast<uint32_t>(rank);
  size_ = static_cast<uint32_t>(size);
}

void Processes::send(uint32_t to, std::span<const std::byte> bytes) {
  const int peer = static_cast<int>(to);
  const uint64_t total = bytes.size();
  MPI_Request request;
  PMPI_Isend(&total, 1, MPI_UINT64_T, peer, kTag, comm_, &request);
  complete(request);
  for (uint64_t sent = 0; sent < total; sent += kLargestMessage) {
    const int length = static_cast<int>(std::min(kLargestMessage, total - sent));
    PMPI_Isend(bytes.data() + sent, length, MPI_BYTE, peer, kTag, comm_, &request);
    complete(request);
  }
}

std::vector<std::byte> Processes::receive(uint32_t from) {
  const int peer = static_cast<int>(from);
  uint64_t total = 0;
  MPI_Request request;
  PMPI_Irecv(&total, 1, MPI_UINT64_T, peer, kTag, comm_, &request);
  complete(request);
  std::vector<std::byte> bytes(total);
  for (uint64_t received = 0; received < total; received += kLargestMessage) {
    const int length = static_cast<int>(std::min(kLargestMessage, total - received));
    PMPI_Irecv(bytes.data() + received, length, MPI_BYTE, peer, kTag, comm_, &request);
    complete(request);
  }
  return bytes;
}

void Processes::barrier() {
  MPI_Request request;
  PMPI_Ibarrier(comm_, &request);
  complete(request);
}

}  // namespace latecomer::record::mpi
