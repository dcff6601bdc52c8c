// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "report/report.h"

namespace latecomer::report {

/// Returns an attribute of the report; empty where it has none of this key.
std::string attribute(const Report& report, const std::string& key);

/// Returns the attributes whose keys begin with `prefix`, in the order of their keys.
std::vector<std::string> attributes_below(const Report& report, const std::string& prefix);

/// Returns how long the run took, in seconds; 0 where the report does not say.
double run_seconds(const Report& report);

}  // namespace latecomer::report
