// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/operation_numbers.h"

#include <algorithm>

#include "base/check.h"

namespace latecomer::analyze {

void OperationNumbers::add_location(size_t& operations, size_t more) {
  first_.push_back(static_cast<OperationNumber>(operations));
  operations += more;
  CHECK(operations < UINT32_MAX);
}

LocalOperation OperationNumbers::find_thread(Range threads, OperationNumber number) const {
  const auto begin = first_.begin() + static_cast<ptrdiff_t>(threads.begin);
  const auto next = std::upper_bound(begin, begin + static_cast<ptrdiff_t>(threads.size()), number);
  return {static_cast<size_t>(next - first_.begin()) - 1, number - *(next - 1)};
}

}  // namespace latecomer::analyze
