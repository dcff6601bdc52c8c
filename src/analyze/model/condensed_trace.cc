// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/condensed_trace.h"

#include <utility>

#include "base/parallel.h"

namespace latecomer::analyze {

LocalTrace without_operations(CondensedTrace trace) {
  LocalTrace rest{std::move(static_cast<TraceContext&>(trace)),
                  std::vector<LocalLocation>(trace.locations.size())};
  parallel_for(trace.locations.size(), [&](size_t l) {
    CondensedLocation taken = std::move(trace.locations[l]);  // its operations are freed
    rest.locations[l] = std::move(static_cast<LocalLocation&>(taken));
  });
  return rest;
}

}  // namespace latecomer::analyze
