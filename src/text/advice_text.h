// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "query/advice.h"

namespace latecomer::text {

/// Returns sizes of the report, what each distribution comes to, and the advice with its reasons.
std::string advice_text(const report::Report& report, const query::Advice& advice);

}  // namespace latecomer::text
