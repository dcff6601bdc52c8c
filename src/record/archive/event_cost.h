// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"

namespace latecomer::record {

/// Returns how long it takes on this machine to read the clock and to store an event, in seconds: it does
/// that as the recorder does in a program, some ten milliseconds long, with a file in `directory` that is
/// removed again. Returns an error if the file cannot be made.
Result<double> seconds_to_store_an_event(const std::string& directory);

}  // namespace latecomer::record
