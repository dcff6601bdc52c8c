// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cubepl/environment.h"
#include "query/system_parts.h"
#include "report/report.h"

namespace latecomer::query {

/// Returns a variable `cube::...` of CubePL: what a report's definitions say, an array over metrics, call
/// paths, regions or parts of the system where that is meant; nothing if there is no such variable.
std::optional<cubepl::PredefinedVariable> definition_variable(const report::Report& report,
                                                              const std::string& name);

/// Returns the parts of the system in the order of Cube's numbers: a node, the nodes below it, then its
/// groups, each with its locations behind it.
std::vector<SystemPart> numbered_parts(const report::Report& report);

}  // namespace latecomer::query
