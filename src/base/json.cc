// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/json.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace latecomer {

namespace {

/// Returns JSON as text; a negative indentation puts all into one line.
std::string dump(const Json& value, int indentation) {
  return value.dump(indentation, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string in_lines(const Json& json) {
  return dump(json, 1) + "\n";
}

std::string in_a_line(const Json& json) {
  return dump(json, -1);
}

Json parse_json(const std::string& text) {
  return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    constexpr int kDeepest = 16;
    if (depth > kDeepest) throw std::out_of_range("nested too deep");
    return true;
  });
}

std::string message_of(const std::exception& problem) {
  const std::string message = problem.what();
  if (!message.starts_with("[json.exception.")) return message;
  const size_t end = message.find("] ");
  return end == std::string::npos ? "no JSON as expected" : message.substr(end + 2);
}

/// Adds a value to the text; its lines but the first begin with as many more blanks as `level` says.
void JsonPrinter::put(const Json& value, size_t level) {
  const std::string lines = dump(value, 1);
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
    if (at > 0) text_.add(std::string(level, ' '));
    text_.add(std::string_view(lines).substr(at, end - at));
    at = end;
  }
}

void JsonPrinter::begin_member(std::string_view key) {
  text_.add(std::exchange(has_members_, true) ? ",\n " : "{\n ");
  text_.add(in_a_line(key) + ": ");
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
  text_.add("[");
  has_elements_ = false;
}

void JsonPrinter::add_element(const Json& value) {
  text_.add(std::exchange(has_elements_, true) ? ",\n  " : "\n  ");
  put(value, 2);
}

void JsonPrinter::end_list() {
  text_.add(has_elements_ ? "\n ]" : "]");
}

void JsonPrinter::end() {
  text_.add(has_members_ ? "\n}\n" : "{}\n");
  text_.finish();
}

}  // namespace latecomer
