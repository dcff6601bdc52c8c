// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

namespace latecomer::report {

/// Parses a file that a report carries. It throws where the file is no JSON, or is nested deeper than any of
/// these files is: what the values are then used for recurses.
nlohmann::ordered_json parse_json(const std::string& text);

/// Returns the message of an exception of parse_json(), without the name that the JSON library gives it.
std::string message_of(const std::exception& problem);

}  // namespace latecomer::report
