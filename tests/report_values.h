// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "report/report.h"

namespace latecomer::tests {

/// Changes a single value of a report in memory.
inline void set_value(report::Report& report, report::MetricId metric, report::CallPathId path,
                      size_t location, double value) {
  std::vector<double> values = report.row(metric, path);
  values.resize(report.locations.size());
  values[location] = value;
  report.set_row(metric, path, values);
}

}  // namespace latecomer::tests
