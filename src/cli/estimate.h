// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "trace/trace.h"

namespace latecomer::cli {

/// Returns what recording the run in `archive`, the directory of `trace`, cost: events and bytes, the regions
/// that most of them are of, and the filter that leaves out half of them.
Result<std::string> estimate(const std::string& archive, const trace::Trace& trace);

}  // namespace latecomer::cli
