// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/amount_text.h"
#include "report/ranks_text.h"

namespace latecomer::text {

using report::ranks_text;

inline constexpr size_t kFewestColumns = 80;  ///< Is the smallest width, in columns, that tables need.
inline constexpr size_t kMostColumns = 1000;

/// Returns the width that printed text keeps to: what set_columns() was given, else the environment's
/// COLUMNS, else the terminal's, within reason, and 100 columns where standard output is none.
size_t columns();
void set_columns(size_t width);

/// Breaks `text` into lines of at most columns(), each ending with a newline. The first begins with `head`,
/// the others with as many spaces. A word that is too long for a line is broken behind a "/",
/// or where the line ends.
std::string wrapped(std::string_view text, const std::string& head);

/// Returns how many columns the text takes: characters, not bytes.
size_t length_of(std::string_view text);

/// Cuts the beginning of what is longer than `width`: "...solve/exchange/MPI_Recv".
std::string end_of(const std::string& text, size_t width);

/// Cuts the end of what is longer than `width`: "main/solve/exch...".
std::string begin_of(const std::string& text, size_t width);

/// Returns a file's name as a shell takes it for one word: in quotes where it has to be.
std::string shell_word(const std::string& name);

/// Returns "1 thread", "2 threads"; `plural` is needed where an s at its end does not make it.
std::string count_of(size_t n, const char* noun, const char* plural = nullptr);

/// Returns how many digits to print behind the point so that the largest number of a column has about five
/// significant ones: three digits would not distinguish points in time.
int decimals(double largest);

}  // namespace latecomer::text
