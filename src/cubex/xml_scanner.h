// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace latecomer::cubex {

/// Goes through XML front to back, and stores nothing of it but the names of the elements that are open. So
/// it takes hardly any memory, whatever the text holds.
///
/// Attributes without quotation marks are taken as well: CubeLib writes `<cubepl rowwise=false>`. Document
/// type definitions are refused, and with them all entities but XML's own; so are elements that are nested
/// more than 200,000 deep, or have more than 64 attributes.
class XmlScanner {
 public:
  enum class Item { begin, text, end, finished };

  /// The text has to stay.
  explicit XmlScanner(std::string_view text);

  /// What comes next. An error says what is wrong at which byte.
  Result<Item> next();

  /// Of the element that begins or ends.
  std::string_view name() const { return name_; }
  /// An attribute's value, of an element that begins; empty if it has none of this name.
  std::string attribute(std::string_view name) const;
  bool has_attribute(std::string_view name) const;
  /// What stands between tags: text that is not blanks alone, or a CDATA section.
  std::string text() const;

 private:
  struct Attribute {
    std::string_view name;
    std::string_view value;  ///< as it is written
  };

  Error error(std::string_view problem) const;
  void skip_blanks();
  /// What is there up to `mark`, which is passed as well.
  Result<std::string_view> up_to(std::string_view mark, std::string_view problem);
  Result<Item> begin_element();
  Result<Item> end_element();
  Result<Attribute> scan_attribute();

  std::string_view all_;
  size_t at_ = 0;
  std::vector<std::string_view> open_;
  std::string_view name_;
  std::vector<Attribute> attributes_;
  std::string_view text_;
  bool is_cdata_ = false;
  bool is_empty_element_ = false;  ///< the element that began ends with the same tag
};

}  // namespace latecomer::cubex
