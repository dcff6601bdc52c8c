// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

// Stands for the headers of a library that is installed, as its directory says.
namespace reduce {

template <class Value, class Operation>
inline Value all_reduce_in_place(MPI_Comm where, Value value, const Operation& combine) {
  Value result = value;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_SUM, where);  // the call
  return combine(result, value);
}

template <class Value, class Operation>
inline Value all_reduce(MPI_Comm where, Value value, const Operation& combine) {
  return all_reduce_in_place(where, value, combine);
}

}  // namespace reduce
