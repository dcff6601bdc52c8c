// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/clocks/check_clocks.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Counts what locations that share a clock contradict, and says where: on which call path of which location,
/// and because of whom.
void report_contradictions(const CondensedTrace& trace, const ClockCheck& check, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
