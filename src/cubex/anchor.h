// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "comm/text_blocks.h"
#include "report/report.h"

namespace latecomer::cubex {

/// Holds what anchor.xml says: a report's definitions, still without values.
struct Anchor {
  report::Report report;
  /// Has what each metric's <id>.index and <id>.data are named after.
  std::vector<std::string> metric_ids;
};

/// Parses anchor.xml. `what` names it in errors.
Result<Anchor> read_anchor(std::span<const std::byte> xml, const std::string& what);

/// Parses metrics and other definitions as read_anchor() does, where there need not be a system.
Result<Anchor> read_definitions(std::string_view xml, const std::string& what);

/// Writes the report's anchor.xml, a part of it on each rank. Metrics, regions, call paths, groups and
/// locations get their positions as ids. All ranks call it together.
TextBlock write_anchor(const report::Report& report, Comm& comm);

/// Stands between a metric's description and its remedy in the file, which has one text for both.
inline constexpr std::string_view kRemedyMark = "\n\nWhat to do: ";
/// Begins the members' names of metrics that are not shown.
inline constexpr std::string_view kGhostMembers = "ghost_";

}  // namespace latecomer::cubex
