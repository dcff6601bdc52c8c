// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "report/report.h"
#include "serve/parameters.h"

namespace latecomer::serve {

/// Says what a prediction changes in a run: what is computed in a call path.
struct PathChange {
  std::string option;  ///< Is "balance", "scale" and so on: the option of `latecomer whatif`.
  report::CallPathId path;
  double factor = 1;  ///< Says, of "scale", how many times as long it takes.

  bool operator==(const PathChange&) const = default;
};

/// Reads a change of a call path of the report. The error says which parameter is wrong, and what it may be.
Result<PathChange> parse_change(const report::Report& report, const Parameters& parameters);

}  // namespace latecomer::serve
