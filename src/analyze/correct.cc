// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/correct.h"

#include "trace/interpolate_clocks.h"

namespace latecomer::analyze {

CorrectedTrace correct(const trace::Trace& recorded, const ClockOptions&, Comm&, Timings&) {
  return {std::make_unique<trace::InterpolatedTrace>(recorded), {}};
}

}  // namespace latecomer::analyze
