// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How many bytes a process contributes to a collective operation and gets from it, as if each member sent its
// part directly to each member that needs it. A broadcast of b bytes to n members: the root sends n·b, each
// receives b. With MPI_IN_PLACE nothing goes from a process to itself. In an intercommunicator the members
// are the remote group.

#include <span>

#include "record/mpi/collectives.h"

namespace latecomer::record::mpi {

namespace {

using trace::CollectiveOp;

class Counter {
 public:
  Counter(const CollectiveArguments& arguments, const CommInfo& comm)
      : arguments_(arguments),
        comm_(comm),
        members_(comm.peers),
        others_(arguments.in_place ? members_ - 1 : members_) {}

  BytesMoved count() const;

 private:
  bool is_root() const { return comm_.inter ? arguments_.root == MPI_ROOT : arguments_.root == comm_.rank; }
  /// Returns whether the process is in the group of an intercommunicator's root, but takes no part.
  bool idle() const { return comm_.inter && arguments_.root == MPI_PROC_NULL; }

  MPI_Count one() const { return arguments_.count * size_of(arguments_.datatype); }
  MPI_Count one_sent() const { return arguments_.sendcount * size_of(arguments_.sendtype); }
  MPI_Count one_received() const { return arguments_.recvcount * size_of(arguments_.recvtype); }
  MPI_Count sent_to(int rank) const {
    const MPI_Datatype type = arguments_.sendtypes.given() ? arguments_.sendtypes[rank] : arguments_.sendtype;
    return arguments_.sendcounts[rank] * size_of(type);
  }
  MPI_Count received_from(int rank) const {
    const MPI_Datatype type = arguments_.recvtypes.given() ? arguments_.recvtypes[rank] : arguments_.recvtype;
    return arguments_.recvcounts[rank] * size_of(type);
  }
  MPI_Count sum_sent() const {
    MPI_Count sum = 0;
    for (int rank = 0; rank < members_; ++rank) sum += sent_to(rank);
    return sum;
  }
  MPI_Count sum_received() const {
    MPI_Count sum = 0;
    for (int rank = 0; rank < members_; ++rank) sum += received_from(rank);
    return sum;
  }

  static BytesMoved bytes(MPI_Count sent, MPI_Count received) {
    return {static_cast<uint64_t>(sent), static_cast<uint64_t>(received)};
  }
  BytesMoved bcast() const;
  BytesMoved gather(bool vector) const;
  BytesMoved scatter(bool vector) const;
  BytesMoved allgather(bool vector) const;
  BytesMoved alltoall() const;
  BytesMoved alltoallv() const;
  BytesMoved reduce() const;
  BytesMoved reduce_scatter() const;

