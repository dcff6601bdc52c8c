// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "trace/definitions.h"

// Calls that `latecomer record` has counted, and not recorded each.
namespace latecomer::cli {

/// Returns a line about the calls that were made most, of all processes together; empty where they were few.
std::string often_counted(const trace::Definitions& definitions);

/// Returns a table of all counted calls; empty where there are none.
std::string list_of_counted(const trace::Definitions& definitions);

}  // namespace latecomer::cli
