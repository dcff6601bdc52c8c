// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "findings/json.h"

namespace latecomer::findings {

/// Prints one JSON object as Json::dump(1) does, a member or an element of a list at a time, so that no more
/// of it has to be in memory. What is not UTF-8 is replaced.
class JsonPrinter {
 public:
  /// Prints to `write`, which gets pieces of the text, of which none ends within a character.
  explicit JsonPrinter(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  void add(std::string_view key, const Json& value);
  void begin_list(std::string_view key);
  void add_element(const Json& value);
  void end_list();
  /// Ends the object.
  void end();

 private:
  void put(const Json& value, size_t level);
  void begin_line(std::string_view begin);
  void begin_member(std::string_view key);

  std::function<void(std::string_view)> write_;
  std::string text_;  ///< Is not written yet.
  bool has_members_ = false;
  bool has_elements_ = false;  ///< Says so of the list that has begun.
};

}  // namespace latecomer::findings
