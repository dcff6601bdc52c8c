// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/table.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "text/text.h"

namespace latecomer::text {

namespace {

/// Fills a name up to `width` columns; a longer one has lines of its own before that.
std::string in_column(const std::string& name, size_t width) {
  const size_t length = length_of(name);
  if (length > width) {
    const size_t margin = std::min(name.find_first_not_of(' '), length);
    return wrapped(name.substr(margin), std::string(margin, ' ')) + std::string(width, ' ');
  }
  return name + std::string(width - length, ' ');
}

}  // namespace

std::string table_line(std::span<const int> widths, std::span<const std::string> cells) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    const size_t width = static_cast<size_t>(std::abs(widths[i]));
    const size_t length = length_of(cells[i]);
    const std::string blanks(width - std::min(length, width), ' ');
    if (widths[i] < 0) {
      line += i == 0 ? in_column(cells[i], width) : cells[i] + blanks;
    } else {
      if (length > width && !line.empty() && !line.ends_with(' ')) line += ' ';
      line += blanks + cells[i];
    }
  }
  return line.erase(line.find_last_not_of(' ') + 1) + "\n";
}

std::string fitted_table(const std::vector<Cells>& lines,
                         const std::function<bool(size_t line, size_t column)>& is_left) {
  std::vector<int> widest;
  for (const Cells& line : lines) {
    widest.resize(std::max(widest.size(), line.size()));
    for (size_t i = 0; i < line.size(); ++i)
      widest[i] = std::max(widest[i], static_cast<int>(length_of(line[i])));
  }
  std::string text;
  for (size_t l = 0; l < lines.size(); ++l) {
    Cells cells = lines[l];
    std::vector<int> widths;
    for (size_t i = 0; i < cells.size(); ++i) {
      const int width = widest[i] + (i == 0 ? 0 : 2);
      widths.push_back(is_left(l, i) ? -width : width);
      if (i > 0 && is_left(l, i)) cells[i].insert(0, "  ");
    }
    text += table_line(widths, cells);
  }
  return text;
}

std::string in_markdown(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\|`*_<>[]&#~").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string markdown_table(const std::vector<Cells>& lines, size_t right) {
  std::string text;
  for (const Cells& line : lines) {
    text += '|';
    for (const std::string& cell : line) text += ' ' + in_markdown(cell) + " |";
    text += '\n';
    if (&line != &lines.front()) continue;
    text += '|';
    for (size_t i = 0; i < line.size(); ++i) text += 1 <= i && i <= right ? "---:|" : "---|";
    text += '\n';
  }
  return text;
}

}  // namespace latecomer::text
