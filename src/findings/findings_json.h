// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <string>

#include "base/json_text.h"
#include "findings/summary.h"
#include "query/advice.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns what is found, as JSON: root causes and where their costs surface, the most severe wait states,
/// the critical path, the efficiencies, the clocks, what was sent in each communicator; null for what the
/// report does not have. docs/json.md explains the keys.
Json findings_json(const query::Space& space);
/// Lists the members of findings_json(): who makes one after another has one at a time in memory.
std::span<const JsonMember> findings_list();

/// Returns the part of findings_json() that belongs to the lines of source files.
Json source_files_json(const query::Space& space);

/// Returns the advice on ranks as JSON in lines, for scripts.
std::string advice_json(const report::Report& report, const query::Advice& advice);

}  // namespace latecomer::findings
