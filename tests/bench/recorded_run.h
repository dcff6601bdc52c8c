// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

// Programs of tests/programs that measure themselves, without the recorder and with it.
namespace latecomer::bench {

using Command = std::vector<std::string>;

/// What the program prints, on its standard output; its standard error is not shown.
Result<std::string> output_of_run(const Command& command);
Result<std::string> output_recorded(const Command& run, const Command& options);

/// Of programs that print how many seconds they took.
Result<double> seconds_of_run(const Command& command);
Result<double> seconds_recorded(const Command& run, const Command& options);

/// Of programs that print lines of a name and how many seconds one of it takes.
using SecondsByName = std::map<std::string, double>;
Result<SecondsByName> named_seconds_of_run(const Command& command);
Result<SecondsByName> named_seconds_recorded(const Command& run, const Command& options);

/// Of the archive that was recorded last, with all that lies beside it.
double bytes_of_archive();

}  // namespace latecomer::bench
