// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"

namespace latecomer::bench {

/// How fast `latecomer analyze` is on one core and on two, with threads and with MPI, how much memory it
/// needs, and how that grows with the number of locations; each beside its limit. Prints a table. Quick: less
/// of everything, which shows that all can be measured and little more.
Status measure_scale(bool quick);

/// Prints which part of the processor time of an archive's analysis the passes of the findings store take.
Status print_store_part(const std::string& archive);

}  // namespace latecomer::bench
