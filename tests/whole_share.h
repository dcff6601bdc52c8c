// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "report/report_share.h"

namespace latecomer::tests {

/// A whole report as the share of a single rank.
inline report::ReportShare whole_share(const report::Report& report) {
  report::ReportShare share{.report = report, .location_count = report.locations.size()};
  for (const report::RowKey& key : report.stored_rows())
    share.rows[key] = report.column(key.first, key.second);
  return share;
}

}  // namespace latecomer::tests
