// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/anomaly_report.h"
#include "analyze/model/local_trace.h"
#include "analyze/results/severities.h"

namespace latecomer::analyze {

/// Sees to it that no value is below zero and that no time is longer than the one that it is a part of. A
/// value that breaks this is cut, and counted as an anomaly of its call path and process, as are sums of
/// bytes that do not fit.
void keep_possible(const TraceContext& trace, Severities& severities, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
