// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "comm/comm.h"
#include "report/report_share.h"

namespace latecomer::algebra {

/// Calculates the values of all metrics that are derived before sums, and makes them stored ones. The others
/// stay as they are: what is derived from sums cannot be stored by call path and location, nor what
/// expressions combine. All ranks call it. Returns what could not be calculated, and is zero, a line each.
std::vector<std::string> store_derived(report::ReportShare& share, Comm& comm);

}  // namespace latecomer::algebra
