// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "base/text_pieces.h"

namespace latecomer {

/// Returns the position that an id stands for; null for an invalid id.
template <class IdType>
Json position_or_null(IdType id) {
  return id.valid() ? Json(id.index()) : Json();
}

/// Returns what there is; null where there is nothing.
template <class Optional>
Json or_null(const Optional& value) {
  return value ? Json(*value) : Json();
}

/// Returns a list of what `make` makes of each thing.
template <class Things, class Make>
Json list_json(const Things& things, const Make& make) {
  Json list = Json::array();
  for (const auto& each : things) list.push_back(make(each));
  return list;
}

/// Returns a list of the positions that ids stand for.
template <class Ids>
Json positions_json(const Ids& ids) {
  return list_json(ids, [](auto id) { return id.index(); });
}

/// Prints one JSON object as in_lines() does, a member or an element of a list at a time, so that no more of
/// it has to be in memory.
class JsonPrinter {
 public:
  /// No piece that `take` gets ends within a character.
  explicit JsonPrinter(TextTaker take) : text_(std::move(take)) {}

  void add(std::string_view key, const Json& value);
  void begin_list(std::string_view key);
  void add_element(const Json& value);
  void end_list();
  /// Ends the object.
  void end();

 private:
  void put(const Json& value, size_t level);
  void begin_member(std::string_view key);

  TextPieces text_;
  bool has_members_ = false;
  bool has_elements_ = false;  ///< Is of the list that has begun.
};

}  // namespace latecomer
