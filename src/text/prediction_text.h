// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "findings/prediction.h"
#include "query/space.h"

namespace latecomer::text {

/// Returns what the run would be with `changes`, each in words: how long, what of it is waiting, and which
/// causes are largest then.
std::string prediction_text(const findings::Prediction& prediction, const std::vector<std::string>& changes,
                            const query::Space& recorded, const query::Space& predicted);

}  // namespace latecomer::text
