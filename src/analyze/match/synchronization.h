// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "trace/event.h"

namespace latecomer::analyze {

/// Says whom the members of a collective operation wait for.
enum class Synchronization : uint8_t {
  barrier,     ///< Lets everybody wait for everybody.
  all_to_all,  ///< Lets everybody wait for everybody, exchanging data.
  one_to_all,  ///< Lets the others wait for the root.
  all_to_one,  ///< Lets the root wait for the others.
  prefix,      ///< Lets rank i wait for ranks 0..i.
  management,  ///< Lets everybody wait for everybody: communicators and the like are made.
  none,        ///< Lets nobody wait.
};

inline Synchronization synchronization_of(trace::CollectiveOp op) {
  using trace::CollectiveOp;
  switch (op) {
    case CollectiveOp::barrier:
      return Synchronization::barrier;
    case CollectiveOp::bcast:
    case CollectiveOp::scatter:
    case CollectiveOp::scatterv:
      return Synchronization::one_to_all;
    case CollectiveOp::reduce:
    case CollectiveOp::gather:
    case CollectiveOp::gatherv:
      return Synchronization::all_to_one;
    case CollectiveOp::allgather:
    case CollectiveOp::allgatherv:
    case CollectiveOp::alltoall:
    case CollectiveOp::alltoallv:
    case CollectiveOp::alltoallw:
    case CollectiveOp::allreduce:
    case CollectiveOp::reduce_scatter:
    case CollectiveOp::reduce_scatter_block:
      return Synchronization::all_to_all;
    case CollectiveOp::scan:
    case CollectiveOp::exscan:
      return Synchronization::prefix;
    case CollectiveOp::create_handle:
    case CollectiveOp::create_handle_and_allocate:
    case CollectiveOp::allocate:
      return Synchronization::management;
    // Freeing a handle is collective, but MPI lets every member return at once.
    case CollectiveOp::destroy_handle:
    case CollectiveOp::destroy_handle_and_deallocate:
    case CollectiveOp::deallocate:
    case CollectiveOp::none:
      return Synchronization::none;
  }
  return Synchronization::none;
}

/// Returns whether no member of an operation can go on before all have come.
inline bool holds_all(trace::CollectiveOp op) {
  const Synchronization kind = synchronization_of(op);
  return kind == Synchronization::barrier || kind == Synchronization::all_to_all ||
         kind == Synchronization::management;
}

/// Returns whether an operation frees something. Freeing a window, other than a communicator, does hold its
/// members, so that nobody accesses memory that is gone.
inline bool frees(trace::CollectiveOp op) {
  using trace::CollectiveOp;
  return op == CollectiveOp::destroy_handle || op == CollectiveOp::destroy_handle_and_deallocate ||
         op == CollectiveOp::deallocate;
}

/// Returns whether an operation brings its members in step by the data that it moves, so that who sends
/// nothing delays nobody, and who receives nothing does not wait.
inline bool moves_data(trace::CollectiveOp op) {
  const Synchronization kind = synchronization_of(op);
  return kind == Synchronization::all_to_all || kind == Synchronization::one_to_all ||
         kind == Synchronization::all_to_one || kind == Synchronization::prefix;
}

}  // namespace latecomer::analyze
