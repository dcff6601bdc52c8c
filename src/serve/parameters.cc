// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/parameters.h"

#include <algorithm>
#include <charconv>

#include "base/parse_number.h"

namespace latecomer::serve {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Decodes a text of a URL. A "%" that no two digits follow stays one.
std::string decoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_code =
        text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    if (is_code) {
      result += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

}  // namespace

Parameters parse_query(std::string_view query) {
  Parameters parameters;
  while (!query.empty()) {
    const std::string_view one = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), one.size() + 1));
    const size_t name_end = std::min(one.find('='), one.size());
    const std::string_view value = one.substr(std::min(one.size(), name_end + 1));
    if (!one.empty()) parameters.emplace(decoded(one.substr(0, name_end)), decoded(value));
  }
  return parameters;
}

Status check_names(std::string_view kind, const Names& names, const Parameters& parameters) {
  for (const auto& [name, value] : parameters) {
    if (std::ranges::find(names, name) == names.end())
      return Error{names.empty() ? fmt::format("{} has no parameters, but '{}' is given", kind, name)
                                 : fmt::format("{} has no parameter '{}'; it has {}", kind, name,
                                               fmt::join(names, ", "))};
    if (parameters.count(name) > 1) return Error{fmt::format("{} is given twice", name)};
  }
  return {};
}

Result<size_t> ParameterReader::number(std::string_view name, size_t least, size_t most,
                                       size_t otherwise) const {
  const std::optional<std::string> wanted = text(name);
  if (!wanted) return otherwise;
  const std::optional<size_t> number = parse_number<size_t>(*wanted);
  if (number && *number >= least && *number <= most) return *number;
  return Error{fmt::format("{}={}: it can be a number from {} to {}", name, *wanted, least, most)};
}

Result<std::vector<size_t>> ParameterReader::positions(std::string_view name, size_t size,
                                                       size_t most) const {
  const std::string wanted = text(name).value_or("");
  const Error wrong{
      fmt::format("{}={}: it can be positions and ranges of them, as in 0-39,77, up to {}, at most {} in all",
                  name, wanted, size == 0 ? 0 : size - 1, most)};
  std::vector<size_t> positions;
  std::vector<bool> is_there(size);
  for (std::string_view rest = wanted; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const char* const one_end = one.data() + one.size();
    size_t first = 0;
    auto [end, problem] = std::from_chars(one.data(), one_end, first);
    size_t last = first;
    if (problem == std::errc() && end != one_end && *end == '-')
      end = std::from_chars(end + 1, one_end, last).ptr;
    const bool is_range = problem == std::errc() && end == one_end && first <= last && last < size;
    if (!is_range || last - first >= most) return wrong;
    for (size_t each = first; each <= last; ++each) {
      if (!is_there[each]) positions.push_back(each);
      is_there[each] = true;
    }
    if (positions.size() > most) return wrong;
  }
  if (positions.empty()) return wrong;
  return positions;
}

}  // namespace latecomer::serve
