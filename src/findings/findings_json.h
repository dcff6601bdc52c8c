// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <string>

#include "findings/json.h"
#include "query/advice.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns what is found, as JSON: root causes and where their costs surface, the most severe wait states,
/// the critical path, the efficiencies, the clocks, what was sent in each communicator; null for what the
/// report does not have. docs/json.md explains the keys.
Json findings_json(const query::Space& space);
/// Calls `use` for each member of findings_json() with its key, so that one at a time is in memory.
void for_each_finding(const query::Space& space, const std::function<void(const char* key, Json value)>& use);

/// Returns the part of findings_json() that belongs to the lines of source files.
Json source_files_json(const query::Space& space);

/// Returns what the summary says, with the largest of each only, so that it stays small whatever the run;
/// docs/api.md explains the keys. Null for what the report does not have.
Json summary_json(const query::Space& space);

/// Returns the advice on ranks as JSON in lines, for scripts.
std::string advice_json(const report::Report& report, const query::Advice& advice);

}  // namespace latecomer::findings
