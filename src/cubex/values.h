// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// The two members that hold a metric's values.
struct MetricMembers {
  std::span<const std::byte> index;
  std::span<const std::byte> data;
  std::string index_name;  ///< for errors: archive and member
  std::string data_name;
};

/// Decodes a metric's values into the report; rows that are all zero are not stored. `order` is the metric's row order.
Status read_values(const MetricMembers& members, report::MetricId metric, const std::vector<report::CallPathId>& order,
                   report::Report& report);

}  // namespace latecomer::cubex
