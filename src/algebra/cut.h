// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "algebra/align.h"
#include "base/result.h"
#include "report/report.h"

namespace latecomer::algebra {

/// Says which parts of a call tree are cut off. Call paths are meant by their region's name, or by the names
/// of all regions from the start on: "main/solve/MPI_Recv".
struct Cut {
  std::vector<std::string> roots;  ///< Names the only call paths that stay, with those below; empty: all.
  /// Names call paths that, with all below them, become a part of the call path around them.
  std::vector<std::string> prunes;
};

/// Returns what becomes of each call path. An error says which name does not mean anything.
Result<std::vector<PathPart>> parts_of_cut(const report::Report& report, const Cut& cut);

}  // namespace latecomer::algebra
