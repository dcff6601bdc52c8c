// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "base/free_list.h"

namespace latecomer {

/// Returns the elements of all lists, one list after the other; the lists are used up.
template <class List>
List concatenate(std::span<List> lists) {
  if (lists.size() == 1) return std::move(lists[0]);
  List all;
  all.reserve(std::transform_reduce(lists.begin(), lists.end(), size_t{0}, std::plus<>(),
                                    [](const List& list) { return list.size(); }));
  for (List& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    free_list(list);
  }
  return all;
}

}  // namespace latecomer
