// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>

#include "findings/wait_states.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Is a call path in which a lock was held that others waited for; a function that was sampled where that is
/// most of it.
struct HeldIn {
  report::CallPathId path;
  double share = 0;  ///< Is the part of the time, during the longest waits, that the last holder was there.
};

/// Returns where a lock was held for most of a wait state; nothing if that is no contention for a lock, or
/// the report does not say.
std::optional<HeldIn> held_in(const query::Space& space, const WaitState& wait);

}  // namespace latecomer::findings
