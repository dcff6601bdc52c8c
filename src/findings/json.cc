// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/json.h"

#include <algorithm>
#include <utility>

namespace latecomer::findings {

namespace {

constexpr size_t kPiece = 1 << 16;  // So many bytes are written at once.

/// Returns JSON as text; a negative indentation puts all into one line.
std::string dump(const Json& value, int indentation) {
  return value.dump(indentation, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string in_lines(const Json& json) {
  return dump(json, 1) + "\n";
}

std::string in_a_line(const Json& json) {
  return dump(json, -1) + "\n";
}

/// Adds a value to the text; its lines but the first begin with as many more blanks as `level` says.
void JsonPrinter::put(const Json& value, size_t level) {
  const std::string lines = dump(value, 1);
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
    if (at > 0) text_.append(level, ' ');
    text_.append(lines, at, end - at);
    at = end;
  }
}

void JsonPrinter::begin_line(std::string_view begin) {
  text_ += begin;
  if (text_.size() < kPiece) return;
  write_(text_);
  text_.clear();
}

void JsonPrinter::begin_member(std::string_view key) {
  begin_line(std::exchange(has_members_, true) ? ",\n " : "{\n ");
  text_ += dump(Json(key), -1) + ": ";
}

void JsonPrinter::add(std::string_view key, const Json& value) {
  if (value.is_array()) {
    begin_list(key);
    for (const Json& each : value) add_element(each);
    return end_list();
  }
  begin_member(key);
  put(value, 1);
}

void JsonPrinter::begin_list(std::string_view key) {
  begin_member(key);
  text_ += '[';
  has_elements_ = false;
}

void JsonPrinter::add_element(const Json& value) {
  begin_line(std::exchange(has_elements_, true) ? ",\n  " : "\n  ");
  put(value, 2);
}

void JsonPrinter::end_list() {
  text_ += has_elements_ ? "\n ]" : "]";
}

void JsonPrinter::end() {
  write_(text_ + (has_members_ ? "\n}\n" : "{}\n"));
}

}  // namespace latecomer::findings
