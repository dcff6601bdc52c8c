// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/parse_json.h"

#include <stdexcept>

namespace latecomer::report {

nlohmann::ordered_json parse_json(const std::string& text) {
  using Json = nlohmann::ordered_json;
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

}  // namespace latecomer::report
