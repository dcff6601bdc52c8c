// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "report/report.h"

namespace latecomer::text {

/// Three ranks in main/MPI_Recv and main/MPI_Barrier for 10 s each, 30 s in all. Computation 18 s; MPI 12 s:
/// Late Sender 6 s on rank 0, of which 2 s are Messages in Wrong Order from the same source, Wait at Barrier
/// 1 s on rank 1 and 3 s on rank 2.
report::Report example_report();
/// Its definitions and facts.
report::Report example_without_values();
/// Its values, to a report with those definitions and perhaps more locations.
void add_example_values(report::Report& report);

}  // namespace latecomer::text
