// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace latecomer::text {

/// Returns a line of a table, of which each column has its width. As in printf, cells of a negative one stand
/// at its left, and others at its right, with a blank before those that are wider. A name in the first column
/// that is longer than it has lines of its own.
std::string table_line(std::span<const int> widths, std::span<const std::string> cells);
inline std::string table_line(std::initializer_list<int> widths, std::initializer_list<std::string> cells) {
  return table_line(std::span(widths.begin(), widths.size()), std::span(cells.begin(), cells.size()));
}

using Cells = std::vector<std::string>;

/// Returns lines of cells in columns as wide as the widest of each, with two blanks between them. `is_left`
/// says which cells stand at the left of their column.
std::string fitted_table(const std::vector<Cells>& lines,
                         const std::function<bool(size_t line, size_t column)>& is_left);

/// Returns a table in Markdown, whose first line has the titles. Cells stand at the right of
/// their columns in the `right` ones after the first, and at the left in all others.
std::string markdown_table(const std::vector<Cells>& lines, size_t right);
/// Returns a text in which nothing ends its cell or its line, or is taken for markup.
std::string in_markdown(const std::string& text);

}  // namespace latecomer::text
