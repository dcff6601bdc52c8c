// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "store/findings_store.h"

namespace latecomer::perfetto {

/// Returns how many rows of a table the locations before each one have; last, how many all have.
template <class Row>
std::vector<uint64_t> first_numbers(const store::FindingsStore& store) {
  std::vector<uint64_t> first(store.report().locations.size() + 1);
  for (const store::Entry& entry : store.entries(Row::kTable)) first[entry.location + 1] += entry.rows;
  for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  return first;
}

}  // namespace latecomer::perfetto
