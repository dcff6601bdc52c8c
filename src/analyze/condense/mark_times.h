// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/condense/condensed.h"

namespace latecomer::analyze {

/// When each of a location's operations, of the list that `kind` counts in and that has `operations` of them,
/// was marked; max where it was not.
inline std::vector<Ticks> mark_times(const CondensedLocation& location, MarkKind kind, size_t operations) {
  std::vector<Ticks> times(operations, Ticks::max());
  location.marks.for_each(kind, [&](uint32_t operation, Ticks time) { times[operation] = time; });
  return times;
}

}  // namespace latecomer::analyze
