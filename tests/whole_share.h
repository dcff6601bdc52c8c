// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <utility>

#include "report/report_share.h"

namespace latecomer::tests {

/// A whole report as the share of a single rank.
inline report::ReportShare whole_share(const report::Report& report) {
  report::ReportShare share{.report = report, .location_count = report.locations.size()};
  for (const report::RowKey& key : report.stored_rows())
    if (report::Row row = report.column(key.first, key.second)) share.rows[key] = std::move(row);
  return share;
}

}  // namespace latecomer::tests
