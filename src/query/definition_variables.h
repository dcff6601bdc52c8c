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

/// CubePL's `cube::...`: what a report's definitions say, an array over metrics, call paths, regions or parts
/// of the system where that is meant. Nothing if there is no such variable.
std::optional<cubepl::PredefinedVariable> definition_variable(const report::Report& report,
                                                              const std::string& name);

/// Cube's numbers of the parts of the system, all together: a node, the nodes below it, then its groups, each
/// with its locations behind it.
std::vector<SystemPart> numbered_parts(const report::Report& report);

}  // namespace latecomer::query
