// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/specification.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cubex/anchor.h"

namespace latecomer::cubex {

namespace {

/// Returns a text as XML. Some characters of it may already be written as references.
std::string escaped(std::string_view text) {
  std::string xml;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const std::array references = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
    const bool is_reference =
        std::ranges::any_of(references, [&](auto each) { return rest.starts_with(each); });
    if (text[i] == '<')
      xml += "&lt;";
    else if (text[i] == '&' && !is_reference)
      xml += "&amp;";
    else
      xml += text[i];
  }
  return xml;
}

/// Escapes expressions, which stand in specifications as they are, with `<` and `&`.
std::string with_escaped_expressions(std::string_view text) {
  std::string xml;
  while (true) {
    const size_t tag = text.find("<cubepl");
    const size_t begin = text.find('>', std::min(tag, text.size()));
    const size_t end = text.find("</cubepl", std::min(begin, text.size()));
    if (end == std::string_view::npos) return xml.append(text);
    xml.append(text.substr(0, begin + 1)).append(escaped(text.substr(begin + 1, end - begin - 1)));
    xml.append(text.substr(end, 2));
    text.remove_prefix(end + 2);
  }
}

}  // namespace

Result<report::Report> read_specification(std::string_view text, const std::string& what) {
  if (text.starts_with("<?xml")) text.remove_prefix(std::min(text.find('>') + 1, text.size()));
  TRY(Anchor anchor, read_definitions(fmt::format("<cube>{}</cube>", with_escaped_expressions(text)), what));
  return std::move(anchor.report);
}

}  // namespace latecomer::cubex
