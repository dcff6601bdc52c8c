// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "findings/json.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// What the summary says, as JSON: root causes and where their costs surface, the most severe wait states,
/// the critical path, the efficiencies, the clocks; null for what the report does not have. docs/json.md
/// explains the keys.
Json findings_json(const query::Space& space);

}  // namespace latecomer::findings
