// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/scaling.h"

namespace latecomer::text {

/// Returns how a program scales: a column for each run with its speed-up, efficiencies and largest causes of
/// waiting, and then what larger runs would have.
std::string scaling_text(const findings::Scaling& scaling);

}  // namespace latecomer::text
