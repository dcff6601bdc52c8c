// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/condensed.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Reads one location's events once and keeps its operations and segments. Never fails: what cannot be used
/// is counted. Time that passes outside of any region goes to a region of its own, whose id is the number of
/// defined regions.
CondensedLocation condense(const trace::Trace& trace, trace::LocationId location);

}  // namespace latecomer::analyze
