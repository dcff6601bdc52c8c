// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "report/report_share.h"

namespace latecomer::tests {

/// A whole report as the share of a single rank.
inline report::ReportShare whole_share(const report::Report& report) {
  return {.report = report, .location_count = report.locations.size(), .rows = report.rows()};
}

}  // namespace latecomer::tests
