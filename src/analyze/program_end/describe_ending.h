// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "analyze/program_end/open_calls.h"
#include "report/report.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Says what ended a program that was killed, and where it was then, a line each; nothing if nobody saw it.
std::vector<std::string> describe_ending(const trace::Definitions& definitions, const EndOfProgram& end,
                                         const report::Report& report);

}  // namespace latecomer::analyze
