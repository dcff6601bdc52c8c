// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

#include "trace/definitions.h"

namespace latecomer::trace {

/// A region that is known by its name alone: names starting with "MPI_" are MPI functions, "!$omp " OpenMP
/// directives ("!$omp implicit barrier @file.c:12"), "omp_" and "pthread_" functions of these libraries,
/// "MEASUREMENT OFF" is time in which recording was switched off, all others are the user's.
Region region_from_name(std::string_view name);

}  // namespace latecomer::trace
