// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/condensed_trace.h"
#include "base/ticks.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Reaches from the first event of any location of any rank to the last; both are zero without events.
struct RunExtent {
  Ticks begin;
  Ticks end;
};

RunExtent run_extent(const CondensedTrace& trace, Comm& comm);

}  // namespace latecomer::analyze
