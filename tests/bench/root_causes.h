// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"

namespace latecomer::bench {

/// How long it takes to explain waiting, from the known wait states to the critical path, compared with
/// merely reading the archive, and how that grows with the number of events. Prints a table.
Status measure_root_causes();

}  // namespace latecomer::bench
