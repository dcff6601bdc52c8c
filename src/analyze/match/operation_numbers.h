// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Numbers a process's operations of a kind: those of its first thread, then of the next one and so forth.
using OperationNumber = uint32_t;

/// Says which location has an operation.
struct LocalOperation {
  size_t location;  ///< Is a position in CondensedTrace::locations.
  uint32_t operation;
};

/// Holds the numbers of the operations of a kind, of all processes of this rank.
class OperationNumbers {
 public:
  OperationNumbers() = default;
  /// Takes, as `count(location)`, how many operations a location has. No process has 2^32 - 1.
  template <class Count>
  OperationNumbers(const CondensedTrace& trace, const Count& count) {
    for (size_t p = trace.own_processes.begin; p < trace.own_processes.end; ++p) {
      size_t operations = 0;
      for (const CondensedLocation& location : trace.threads_of(trace::LocationGroupId(p)))
        add_location(operations, count(location));
    }
  }

  OperationNumber of(LocalOperation operation) const {
    return first_[operation.location] + operation.operation;
  }
  /// Returns the operation with that number of the process whose threads are at these positions in
  /// CondensedTrace::locations.
  LocalOperation find(Range threads, OperationNumber number) const {
    return threads.size() == 1 ? LocalOperation{threads.begin, number} : find_thread(threads, number);
  }

 private:
  void add_location(size_t& operations, size_t more);
  LocalOperation find_thread(Range threads, OperationNumber number) const;

  std::vector<OperationNumber> first_;  ///< Holds the first number of each location.
};

}  // namespace latecomer::analyze
