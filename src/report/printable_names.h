// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "report/report.h"

namespace latecomer::report {

/// Makes a line of every name and fact that was read from a file (`printable_line`), so that none looks like
/// more than it is where it is printed.
void make_printable(Report& report);

}  // namespace latecomer::report
