// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace latecomer::report {

/// Is how many characters the name of a C++ function may have in full.
inline constexpr size_t kLongestFunction = 40;

/// Returns shorter names of the C++ functions among `names` that have more than kLongestFunction characters:
/// "boost::mpi::all_reduce<…>" of "void boost::mpi::all_reduce<double, std::plus<double> >(…)". Of what
/// distinguishes functions, as much stays as does so.
std::map<std::string, std::string> short_functions(const std::set<std::string>& names);

}  // namespace latecomer::report
