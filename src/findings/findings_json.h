// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>

#include "findings/json.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns what the summary says, as JSON: root causes and where their costs surface, the most severe wait
/// states, the critical path, the efficiencies, the clocks, what was sent in each communicator; null for what
/// the report does not have. docs/json.md explains the keys.
Json findings_json(const query::Space& space);
/// Calls `use` for each member of findings_json() with its key, so that one at a time is in memory.
void for_each_finding(const query::Space& space, const std::function<void(const char* key, Json value)>& use);

// These are parts of findings_json().
Json efficiencies_json(const query::Space& space);
Json source_files_json(const query::Space& space);
Json instances_json(const report::Report& report);
Json clocks_json(const report::Report& report);
Json communicators_json(const report::Report& report);

}  // namespace latecomer::findings
