// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <variant>
#include <vector>

#include "report/report.h"

namespace latecomer::query {

/// Is the whole system, or a node, a process or a thread of it.
using SystemPart =
    std::variant<std::monostate, report::SystemNodeId, report::LocationGroupId, report::LocationId>;

/// Returns the positions of the locations in a part of the system, ascending.
std::vector<size_t> locations_in(const report::Report& report, const SystemPart& part);

}  // namespace latecomer::query
