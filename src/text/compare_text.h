// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/compare.h"

namespace latecomer::text {

/// Returns "+25.0%", or "×12.5" where that is more than tenfold, or "from 0" where there was nothing.
std::string change_text(const findings::Difference& difference);

/// Says how a comparison is laid out.
enum class Layout { text, markdown };

/// Lists the metrics that differ, and the call paths at which the metric of this position does, the largest
/// differences first, and on what grounds they are marked. It lists only the first 20 of each unless `all`.
std::string comparison_text(const findings::Comparison& comparison, size_t metric, Layout layout, bool all);

}  // namespace latecomer::text
