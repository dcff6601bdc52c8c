// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/report_share.h"

#include <utility>

namespace latecomer::report {

Report with_own_values(ReportShare share) {
  for (auto& [key, values] : share.rows) {
    values.insert(values.begin(), share.first_location, 0);
    values.resize(share.report.locations.size());
    share.report.set_row(key.first, key.second, std::move(values));
  }
  return std::move(share.report);
}

}  // namespace latecomer::report
