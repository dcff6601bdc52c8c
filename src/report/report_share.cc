// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/report_share.h"

#include <utility>

namespace latecomer::report {

Report with_own_values(ReportShare share) {
  for (auto& [key, values] : share.rows) {
    Column of_all(values->type(), share.report.locations.size());
    for (size_t i = 0; i < share.location_count; ++i) of_all.set(share.first_location + i, *values, i);
    share.report.set_column(key.first, key.second, std::move(of_all));
  }
  return std::move(share.report);
}

}  // namespace latecomer::report
