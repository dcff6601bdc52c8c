// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "otf2/archive_ids.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

/// Makes frames of functions of contexts that are instrumented regions in one. Returns, for each context,
/// what entering it means.
std::vector<EnteredContext> separate_instrumented_regions(std::vector<trace::CallingContext>& contexts,
                                                          const std::vector<trace::Region>& regions);

}  // namespace latecomer::otf2
