// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace latecomer::cli {

/// The width that printed text keeps to, in columns.
inline constexpr size_t kColumns = 100;

/// Breaks `text` into lines of at most kColumns, each ending with a newline. The first begins with `head`,
/// the others with as many spaces.
std::string wrapped(std::string_view text, const std::string& head);

/// Cuts the beginning of what is longer than `width`: "...solve/exchange/MPI_Recv".
std::string end_of(const std::string& text, size_t width);

/// "0-3, 7": sorted numbers with runs of three and more as ranges; of many the first, and how many there are.
std::string ranges(const std::vector<int64_t>& numbers);

/// "1 thread", "2 threads"; `plural` where an s at its end does not make it.
std::string count_of(size_t n, const char* noun, const char* plural = nullptr);

/// "3.2 us": seconds in the unit that suits them, with four significant digits.
std::string with_unit(double seconds);

/// How many digits to print behind the point so that the largest number of a column has about five
/// significant ones.
int decimals(double largest);

}  // namespace latecomer::cli
