// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "generate/settings.h"

namespace latecomer::generate {

struct Generated {
  uint64_t events = 0;
  uint64_t iterations = 0;
};

/// Simulates a program, and writes its trace and, beside it, what an analysis has to find in it:
/// DIRECTORY/traces.otf2 and what belongs to it, DIRECTORY/answer.tsv (see answer.h). The directory has to be
/// empty, or is made. The same settings give the same events and the same answer. Settings that `check`
/// refuses are an error.
Result<Generated> generate(const Settings& settings, const std::string& directory);

}  // namespace latecomer::generate
