// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "report/report.h"
#include "store/columns.h"
#include "store/directory.h"
#include "store/fields.h"
#include "store/schema.h"

namespace latecomer::store {

// This file turns rows into columns, and columns into rows, as the list of their fields says.

/// Returns a value as the stored number: an id is a position in a list of the report, and -1 for none.
template <class Value>
int64_t number_of(Value value) {
  if constexpr (std::is_same_v<Value, Ticks>)
    return value.count;
  else if constexpr (requires { value.valid(); })
    return value.valid() ? static_cast<int64_t>(value.index()) : -1;
  else if constexpr (std::is_same_v<Value, double>)
    return std::bit_cast<int64_t>(value);
  else
    return static_cast<int64_t>(value);
}

/// Returns the columns that rows of a kind have.
template <class Row>
const Shape& shape_of() {
  static const Shape all = [] {
    Shape shape;
    const auto add = [&](const std::string& name, const Packing& packing = {}) {
      const auto base = std::ranges::find(shape, packing.base, &ColumnShape::name);
      shape.push_back({name, std::string(packing.word), static_cast<size_t>(base - shape.begin())});
    };
    for_each_field(Row::fields(), [&]<class Any>(const Any& field) {
      if constexpr (requires { typename Any::Value; }) {
        add(std::string(field.name), field.packing);
      } else if constexpr (requires { field.name; }) {
        const std::string list(field.name);
        add(list + ".size");
        if constexpr (std::tuple_size_v<decltype(field.fields)> == 0) add(list);
        for_each_field(field.fields, [&](const auto& inner) { add(list + "." + std::string(inner.name)); });
      } else {
        for_each_field(field.fields, [&](const auto& inner) { add(std::string(inner.name), inner.packing); });
      }
    });
    return shape;
  }();
  return all;
}

template <class Row>
class ColumnWriter {
 public:
  explicit ColumnWriter(std::span<const Row> rows) : rows_(rows) { columns_.reserve(shape_of<Row>().size()); }

  std::vector<Column> take() {
    for_each_field(Row::fields(), [&](const auto& field) { add(field); });
    return std::move(columns_);
  }

 private:
  template <class FieldType>
  void add(const FieldType& field) {
    std::ranges::transform(rows_, next(rows_.size()).begin(), [&](const Row& row) {
      const auto* const value = field.find(row);
      return number_of(value != nullptr ? *value : typename FieldType::Value());
    });
  }
  template <auto kMember, class... Inner>
  void add(const Group<kMember, Inner...>& group) {
    for_each_field(group.fields, [&](const auto& field) { add(field); });
  }
  template <auto kMember, class... Inner>
  void add(const List<kMember, Inner...>& list) {
    size_t elements = 0;
    std::ranges::transform(rows_, next(rows_.size()).begin(), [&](const Row& row) {
      elements += (row.*kMember).size();
      return static_cast<int64_t>((row.*kMember).size());
    });
    const auto add_elements = [&](const auto& value) {
      auto to = next(elements).begin();
      for (const Row& row : rows_)
        for (const auto& element : row.*kMember) *to++ = number_of(value(element));
    };
    if constexpr (sizeof...(Inner) == 0) add_elements([](const auto& element) { return element; });
    for_each_field(list.fields, [&](const auto& field) {
      add_elements([&](const auto& element) { return *field.find(element); });
    });
  }
  Column& next(size_t size) { return columns_.emplace_back(size); }

  std::span<const Row> rows_;
  std::vector<Column> columns_;
};

/// Returns the columns of rows, in the order of the shape.
template <class Row>
std::vector<Column> columns_of(std::span<const Row> rows) {
  return ColumnWriter<Row>(rows).take();
}

/// Makes rows of columns that are in any order, and knows whether all of them made sense.
template <class Row>
class ColumnReader {
 public:
  ColumnReader(const std::vector<Column>& columns, const Shape& shape, const report::Report& report)
      : columns_(columns), shape_(shape), report_(report) {}

  Result<std::vector<Row>> take() {
    if (columns_.empty() || columns_.size() != shape_.size()) return Error{"is damaged"};
    rows_.resize(columns_[0].size());
    for_each_field(Row::fields(), [&](const auto& field) {
      if (is_good_) read(field);
    });
    if (!is_good_) return Error{"is damaged"};
    return std::move(rows_);
  }