  const CollectiveArguments& arguments_;
  const CommInfo& comm_;
  int members_;
  int others_;  // that data is exchanged with
};

BytesMoved Counter::bcast() const {
  if (comm_.inter) return is_root() ? bytes(members_ * one(), 0) : bytes(0, one());
  return bytes(is_root() ? members_ * one() : 0, one());
}

BytesMoved Counter::gather(bool vector) const {
  const MPI_Count sent = arguments_.in_place || (comm_.inter && is_root()) ? 0 : one_sent();
  if (!is_root()) return bytes(sent, 0);
  if (!vector) return bytes(sent, others_ * one_received());
  return bytes(sent, sum_received() - (arguments_.in_place ? received_from(comm_.rank) : 0));
}

BytesMoved Counter::scatter(bool vector) const {
  const MPI_Count received = arguments_.in_place || (comm_.inter && is_root()) ? 0 : one_received();
  if (!is_root()) return bytes(0, received);
  if (!vector) return bytes(others_ * one_sent(), received);
  return bytes(sum_sent() - (arguments_.in_place ? sent_to(comm_.rank) : 0), received);
}

BytesMoved Counter::allgather(bool vector) const {
  if (!vector) {
    const MPI_Count own = arguments_.in_place ? one_received() : one_sent();
    return bytes(others_ * own, others_ * one_received());
  }
  if (!arguments_.in_place) return bytes(members_ * one_sent(), sum_received());
  const MPI_Count own = received_from(comm_.rank);
  return bytes(others_ * own, sum_received() - own);
}

BytesMoved Counter::alltoall() const {
  const MPI_Count sent = arguments_.in_place ? one_received() : one_sent();
  return bytes(others_ * sent, others_ * one_received());
}

BytesMoved Counter::alltoallv() const {
  if (!arguments_.in_place) return bytes(sum_sent(), sum_received());
  const MPI_Count exchanged = sum_received() - received_from(comm_.rank);
  return bytes(exchanged, exchanged);
}

BytesMoved Counter::reduce() const {
  const MPI_Count sent = arguments_.in_place || (comm_.inter && is_root()) ? 0 : one();
  return bytes(sent, is_root() ? others_ * one() : 0);
}

BytesMoved Counter::reduce_scatter() const {
  const int results = comm_.size;  // each member of this process's own group gets one
  const MPI_Count element = size_of(arguments_.datatype);
  const auto part = [&](int rank) {
    return element * (arguments_.recvcounts.given() ? arguments_.recvcounts[rank] : arguments_.recvcount);
  };
  MPI_Count sent = 0;
  for (int rank = 0; rank < results; ++rank) {
    if (!arguments_.in_place || rank != comm_.rank) sent += part(rank);
  }
  return bytes(sent, others_ * part(comm_.rank));
}

BytesMoved Counter::count() const {
  if (idle()) {
    switch (arguments_.op) {
      case CollectiveOp::bcast:
      case CollectiveOp::gather:
      case CollectiveOp::gatherv:
      case CollectiveOp::scatter:
      case CollectiveOp::scatterv:
      case CollectiveOp::reduce:
        return {};
      default:
        break;
    }
  }
  switch (arguments_.op) {
    case CollectiveOp::bcast:
      return bcast();
    case CollectiveOp::gather:
      return gather(false);
    case CollectiveOp::gatherv:
      return gather(true);
    case CollectiveOp::scatter:
      return scatter(false);
    case CollectiveOp::scatterv:
      return scatter(true);
    case CollectiveOp::allgather:
      return allgather(false);
    case CollectiveOp::allgatherv:
      return allgather(true);
    case CollectiveOp::alltoall:
      return alltoall();
    case CollectiveOp::alltoallv:
    case CollectiveOp::alltoallw:
      return alltoallv();
    case CollectiveOp::allreduce:
      return bytes(others_ * one(), others_ * one());
    case CollectiveOp::reduce:
      return reduce();
    case CollectiveOp::reduce_scatter:
    case CollectiveOp::reduce_scatter_block:
      return reduce_scatter();
    case CollectiveOp::scan:
      return bytes((comm_.size - comm_.rank) * one(), (comm_.rank + 1) * one());
    case CollectiveOp::exscan:
      return bytes((comm_.size - comm_.rank - 1) * one(), comm_.rank * one());
    default:
      return {};
  }
}

/// Returns the bytes of one direction of a neighbourhood collective. Arrays of counts and types go by
/// position among the neighbours.
uint64_t neighbour_bytes(std::span<const int> neighbours, MPI_Count count, MPI_Datatype type,
                         const Counts& counts, const Datatypes& types) {
  const MPI_Count size = types.given() ? 0 : size_of(type);
  MPI_Count sum = 0;
  for (size_t position = 0; position < neighbours.size(); ++position) {
    if (neighbours[position] == MPI_PROC_NULL) continue;
    const int nth = static_cast<int>(position);
    sum += (counts.given() ? counts[nth] : count) * (types.given() ? size_of(types[nth]) : size);
  }
  return static_cast<uint64_t>(sum);
}

}  // namespace

BytesMoved bytes_moved(const CollectiveArguments& arguments, CommInfo& comm) {
  if (!arguments.on_neighbours) return Counter(arguments, comm).count();
  const Neighbourhood& neighbours = neighbourhood_of(arguments.comm, comm);
  return {neighbour_bytes(neighbours.destinations, arguments.sendcount, arguments.sendtype,
                          arguments.sendcounts, arguments.sendtypes),
          neighbour_bytes(neighbours.sources, arguments.recvcount, arguments.recvtype, arguments.recvcounts,
                          arguments.recvtypes)};
}

}  // namespace latecomer::record::mpi
