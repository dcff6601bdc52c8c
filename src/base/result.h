// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <utility>
#include <variant>

namespace latecomer {

/// Says why an input could not be used or an output not be written: a line of what, where and what to do.
struct Error {
  std::string message;
};

/// Holds a value, or the error that kept it from being made. It is for input and I/O only; broken invariants
/// are `CHECK`ed.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& value() & { return std::get<0>(content_); }
  const T& value() const& { return std::get<0>(content_); }
  T&& value() && { return std::get<0>(std::move(content_)); }
  T& operator*() { return value(); }
  T* operator->() { return &value(); }
  const T& operator*() const { return value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

/// Says that something is done, or holds the error that prevented it.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}

  explicit operator bool() const { return ok_; }
  const Error& error() const { return error_; }

 private:
  Error error_;
  bool ok_ = true;
};

using Status = Result<void>;

}  // namespace latecomer

#define LATECOMER_JOIN_(a, b) a##b
#define LATECOMER_JOIN(a, b) LATECOMER_JOIN_(a, b)
#define LATECOMER_TRY_(declaration, expression, result) \
  auto result = (expression);                           \
  if (!result) return result.error();                   \
  declaration = std::move(result).value()

/// `TRY(auto archive, open(path));` declares the value, or returns the error from the enclosing function.
#define TRY(declaration, expression) \
  LATECOMER_TRY_(declaration, expression, LATECOMER_JOIN(result_of_line_, __LINE__))

/// `TRY_STATUS(write(path));` goes on, or returns the error from the enclosing function.
#define TRY_STATUS(expression)                                         \
  do {                                                                 \
    if (auto status_ = (expression); !status_) return status_.error(); \
  } while (false)
