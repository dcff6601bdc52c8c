// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/pages.h"

#include <algorithm>
#include <array>

// These symbols are defined in pages.S.
extern "C" {
extern const char latecomer_index_html_begin[], latecomer_index_html_end[];
extern const char latecomer_app_js_begin[], latecomer_app_js_end[];
extern const char latecomer_app_css_begin[], latecomer_app_css_end[];
extern const char latecomer_single_html_begin[], latecomer_single_html_end[];
}

namespace latecomer::serve {

std::span<const Page> all_pages() {
  static const std::array<Page, 3> all = {
      {{"/", "text/html; charset=utf-8", {latecomer_index_html_begin, latecomer_index_html_end}},
       {"/app.js", "text/javascript; charset=utf-8", {latecomer_app_js_begin, latecomer_app_js_end}},
       {"/app.css", "text/css; charset=utf-8", {latecomer_app_css_begin, latecomer_app_css_end}}}};
  return all;
}

const Page* find_page(std::string_view path) {
  const auto found = std::ranges::find(all_pages(), path, &Page::path);
  return found == all_pages().end() ? nullptr : &*found;
}

std::string_view single_page() {
  return {latecomer_single_html_begin, latecomer_single_html_end};
}

}  // namespace latecomer::serve
