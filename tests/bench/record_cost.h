// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"

namespace latecomer::bench {

/// How much slower programs are while they are recorded, in each of the ways to record, beside the limits.
/// Prints a table. Quick: shorter runs, and fewer.
Status measure_record_cost(bool quick);

/// The part of it that is about single calls (call_cost.h).
Status measure_calls(bool quick);

}  // namespace latecomer::bench
