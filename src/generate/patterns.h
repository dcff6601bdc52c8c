// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "generate/program.h"

namespace latecomer::generate {

/// Appends what a rank does in an iteration; counterparts are not known yet. Messages of one iteration differ
/// in sender, receiver or tag.
void add_steps(const Settings& settings, uint32_t rank, std::vector<Step>& steps);

}  // namespace latecomer::generate
