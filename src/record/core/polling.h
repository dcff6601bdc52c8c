// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::record {

/// Ends the calling thread's open test as unsuccessful.
void leave_unsuccessful_test(trace::RegionId region, Ticks time) noexcept;

}  // namespace latecomer::record
