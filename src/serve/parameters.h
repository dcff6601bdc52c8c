// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace latecomer::serve {

using Names = std::vector<std::string_view>;

/// Holds decoded parameters of a URL by name. Several of one name are kept, so that they can be refused.
using Parameters = std::multimap<std::string, std::string>;

/// Decodes "a=1&b=%20"; whatever the text is, it is read as something.
Parameters parse_query(std::string_view query);

/// Checks that a request named `kind` has no other parameters than these, and none twice.
Status check_names(std::string_view kind, const Names& names, const Parameters& parameters);

template <class T>
using Choices = std::vector<std::pair<std::string_view, T>>;

template <class T>
std::string names_of(const Choices<T>& choices) {
  Names names;
  for (const auto& [name, value] : choices) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Reads parameters of one request by name.
class ParameterReader {
 public:
  explicit ParameterReader(const Parameters& parameters) : parameters_(parameters) {}

  std::optional<std::string> text(std::string_view name) const {
    const auto found = parameters_.find(std::string(name));
    return found == parameters_.end() ? std::nullopt : std::optional(found->second);
  }

  template <class T>
  Result<T> choice(std::string_view name, const Choices<T>& choices, T otherwise) const {
    const std::optional<std::string> wanted = text(name);
    if (!wanted) return otherwise;
    for (const auto& [each, value] : choices)
      if (each == *wanted) return value;
    return Error{fmt::format("{}={}: it can be {}", name, *wanted, names_of(choices))};
  }

  /// Returns a number from `least` to `most`; `otherwise` where there is none.
  Result<size_t> number(std::string_view name, size_t least, size_t most, size_t otherwise) const;

  /// Returns positions in a list of `size`: some, at most `most`, each once, from a text "0-39,77".
  Result<std::vector<size_t>> positions(std::string_view name, size_t size, size_t most) const;

  /// Returns a position in a list of the report, as an id; invalid if the parameter is not there.
  template <class IdType>
  Result<IdType> position(std::string_view name, size_t size) const {
    const std::optional<std::string> wanted = text(name);
    if (!wanted) return IdType();
    if (size == 0) return Error{fmt::format("{}={}: the report has none", name, *wanted)};
    TRY(const size_t position, number(name, 0, size - 1, 0));
    return IdType(position);
  }

 private:
  const Parameters& parameters_;
};

}  // namespace latecomer::serve
