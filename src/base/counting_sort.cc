// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/counting_sort.h"

#include <utility>

namespace latecomer {

std::vector<size_t> CountingSort::settle() {
  std::vector<size_t> begin;
  begin.reserve(keys_ + 1);
  size_t next = 0;
  for (size_t key = 0; key < keys_; ++key) {
    begin.push_back(next);
    for (std::vector<size_t>& task : of_tasks_) next += std::exchange(task[key], next);
  }
  begin.push_back(next);
  return begin;
}

}  // namespace latecomer
