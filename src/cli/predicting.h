// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <memory>

#include "comm/comm.h"
#include "report/report.h"
#include "serve/predictions.h"

namespace latecomer::cli {

/// Returns what answers for predictions of a report's run, which has to stay there: each is made by
/// `latecomer whatif` in a process of its own. Without the trace, or on several ranks, it answers why there
/// are none.
std::unique_ptr<serve::Predictions> predictions_of(const std::filesystem::path& file,
                                                   const report::Report& report, const Comm& comm);

}  // namespace latecomer::cli
