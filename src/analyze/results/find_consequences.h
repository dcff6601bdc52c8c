// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_delays.h"
#include "analyze/model/local_trace.h"
#include "comm/comm.h"
#include "store/tables.h"

namespace latecomer::analyze {

/// Finds, for the most costly delaying call paths, in which waits their short-term costs surface. Returns
/// them on rank 0; nothing on the others.
std::vector<store::Consequence> find_consequences(const LocalTrace& trace, const std::vector<Delays>& delays,
                                                  Comm& comm);

}  // namespace latecomer::analyze
