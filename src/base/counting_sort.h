// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

namespace latecomer {

/// Says where elements go in a counting sort that several tasks share: each counts and writes a part of them,
/// in the end in the same order as if one had written them all. It takes 8 bytes for each task and key.
class CountingSort {
 public:
  CountingSort(size_t tasks, size_t keys) : of_tasks_(tasks, std::vector<size_t>(keys)), keys_(keys) {}

  // First every task counts its elements, at the same time as others.
  void count(size_t task, size_t key) { ++of_tasks_[task][key]; }
  /// Is called when all are counted. Returns where each key's elements begin, and one past the last.
  std::vector<size_t> settle();
  // Then every task writes its elements, in the order in which it counted them.
  size_t next(size_t task, size_t key) { return of_tasks_[task][key]++; }

 private:
  /// Counts, by key, the elements of each task; holds then where the next one goes.
  std::vector<std::vector<size_t>> of_tasks_;
  size_t keys_;
};

}  // namespace latecomer
