// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "findings/scaling.h"

namespace latecomer::cli {

/// Is what runs of a program say of how it scales.
struct RunsTogether {
  Result<findings::Scaling> scaling;  ///< Its error says why the runs do not fit together.
  size_t largest = 0;                 ///< Is the position of the run with the most threads.
};

/// Opens a report for each run, `reports[i]` being that of the run that users call `names[i]`, and brings
/// them together. The error says which report cannot be opened.
Result<RunsTogether> bring_together(const std::vector<std::string>& names,
                                    const std::vector<std::string>& reports, findings::ScalingKind kind);

}  // namespace latecomer::cli
