// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace latecomer {

// JSON becomes text and text becomes JSON here. Who only passes JSON on needs this header alone; `json.h`,
// for who makes it or reads it, costs a second to compile.

/// Is JSON that keeps the order in which members were added.
using Json = nlohmann::ordered_json;

// These functions return JSON as text: in many lines for people, or in one, of which the end is left to the
// caller. What is no UTF-8 is replaced.
std::string in_lines(const Json& json);
std::string in_a_line(const Json& json);

/// Parses a file that a report carries. It throws where the file is no JSON, or is nested deeper than any of
/// these files is: what the values are then used for recurses.
Json parse_json(const std::string& text);

/// Returns the message of an exception of parse_json(), without the name that the JSON library gives it.
std::string message_of(const std::exception& problem);

}  // namespace latecomer
