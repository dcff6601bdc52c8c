// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/gains.h"
#include "findings/root_causes.h"
#include "query/space.h"

namespace latecomer::text {

/// Says who is the latecomer, and how long the run would take if what made others wait were changed; empty
/// where the report has no gains. `total` is the time of all threads, `waiting` what of it is waiting, in
/// seconds.
std::string gain_table(const query::Space& space, double total, double waiting);

/// Returns the line of an entry that says what a cause would gain; empty where that is not known.
std::string gain_line(const findings::Gains& gains, const findings::RootCause& cause);

}  // namespace latecomer::text
