// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace latecomer::store {

// This file says once what rows of a table consist of. Each kind of row has a list of its fields
// (`fields()`). Of it are made the columns of the findings store and their names there, the columns of the
// server's answers, what the browser reads of these, and docs/tables.md.

enum class Unit : uint8_t {
  none,
  time,  ///< Stands for points in time in ticks; in answers they are since the run's begin.
  ticks,
  bytes,
};

/// Says what is stored of a value; columns say it by these words. Differences are smaller than times are.
struct Packing {
  std::string_view word;  ///< Says how the value is stored relative to the base; empty for the value itself.
  std::string_view base;  ///< Is the name of an earlier column of the row.
};
constexpr Packing after(std::string_view base) {
  return {"after", base};
}
constexpr Packing before(std::string_view base) {
  return {"before", base};
}
/// Stores by how much a value is after the other one's in the row before; in the first row, before its own.
constexpr Packing gap(std::string_view base) {
  return {"gap", base};
}

template <class T>
struct MemberOf;
template <class Of, class T>
struct MemberOf<T Of::*> {
  using Value = T;
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

/// Describes a value of each row, with a column of its own. Its type, as MetricId, says what it refers to.
template <auto kMember>
struct Field {
  using Value = typename MemberOf<decltype(kMember)>::Value;

  std::string_view name;
  std::string_view text;
  Unit unit = Unit::none;
  Packing packing = {};
  bool may_be_none = false;  ///< Says that the field can have an invalid id.
  bool is_answered = true;   ///< Says that the server's answers have the field.

  /// Returns the value of a row, const or not.
  auto* find(auto& row) const { return &(row.*kMember); }
};

/// Describes a field of a member that is a struct itself, or an optional one.
template <auto kMember, class Inner>
struct FieldOf : Inner {
  static constexpr bool kMayMiss = kIsOptional<typename MemberOf<decltype(kMember)>::Value>;

  constexpr explicit FieldOf(const Inner& inner) : Inner(inner) {
    if (kMayMiss) this->may_be_none = true;
  }
  /// Returns the value of a row; null: the row has no such struct.
  auto* find(auto& row) const {
    auto& member = row.*kMember;
    if constexpr (kMayMiss)
      return member ? Inner::find(*member) : nullptr;
    else
      return Inner::find(member);
  }
};

/// Describes the fields of a struct. Of an optional one, the first is an id, which says whether it is there.
template <auto kMember, class... Inner>
struct Group {
  std::tuple<FieldOf<kMember, Inner>...> fields;
};
template <auto kMember, class... Inner>
constexpr auto group(const Inner&... fields) {
  return Group<kMember, Inner...>{{FieldOf<kMember, Inner>(fields)...}};
}

/// Describes any number of structs with these fields, or of ids. Answers do not have them.
template <auto kMember, class... Inner>
struct List {
  std::string_view name;
  std::string_view text;
  std::tuple<Inner...> fields;
};
template <auto kMember, class... Inner>
constexpr auto list(std::string_view name, std::string_view text, const Inner&... fields) {
  return List<kMember, Inner...>{name, text, {fields...}};
}

/// Calls `use(field)` for each field of a tuple. A group, or a list, is one field.
template <class Fields, class Use>
constexpr void for_each_field(const Fields& fields, const Use& use) {
  std::apply([&](const auto&... field) { (use(field), ...); }, fields);
}

/// Calls `use(field)` for each field that has one value in a row.
template <class Fields, class Use>
constexpr void for_each_value(const Fields& fields, const Use& use) {
  for_each_field(fields, [&]<class Any>(const Any& field) {
    if constexpr (requires { typename Any::Value; })
      use(field);
    else if constexpr (!requires { field.name; })  // This is a group.
      for_each_field(field.fields, use);
  });
}

}  // namespace latecomer::store
