// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Calling contexts of a Score-P that unwinds stacks (SCOREP_ENABLE_UNWINDING).
//
// The problem: its contexts are the functions that it found by unwinding (paradigm SAMPLING) and, between
// them, the regions that it instrumented, each below the function that the region is a part of. What is
// called in the region is below that, and the line where it was called is the region's:
//
//     main:12 > step:80 > "solve":80                   CallingContextEnter of solve
//     main:12 > step:80 > "solve":88 > MPI_Send        of MPI_Send in it, called by step in line 88
//
// Elsewhere a stack has functions only: here main:12 > step:88, with which MPI_Send was entered.
//
// The idea: an instrumented region below a function stands for that function, at the region's line. A
// function that is instrumented itself is below its own frame, of the same name: it replaces that.
//
// Cost: O(contexts).

#include "otf2/instrumented_contexts.h"

#include "trace/calling_contexts.h"

namespace latecomer::otf2 {

using trace::CallingContext;
using trace::CallingContextId;
using trace::Region;

std::vector<EnteredContext> separate_instrumented_regions(std::vector<CallingContext>& contexts,
                                                          const std::vector<Region>& regions) {
  std::vector<EnteredContext> entered;
  entered.reserve(contexts.size());
  for (const CallingContext& context : contexts) entered.push_back({context.region, context.parent});
  std::vector<bool> is_function(contexts.size());
  for (const CallingContextId id : trace::parents_first(contexts)) {
    CallingContext& context = contexts[id.index()];
    const Region& region = regions[context.region.index()];
    is_function[id.index()] = region.paradigm == trace::Paradigm::sampling;
    const CallingContextId parent = context.parent;
    if (is_function[id.index()] || !parent.valid() || !is_function[parent.index()]) continue;
    const CallingContext& function = contexts[parent.index()];
    const bool is_itself = region.name == regions[function.region.index()].name;
    if (is_itself) entered[id.index()].stack = function.parent;
    context = {is_itself ? context.region : function.region,
               context.location.valid() ? context.location : function.location, function.parent};
    is_function[id.index()] = true;
  }
  return entered;
}

}  // namespace latecomer::otf2
