// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "trace/definitions.h"

namespace latecomer::trace {

/// Returns the region that has this name, as far as the name says it: names starting with "MPI_" are MPI
/// functions, "!$omp " OpenMP directives ("!$omp implicit barrier @file.c:12"), "omp_" and "pthread_"
/// functions of these libraries, "MEASUREMENT OFF" is time in which recording was switched off, all others
/// are the user's.
Region region_from_name(std::string_view name);

}  // namespace latecomer::trace