 private:
  template <class FieldType>
  void read(const FieldType& field) {
    const Column* const column = find(field.name);
    if (!is_there(column, field)) return;
    is_good_ = is_good_ && column->size() == rows_.size();
    for (size_t i = 0; is_good_ && i < rows_.size(); ++i)
      if (auto* const value = field.find(rows_[i]); value != nullptr)
        *value = value_of(*value, (*column)[i], may_be_none(field));
  }
  template <auto kMember, class... Inner>
  void read(const Group<kMember, Inner...>& group) {
    using Member = std::remove_cvref_t<decltype(rows_[0].*kMember)>;
    if constexpr (kIsOptional<Member>) {
      const Column* const first = find(std::get<0>(group.fields).name);
      if (first == nullptr) return;
      for (size_t i = 0; i < std::min(first->size(), rows_.size()); ++i)
        if ((*first)[i] != -1) (rows_[i].*kMember).emplace();
    }
    is_in_group_ = true;
    for_each_field(group.fields, [&](const auto& field) { read(field); });
    is_in_group_ = false;
  }
  template <auto kMember, class... Inner>
  void read(const List<kMember, Inner...>& list) {
    const std::string name(list.name);
    const Column* const sizes = find(name + ".size");
    if (sizes == nullptr) return;
    is_good_ = is_good_ && sizes->size() == rows_.size();
    size_t elements = 0;
    for (size_t i = 0; is_good_ && i < rows_.size(); ++i) {
      const int64_t size = (*sizes)[i];
      is_good_ = 0 <= size && static_cast<uint64_t>(size) <= kMostNumbers - elements;
      if (!is_good_) return;
      elements += static_cast<size_t>(size);
      (rows_[i].*kMember).resize(static_cast<size_t>(size));
    }
    const auto read_elements = [&](const Column& column, const auto& find_value, bool may_be_none) {
      is_good_ = is_good_ && column.size() >= elements;
      size_t next = 0;
      for (size_t i = 0; is_good_ && i < rows_.size(); ++i)
        for (auto& element : rows_[i].*kMember) {
          auto& value = find_value(element);
          value = value_of(value, column[next++], may_be_none);
        }
    };
    if constexpr (sizeof...(Inner) == 0)
      if (const Column* const column = find(name); column != nullptr || elements > 0) {
        is_good_ = is_good_ && column != nullptr;
        if (is_good_)
          read_elements(
              *column, [](auto& element) -> auto& { return element; }, false);
      }
    for_each_field(list.fields, [&](const auto& field) {
      const Column* const column = find(name + "." + std::string(field.name));
      if (is_there(column, field))
        read_elements(
            *column, [&](auto& element) -> auto& { return *field.find(element); }, field.may_be_none);
    });
  }

  /// Returns a column; null: the store does not have it.
  const Column* find(std::string_view name) const {
    const auto found = std::ranges::find(shape_, name, &ColumnShape::name);
    return found == shape_.end() ? nullptr : &columns_[static_cast<size_t>(found - shape_.begin())];
  }

  /// Returns whether a field may be none: if an optional struct is there, all of it is.
  bool may_be_none(const auto& field) const { return field.may_be_none && !is_in_group_; }

  /// Returns whether the store has the column; ids of the report's lists have no default.
  template <class FieldType>
  bool is_there(const Column* column, const FieldType& field) {
    constexpr bool kIsId = requires(typename FieldType::Value value) {
      value.valid();
    };
    if (column == nullptr && kIsId && !may_be_none(field)) is_good_ = false;
    return column != nullptr;
  }

  /// Returns the value that a number stands for. `type` is any value of the type.
  template <class Value>
  Value value_of(const Value& type, int64_t number, bool may_be_none) {
    if constexpr (std::is_same_v<Value, Ticks>) {
      constexpr int64_t kFarthest = INT64_MAX / 4;  // Any two times within this have a distance.
      is_good_ = is_good_ && -kFarthest <= number && number <= kFarthest;
      return Ticks(is_good_ ? number : 0);
    } else if constexpr (requires { type.valid(); }) {
      if (number == -1 && may_be_none) return Value();
      is_good_ = is_good_ && 0 <= number && static_cast<uint64_t>(number) < size_of_list(type);
      return is_good_ ? Value(static_cast<size_t>(number)) : Value();
    } else if constexpr (sizeof(Value) == sizeof(int64_t)) {
      return std::bit_cast<Value>(number);
    } else {
      is_good_ = is_good_ && 0 <= number && number <= int64_t{std::numeric_limits<Value>::max()};
      return static_cast<Value>(number);
    }
  }
  size_t size_of_list(report::MetricId) const { return report_.metrics.size(); }
  size_t size_of_list(report::LocationId) const { return report_.locations.size(); }
  size_t size_of_list(report::LocationGroupId) const { return report_.location_groups.size(); }
  size_t size_of_list(report::CallPathId) const { return report_.call_paths.size(); }

  const std::vector<Column>& columns_;
  const Shape& shape_;
  const report::Report& report_;
  std::vector<Row> rows_;
  bool is_good_ = true;
  bool is_in_group_ = false;
};

/// Makes rows of columns. An error says that the report cannot have such rows.
template <class Row>
Result<std::vector<Row>> rows_of(const std::vector<Column>& columns, const Shape& shape,
                                 const report::Report& report) {
  return ColumnReader<Row>(columns, shape, report).take();
}

}  // namespace latecomer::store
