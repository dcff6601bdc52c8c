// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// A number of one of a process's operations of a kind: of those of its first thread, then of the next one
/// and so forth.
using OperationNumber = uint32_t;

/// Where it is.
struct LocalOperation {
  size_t location;  ///< position in CondensedTrace::locations
  uint32_t operation;
};

/// The numbers of the operations of a kind, of all processes of this rank.
class OperationNumbers {
 public:
  OperationNumbers() = default;
  /// `count(location)` is how many operations it has. No process has 2^32 - 1.
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
  /// Of the process whose threads are at these positions in CondensedTrace::locations.
  LocalOperation find(Range threads, OperationNumber number) const {
    return threads.size() == 1 ? LocalOperation{threads.begin, number} : find_thread(threads, number);
  }

 private:
  void add_location(size_t& operations, size_t more);
  LocalOperation find_thread(Range threads, OperationNumber number) const;

  std::vector<OperationNumber> first_;  ///< of each location
};

}  // namespace latecomer::analyze
