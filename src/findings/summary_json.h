// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "findings/json.h"
#include "query/space.h"

namespace latecomer::findings {

/// Returns what the summary says, with the largest of each only, so that it stays small whatever the run;
/// null for what the report does not have. docs/api.md explains the keys.
Json summary_json(const query::Space& space);

}  // namespace latecomer::findings
