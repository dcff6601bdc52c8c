// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::text {

/// Returns what a person needs to act on, as text of at most columns(): how long the run was, where its time
/// went, the largest wait states with what can be done about them, and every anomaly of the trace.
std::string summarize(const query::Space& space);

}  // namespace latecomer::text
