// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "comm/comm.h"

namespace latecomer {

/// Calls every operation of `comm`, on all its ranks, and expects what comm.h promises. The same expectations
/// hold for every implementation and any number of ranks.
void expect_every_operation_works(Comm& comm);

}  // namespace latecomer
