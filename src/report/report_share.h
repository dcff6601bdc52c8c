// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "comm/text_blocks.h"
#include "report/report.h"

namespace latecomer::report {

/// Holds what one rank has of a report that several ranks make together: the values of its own locations.
struct ReportShare {
  Report report;  ///< Has definitions and facts, the same on every rank, and no values; files on rank 0 only.
  size_t first_location = 0;  ///< Is the first of this rank's locations, which are consecutive.
  size_t location_count = 0;
  Rows rows;  ///< Has values of these locations in order; rows that are not here are zero.
  /// Has further members of the archive, of which each rank has a part. All ranks have the same names.
  std::map<std::string, TextBlock> files;
};

/// Returns the report with the values of this rank's locations, and zeros for all others. Of the files that
/// the ranks have together, it has those of which this rank has all.
Report with_own_values(ReportShare share);

}  // namespace latecomer::report
