// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "generate/answer.h"
#include "generate/program.h"
#include "generate/schedule.h"

namespace latecomer::generate {

/// Returns what a rank's threads spent their time with, sent, received, and waited for; one entry a thread.
std::vector<KnownValues> measure_rank(const Program& program, const Schedule& schedule, uint32_t rank);

/// Returns the whole answer, from the values of all locations: totals, and who caused the waiting, as far as
/// that can be said without finding it out.
Answer complete_answer(const Program& program, const Schedule& schedule, const Work& work,
                       std::vector<KnownValues> locations);

}  // namespace latecomer::generate
