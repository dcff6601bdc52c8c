// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer::symbols {

/// Returns what a function is called in its program, from its linkage name: "solve(double*)" for
/// "_Z5solvePd", "grid::exchange" for what compilers call a procedure of a Fortran module, and without what
/// compilers append to the names of copies and parts ("step.constprop.0", "step._omp_fn.0").
std::string shown_name(std::string_view linkage_name);

}  // namespace latecomer::symbols
