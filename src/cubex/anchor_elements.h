// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace latecomer::cubex {

/// Names the elements of an anchor by what is done with them.
enum class Element : uint8_t {
  other,
  document,
  cube,
  attribute,
  doc,
  mirrors,
  mirror,
  metrics,
  metric,
  aggregation,
  program,
  region,
  call_path,
  parameter,
  system,
  system_node,
  group,
  location,
  rank,
  topologies,
  topology,
  dimension,
  coordinate,
  text,  ///< Stands for elements of which only the text counts.
};

/// Returns what an element of this name is in `parent`.
Element element_in(Element parent, std::string_view name);

/// Returns where the text of an element of this name goes, which is in a definition: `parent` is that
/// definition's element, and `position` its number. It returns null if the text goes nowhere.
std::string* text_field(report::Report& report, Element parent, size_t position, std::string_view name);

/// Returns the number that a text consists of; nothing if it is no number.
template <class Number>
std::optional<Number> number(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  text = text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

inline bool is_true(std::string_view text) {
  return !text.empty() && (text[0] == 't' || text[0] == 'T' || text[0] == '1');
}

}  // namespace latecomer::cubex
