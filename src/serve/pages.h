// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <string_view>

namespace latecomer::serve {

/// Is a file of the browser's side (ui/), which is a part of the program.
struct Page {
  std::string_view path;  ///< Is the path in the URL.
  std::string_view content_type;
  std::string_view content;
};

std::span<const Page> all_pages();

/// Returns the page at this path, such as "/app.js"; null if there is none.
const Page* find_page(std::string_view path);

/// Returns all pages as one, which is served nowhere: page_file.cc puts answers into it.
std::string_view single_page();

}  // namespace latecomer::serve
