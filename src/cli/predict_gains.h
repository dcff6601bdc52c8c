// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>

#include "analyze/predictions.h"
#include "base/result.h"
#include "comm/comm.h"

namespace latecomer::cli {

/// Predicts what mending its largest causes would gain, and adds that to a report which was written of the
/// same analysis. All ranks call it.
Status predict_gains(const analyze::Predictions& predictions, const std::filesystem::path& report,
                     Comm& comm);

}  // namespace latecomer::cli
