// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstdint>

#include "record/mpi/communicators.h"
#include "record/mpi/requests.h"

// Collective operations: blocking, nonblocking, persistent; on groups and on neighbourhoods.
namespace latecomer::record::mpi {

/// Reads counts by rank, as plain or as large-count functions take them.
class Counts {
 public:
  Counts() = default;
  explicit Counts(const int* counts) : plain_(counts) {}
  explicit Counts(const MPI_Count* counts) : large_(counts) {}
  bool given() const { return plain_ != nullptr || large_ != nullptr; }
  MPI_Count operator[](int rank) const { return plain_ != nullptr ? plain_[rank] : large_[rank]; }

 private:
  const int* plain_ = nullptr;
  const MPI_Count* large_ = nullptr;
};

/// Reads datatypes by rank, as C or as Fortran functions take them.
class Datatypes {
 public:
  Datatypes() = default;
  explicit Datatypes(const MPI_Datatype* types) : types_(types) {}
  template <class FortranHandle>
  explicit Datatypes(const FortranHandle* handles) : fortran_(handles) {}
  bool given() const { return types_ != nullptr || fortran_ != nullptr; }
  MPI_Datatype operator[](int rank) const {
    return types_ != nullptr ? types_[rank] : PMPI_Type_f2c(fortran_[rank]);
  }

 private:
  const MPI_Datatype* types_ = nullptr;
  const MPI_Fint* fortran_ = nullptr;
};

/// Holds the arguments of any collective function, under the names that the MPI standard gives them.
struct CollectiveArguments {
  trace::CollectiveOp op = trace::CollectiveOp::none;
  bool on_neighbours = false;
  bool in_place = false;  ///< Says that one of the buffers is MPI_IN_PLACE.
  MPI_Count count = 0;
  MPI_Count sendcount = 0;
  MPI_Count recvcount = 0;
  Counts sendcounts = {};
  Counts recvcounts = {};
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_Datatype sendtype = MPI_DATATYPE_NULL;
  MPI_Datatype recvtype = MPI_DATATYPE_NULL;
  Datatypes sendtypes = {};
  Datatypes recvtypes = {};
  int root = MPI_PROC_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
};

/// Records a blocking collective operation around its real call. Only what MPI has taken is looked at more
/// closely: the arguments of a call that it refuses can be anything.
class Collective {
 public:
  explicit Collective(const CollectiveArguments& arguments);
  void finished(int result, const CollectiveArguments& arguments);

 private:
  CommInfo* comm_;
};

/// Records a nonblocking collective operation: writes its start before the real call.
class NonblockingCollective {
 public:
  explicit NonblockingCollective(const CollectiveArguments& arguments);
  void started(int result, const CollectiveArguments& arguments, MPI_Request request);

 private:
  CommInfo* comm_;
  RequestInfo info_;
};

/// Makes the request known, after the real call of MPI_X_init for a collective operation X.
void collective_initialized(int result, const CollectiveArguments& arguments, MPI_Request request);

/// Records MPI_Comm_idup: a nonblocking collective whose completion makes a communicator known.
class NonblockingDuplication {
 public:
  explicit NonblockingDuplication(MPI_Comm parent);
  /// Writes the start; `duplicate` returns the new handle, once the operation is complete.
  void started(int result, std::function<MPI_Comm()> duplicate, MPI_Request request);

 private:
  CommInfo* parent_;
  CommOrigin origin_;
  RequestInfo info_;
};

/// Counts the bytes that this process sends to and receives from all members, itself included (but not with
/// MPI_IN_PLACE).
struct BytesMoved {
  uint64_t sent = 0;
  uint64_t received = 0;
};
BytesMoved bytes_moved(const CollectiveArguments& arguments, CommInfo& comm);

}  // namespace latecomer::record::mpi
