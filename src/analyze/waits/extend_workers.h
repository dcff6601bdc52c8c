// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Lets workers be idle from the begin of their process to its end, which become their own.
void extend_workers(CondensedTrace& trace);

}  // namespace latecomer::analyze
