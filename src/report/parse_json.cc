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

}  // namespace latecomer::report
