// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/rebalance.h"

namespace latecomer::text {

/// Returns what moving work would gain: a table of strategies, what moves with the best of them, and pictures
/// of the loads before and after it.
std::string rebalance_text(const findings::Rebalancing& rebalancing);

}  // namespace latecomer::text
